package import Realtime
package import Timetables
import TransitModel

/// What things are called on the tracker socket: vehicles, runs, lines and stations.
///
/// Numbers follow from the GTFS ids, so that they stay the same when the network is imported again.
package struct TrackerNames: Sendable {
    /// Whose vehicles they are; every id begins with it.
    package static let tenant = "takt"

    private let timetable: Timetable
    private let lineNumbers: [RouteIndex: Int64]
    private let stationNumbers: [StopIndex: Int64]
    private let stationsByNumber: [Int64: StopIndex]
    /// Stations and single stops where vehicles call, in order of rows.
    package let stations: [StopIndex]

    /// Names the things of a network.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
        lineNumbers =
            StableNumbers(timetable.routes.indices.map { ($0, timetable.lastingID(of: $0)) })
            .numbers
        var served = Set<StopIndex>()
        for stop in timetable.stops.indices where !timetable.stops.callOffsets[stop].isEmpty {
            served.insert(Self.station(of: stop, timetable))
        }
        stations = served.sorted()
        stationNumbers = Self.numbers(stations, timetable)
        stationsByNumber = Dictionary(
            stationNumbers.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Ids that are numbers already, as UIC codes are, stay what they are.
    private static func numbers(_ stations: [StopIndex], _ timetable: Timetable)
        -> [StopIndex: Int64]
    {
        var numbers: [StopIndex: Int64] = [:]
        var others: [(thing: StopIndex, id: String)] = []
        for station in stations {
            let id = timetable.lastingID(of: station)
            if let number = Int64(id), (1...0x7fff_ffff).contains(number), "\(number)" == id {
                numbers[station] = number
            } else {
                others.append((station, id))
            }
        }
        let taken = Set(numbers.values)
        for (station, number) in StableNumbers(others, avoiding: taken).numbers {
            numbers[station] = number
        }
        return numbers
    }

    private static func station(of stop: StopIndex, _ timetable: Timetable) -> StopIndex {
        var place = stop
        // A boarding area lies in a platform, and that in a station.
        for _ in 0..<3 {
            guard let parent = timetable.stops.parent(place) else { break }
            place = parent
        }
        return place
    }

    /// The number of the station that a stop belongs to; nil if nothing ever calls there.
    package func number(of stop: StopIndex) -> Int64? {
        stationNumbers[Self.station(of: stop, timetable)]
    }

    /// The station of that number, or of that GTFS id (of one of its platforms, too); nil if there
    /// is none.
    package func station(_ name: String) -> StopIndex? {
        if let number = Int64(name), let station = stationsByNumber[number] { return station }
        return timetable.keptStop(Self.unescaped(name)).map {
            Self.station(of: $0, timetable)
        }
    }

    /// The line of a route.
    package func line(_ route: RouteIndex) -> TrackerLine {
        TrackerLine(
            id: lineNumbers[route], name: timetable.routes.lineName(route),
            colour: timetable.routes.colour(route), textColour: timetable.routes.textColour(route))
    }

    /// The id of a vehicle that was seen.
    package func trainID(vehicle id: String) -> String { "\(Self.tenant)_\(Self.escaped(id))" }

    /// The id of a run of which no vehicle was seen.
    package func trainID(_ dated: DatedRun) -> String {
        let trip = timetable.trips.id(timetable.patterns.runTrips[dated.run])
        let start = timetable.patterns.runStarts[dated.run]
        return "\(Self.tenant)_\(Self.runMark)\(Self.escaped(trip)):\(dated.day.compactDescription)"
            + ":\(start)"
    }

    /// The run that such an id names; nil if it names a vehicle, or nothing of this network.
    package func run(trainID: String) -> DatedRun? {
        let mark = "\(Self.tenant)_\(Self.runMark)"
        guard trainID.hasPrefix(mark) else { return nil }
        let parts = trainID.dropFirst(mark.count).split(
            separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let day = ServiceDay(parts[1]), let start = Int32(parts[2]),
            let trip = timetable.keptTrip(Self.unescaped(String(parts[0])), on: day)
        else { return nil }
        let patterns = timetable.patterns
        let run = timetable.trips.runs(of: trip).first {
            patterns.runStarts[$0] == start
                && timetable.services.isActive(patterns.runServices[$0], on: day)
        }
        return run.map { DatedRun(run: $0, day: day) }
    }

    /// Vehicles' ids hold no colon once they are escaped, so they are not mistaken for this.
    private static let runMark = "run:"

    /// Commands are words: what might break one is written as `%` and two digits.
    private static func escaped(_ id: String) -> String {
        if id.utf8.allSatisfy(isPlain) { return id }
        var result = ""
        for byte in id.utf8 {
            if isPlain(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += byte < 16 ? "%0" : "%"
                result += String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func unescaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
