import Realtime
import Timetables
import TransitModel

/// The content of a connection id, in terms that survive another import and another day.
///
/// Trips, routes and stops are named by hashes of their ids and names, so that a ride takes 31
/// characters whatever the feed's ids are, and an id never more than 512. A route is its name and
/// mode, because feeds often renumber their routes.
struct IdentifiedConnection: Equatable {
    /// A stop by its hash, with the stop to or from which the rider walks, or a location by its
    /// coordinate.
    enum End: Equatable {
        case stop(UInt64, walking: UInt64?)
        case point(Coordinate)
    }

    struct Ride: Equatable {
        let trip: UInt64
        let line: UInt64
        let board: UInt64
        let alight: UInt64
        /// Scheduled, in seconds of the service day.
        let departure: Int32
        /// The days between the first ride's service day and this one's.
        let dayOffset: Int
        let staysSeated: Bool
    }

    /// The service day of the first ride.
    let day: ServiceDay
    let origin: End
    let destination: End
    let rides: [Ride]
}

/// Writes and reads connection ids: a version letter, a checksum, and digits of six bits.
enum ConnectionID {
    private static let version: UInt8 = 0x61  // a
    private static let checkDigits = 4
    private static let maximumRides = 15

    static func text(
        _ skeleton: JourneySkeleton, origin: ItineraryPlace, destination: ItineraryPlace,
        _ timetable: Timetable, _ overlay: RealtimeOverlay
    ) -> String {
        let rides = skeleton.rides
        guard let first = rides.first else { return "" }
        var digits = SixBitWriter()
        digits.append(UInt64(bitPattern: Int64(first.day.daysSince1970)) & 0x3_ffff, count: 3)
        digits.append(end: origin, walking: skeleton.firstWalk?.from, timetable)
        digits.append(end: destination, walking: skeleton.lastWalk?.to, timetable)
        for ride in rides.prefix(maximumRides) {
            guard let run = RunOnDay(ride.run, day: ride.day, timetable, overlay) else { continue }
            digits.append(SavedNames.trip(run.tripID), count: 6)
            digits.append(SavedNames.line(run.route, timetable), count: 4)
            digits.append(SavedNames.stop(run.scheduledStop(ride.board), timetable), count: 8)
            digits.append(SavedNames.stop(run.scheduledStop(ride.alight), timetable), count: 8)
            // No feed's times begin earlier than half a day before the service day.
            let seconds = Int64(run.scheduledSeconds(ride.board)) + 43_200
            digits.append(UInt64(min(0xff_ffff, max(0, seconds))), count: 4)
            let offset = min(15, max(-16, first.day.distance(to: ride.day)))
            digits.append(UInt64(offset + 16) << 1 | (ride.staysSeated ? 1 : 0), count: 1)
        }
        var check = SixBitWriter()
        check.append(checksum(digits.bytes), count: checkDigits)
        return String(decoding: [version] + check.bytes + digits.bytes, as: UTF8.self)
    }

    /// Returns nil for a text that is no complete id.
    static func read(_ text: String) -> IdentifiedConnection? {
        let bytes = Array(text.utf8.prefix(1024))
        guard bytes.first == version, bytes.count > 1 + checkDigits else { return nil }
        let digits = Array(bytes[(1 + checkDigits)...])
        var check = SixBitReader(bytes[1...checkDigits])
        guard check.number(checkDigits) == checksum(digits) else { return nil }
        var reader = SixBitReader(digits[...])
        guard let day = reader.number(3), let origin = reader.end(), let destination = reader.end()
        else { return nil }
        var rides: [IdentifiedConnection.Ride] = []
        while !reader.isAtEnd {
            guard rides.count < maximumRides, let trip = reader.number(6),
                let line = reader.number(4),
                let board = reader.number(8), let alight = reader.number(8),
                let seconds = reader.number(4), let rest = reader.number(1)
            else { return nil }
            rides.append(
                IdentifiedConnection.Ride(
                    trip: trip, line: line, board: board, alight: alight,
                    departure: Int32(seconds) - 43_200, dayOffset: Int(rest >> 1) - 16,
                    staysSeated: rest & 1 != 0))
        }
        guard !rides.isEmpty else { return nil }
        // Eighteen bits, the highest of which is the sign.
        let signed = day < 0x2_0000 ? Int32(day) : Int32(day) - 0x4_0000
        return IdentifiedConnection(
            day: ServiceDay(daysSince1970: signed), origin: origin, destination: destination,
            rides: rides)
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBufferPointer { StableHash.hash($0) } & 0xff_ffff
    }
}

/// The hashes by which connection ids name things.
enum SavedNames {
    /// 36 bits: distinct among the trips of a line at a stop.
    static func trip(_ id: String) -> UInt64 { hash(id) & 0xf_ffff_ffff }

    /// 24 bits: distinct among the lines at a stop.
    static func line(_ route: RouteIndex, _ timetable: Timetable) -> UInt64 {
        let routes = timetable.routes
        return hash(routes.lineName(route) + "/" + routes.mode(route).rawValue) & 0xff_ffff
    }

    /// 48 bits: distinct among all stops of a country.
    static func stop(_ stop: StopIndex, _ timetable: Timetable) -> UInt64 {
        hash(timetable.stops.id(stop)) & 0xffff_ffff_ffff
    }

    /// Returns the hashes of a stop before another feed was added or removed.
    static func others(of stop: StopIndex, _ timetable: Timetable) -> [UInt64] {
        timetable.otherSpellings(of: timetable.stops.id(stop), in: timetable.stops.feeds[stop])
            .map { hash($0) & 0xffff_ffff_ffff }
    }

    /// Returns whether a trip has that hash now or had it before another feed was added.
    static func isTrip(_ trip: TripIndex, _ name: UInt64, _ timetable: Timetable) -> Bool {
        let id = timetable.trips.id(trip)
        if Self.trip(id) == name { return true }
        let feed = timetable.routes.feeds[timetable.trips.routes[trip]]
        return timetable.otherSpellings(of: id, in: feed).contains { Self.trip($0) == name }
    }

    private static func hash(_ text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { StableHash.hash($0) }
    }
}

/// Numbers as digits of six bits, in base64url's letters.
private struct SixBitWriter {
    private(set) var bytes: [UInt8] = []
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    mutating func append(_ number: UInt64, count: Int) {
        for index in (0..<count).reversed() {
            bytes.append(Self.letters[Int(number >> UInt64(6 * index) & 63)])
        }
    }

    /// Appends a stop by its hash, or a coordinate in hundred-thousandths of a degree, about a
    /// metre.
    mutating func append(end: ItineraryPlace, walking: StopIndex?, _ timetable: Timetable) {
        if let stop = end.stop {
            append(walking == nil ? 0 : 2, count: 1)
            append(SavedNames.stop(stop, timetable), count: 8)
            if let walking { append(SavedNames.stop(walking, timetable), count: 8) }
            return
        }
        let place = end.coordinate ?? Coordinate(latitude: 0, longitude: 0)
        append(1, count: 1)
        append(UInt64((min(180, max(0, place.latitude + 90)) * 100_000).rounded()), count: 5)
        append(UInt64((min(360, max(0, place.longitude + 180)) * 100_000).rounded()), count: 5)
    }
}

private struct SixBitReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position >= bytes.endIndex }

    mutating func number(_ count: Int) -> UInt64? {
        guard position + count <= bytes.endIndex else { return nil }
        var number: UInt64 = 0
        for byte in bytes[position..<position + count] {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = byte - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0") + 52
            case UInt8(ascii: "-"): digit = 62
            case UInt8(ascii: "_"): digit = 63
            default: return nil
            }
            number = number << 6 | UInt64(digit)
        }
        position += count
        return number
    }

    mutating func end() -> IdentifiedConnection.End? {
        switch number(1) {
        case 0: return number(8).map { .stop($0, walking: nil) }
        case 2:
            guard let stop = number(8), let walking = number(8) else { return nil }
            return .stop(stop, walking: walking)
        case 1:
            guard let north = number(5), let east = number(5) else { return nil }
            let place = Coordinate(
                latitude: Double(north) / 100_000 - 90, longitude: Double(east) / 100_000 - 180)
            return place.isPlausible ? .point(place) : nil
        default: return nil
        }
    }
}
