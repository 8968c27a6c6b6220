import Foundation
import History
import Persistence
import TransitModel

/// Fills a history for tests and measurements; not part of the program.
///
/// `history-load store FILE FIRST` stores batch after batch until it is killed and prints the
/// number of each as soon as the archive counts it as stored. `history-load measure FILE VEHICLES
/// MINUTES` prints the costs of storing; `history-load recorded FILE` the size of recorded fixes.
/// The address of an empty PostgreSQL database may replace the file.
@main enum HistoryLoad {
    static func main() async throws {
        let arguments = CommandLine.arguments
        switch arguments.dropFirst().first {
        case "store" where arguments.count == 4:
            try await store(path: arguments[2], first: Int(arguments[3]) ?? 0)
        case "measure" where arguments.count == 5:
            try await Measurement(
                path: arguments[2], vehicles: Int(arguments[3]) ?? 0,
                minutes: Int(arguments[4]) ?? 0
            ).run()
        case "recorded" where arguments.count == 3:
            try await Recording.store(path: arguments[2])
        default:
            print(
                "usage: history-load store FILE FIRST | measure FILE VEHICLES MINUTES | "
                    + "recorded FILE")
            exit(64)
        }
    }

    /// Opens a history at that path or address.
    static func archive(_ place: String, retentionDays: Int) throws -> FixArchive {
        guard place.contains("://") else {
            return try FixArchive(path: place, retentionDays: retentionDays)
        }
        return try FixArchive(
            .server(PostgresAddress(url: place, connections: 4)), retentionDays: retentionDays,
            node: "\(ProcessInfo.processInfo.processIdentifier)")
    }

    static func store(path: String, first: Int) async throws {
        let archive = try archive(path, retentionDays: 30)
        var stored = 0
        // The lease of a killed writer ends after some seconds.
        let start = LoadBatch(number: first).now
        for _ in 0..<20 {
            let isStoring = await archive.isStoring
            if isStoring { break }
            await archive.advance(now: start)
            try await Task.sleep(for: .milliseconds(500))
        }
        for number in first... {
            let batch = LoadBatch(number: number)
            archive.offer(batch.fixes)
            await archive.advance(now: batch.now)
            let statistics = await archive.statistics
            guard statistics.trouble == nil, statistics.stored == stored + batch.fixes.count else {
                print("batch \(number): \(statistics)")
                exit(1)
            }
            stored = statistics.stored
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        }
    }
}

/// What ten vehicles report at once, every 20 seconds; the same for the same number.
struct LoadBatch {
    let now: UnixTime
    let fixes: [ArchivedFix]

    init(number: Int) {
        let now = UnixTime(seconds: 1_777_881_600 + 20 * Int64(number))
        var random = SeededRandom(seed: UInt64(number))
        self.now = now
        fixes = (0..<10).map { vehicle in
            let time = now.advanced(bySeconds: -Double(vehicle % 7))
            let trip = TripReference(tripID: "trip \((number / 90 + vehicle) % 500)")
            return ArchivedFix(
                VehicleFix(
                    vehicleID: "vehicle \(vehicle)",
                    coordinate: Coordinate(
                        latitude: Double(Int.random(in: 46_000_000...47_000_000, using: &random))
                            / 1e6,
                        longitude: Double(Int.random(in: 7_000_000...8_000_000, using: &random))
                            / 1e6),
                    headingDegrees: Double(Int.random(in: 0..<360, using: &random)), time: time,
                    trip: trip),
                routeID: "route \(vehicle % 5)", received: now)
        }
    }
}
