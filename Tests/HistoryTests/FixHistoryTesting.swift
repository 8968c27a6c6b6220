import Foundation
import Persistence
import PostgresTesting
import TransitModel

@testable import History

/// Each test's own storage for a history, removed with it.
final class Scratch: Sendable {
    let kind: StoreKind
    private let places: StorePlaces

    init(_ kind: StoreKind = .file) throws {
        self.kind = kind
        places = try StorePlaces(kind)
    }

    var url: URL { places.folder.url }
    var path: String { url.appendingPathComponent("history.sqlite").path }

    /// The path or the database's address.
    var address: String {
        guard case .server(let address) = places.place("history") else { return path }
        return address.url
    }

    /// Opens the history as a node does; in PostgreSQL it stores from its first call on unless
    /// another node does.
    ///
    /// Its lease does not end by itself: a busy machine may take minutes between two calls.
    func archive(
        retentionDays: Int = 30, node: String = "a", leaseSeconds: Int = 100_000
    ) throws -> FixArchive {
        try FixArchive(
            places.place("history"), retentionDays: retentionDays, node: node,
            leaseSeconds: leaseSeconds)
    }

    /// Opens the history's tables without an archive.
    func store() throws -> RecordStore {
        try RecordStore(places.place("history"), schema: FixHistorySchema.schema)
    }

    /// Opens the history after its previous owner closed it, and recovers its data.
    func archive(after last: FixArchive, _ now: UnixTime = monday) async throws -> FixArchive {
        try await last.close(now: now)
        guard kind == .server else { return try await afterClosing() }
        let archive = try archive()
        await archive.advance(now: now)
        await archive.endOverlap()
        return archive
    }

    private func afterClosing() async throws -> FixArchive {
        let copy = url.appendingPathComponent("copy-\(UUID().uuidString)")
        // A new inode, since the old archive may still hold its lock.
        try FileManager.default.copyItem(atPath: path, toPath: copy.path)
        for suffix in ["", "-wal", "-shm", "-lock"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
        }
        try FileManager.default.moveItem(atPath: copy.path, toPath: path)
        return try archive()
    }
}

/// 2026-05-04T08:00:00Z.
let monday = UnixTime(seconds: 1_777_881_600)

/// Returns a vehicle's fix some seconds after Monday eight o'clock, exact in the archive's units.
func fix(
    _ vehicle: String, at seconds: Double, trip: TripReference? = nil, route: String? = nil,
    label: String? = nil
) -> ArchivedFix {
    let time = monday.advanced(bySeconds: seconds)
    return ArchivedFix(
        VehicleFix(
            vehicleID: vehicle, label: label,
            coordinate: Coordinate(latitude: 46.5, longitude: 7.25 + (seconds / 1e5)).rounded,
            headingDegrees: 90, speedMetresPerSecond: 8.5, time: time, trip: trip),
        routeID: route, received: time.advanced(bySeconds: 2))
}

extension FixArchive {
    /// Ends the period in which fixes may duplicate those that the previous node stored.
    func endOverlap() { overlap = 0 }
}

extension Coordinate {
    /// The coordinate in the archive's precision of millionths of a degree.
    var rounded: Coordinate {
        Coordinate(
            latitude: (latitude * 1e6).rounded() / 1e6,
            longitude: (longitude * 1e6).rounded() / 1e6)
    }
}

extension FixReader {
    /// Returns all results of a query.
    func all(_ query: FixQuery) async throws -> [ArchivedFix] {
        var fixes: [ArchivedFix] = []
        for try await fix in self.fixes(query) { fixes.append(fix) }
        return fixes
    }
}

extension FixQuery {
    /// Everything from a day before Monday to two years after.
    static let everything = FixQuery(
        from: monday.advanced(bySeconds: -86_400), to: monday.advanced(bySeconds: 7.2e7))
}

/// Vehicles that randomly move, stop, turn, change trips and lose data.
struct RandomTraffic {
    var random: SeededRandom
    private var vehicles: [String: ArchivedFix] = [:]

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    private mutating func flip(_ jitter: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < jitter
    }

    /// Returns the next fix of one of eight vehicles, measured at `time`.
    mutating func fix(at time: UnixTime) -> ArchivedFix {
        let id = "v\(Int.random(in: 0..<8, using: &random))"
        let known = vehicles[id]?.fix
        var place = known?.coordinate ?? Coordinate(latitude: 46.8, longitude: -7.4)
        if flip(70) {
            place =
                Coordinate(
                    latitude: place.latitude + Double.random(in: -0.002...0.002, using: &random),
                    longitude: place.longitude + Double.random(in: -0.002...0.002, using: &random)
                ).rounded
        }
        let heading = flip(10) ? nil : Double(Int.random(in: 0..<360, using: &random))
        let speed = flip(10) ? nil : Double(Int.random(in: 0..<300, using: &random)) / 10
        let isOn = flip(90)
        let trip = isOn ? (flip(85) && known != nil ? known?.trip : trip()) : nil
        let fix = VehicleFix(
            vehicleID: id, label: flip(50) ? nil : "Bus \(id)", coordinate: place,
            headingDegrees: flip(30) ? known?.headingDegrees : heading,
            speedMetresPerSecond: flip(30) ? known?.speedMetresPerSecond : speed, time: time,
            trip: trip)
        let archived = ArchivedFix(
            fix, routeID: flip(60) ? "r\(Int.random(in: 0..<3, using: &random))" : nil,
            received: time.advanced(bySeconds: Double(Int.random(in: -5..<60, using: &random))))
        vehicles[id] = archived
        return archived
    }

    private mutating func trip() -> TripReference? {
        let reference = TripReference(
            tripID: flip(80) ? "t\(Int.random(in: 0..<20, using: &random))" : nil,
            routeID: flip(50) ? "r\(Int.random(in: 0..<3, using: &random))" : nil,
            serviceDay: flip(50) ? ServiceDay(daysSince1970: 20_000) : nil,
            startTime: flip(20) ? ServiceTime(seconds: 30_000) : nil)
        return reference == TripReference() ? nil : reference
    }
}
