import Foundation
import Notifications
import Persistence
import Realtime
import Riders
import Timetables
import TransitModel

/// Measures one pass of the alert engine over a changed network; not part of the program.
///
/// `alert-pass FOLDER RIDERS SEED` draws riders with five saved connections each, a tenth of them
/// due, into FOLDER, lets the engine evaluate a quiet network and then changed ones, and prints the
/// costs. With HOMES as a fourth argument it computes that number of riders' homes instead.
@main enum AlertPassBenchmark {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard (4...5).contains(arguments.count), let riders = Int(arguments[2]), riders > 0,
            let seed = UInt64(arguments[3])
        else {
            print("usage: alert-pass FOLDER RIDERS SEED [HOMES]")
            exit(64)
        }
        let folder = arguments[1]
        let town = try Town(in: folder + "/feed")
        var crowd = Crowd(town, seed: seed)
        let store = try RecordStore(path: folder + "/riders.sqlite", schema: .riders)
        let begin = ContinuousClock.now
        try crowd.write(riders, to: store)
        print("drawn        \(riders) riders in \((ContinuousClock.now - begin) / .seconds(1)) s")
        let riderStore = RiderStore(store, clock: SystemWallClock())
        if arguments.count == 5, let homes = Int(arguments[4]) {
            return try await computeHomes(homes, of: riders, riderStore, town)
        }
        let engine = AlertEngine(
            .init(riderStore, try Outbox(path: folder + "/outbox.sqlite")),
            network: SavedNetwork(town.timetable),
            links: AlertLinks(home: "https://takt.example"))
        var passes = Passes(town, engine, riders: riders, seed: seed)
        try await passes.run()
    }

    /// Computes the homes of some riders as the server does, and prints their departures.
    private static func computeHomes(
        _ count: Int, of riders: Int, _ store: RiderStore, _ town: Town
    ) async throws {
        let network = SavedNetwork(town.timetable)
        var departures = 0
        for number in 0..<count {
            let rider = Crowd.rider(number % riders)
            let home = Home(
                try await store.connections(rider), at: nil,
                settings: try await store.settings(rider), now: town.time("7:59:30"), in: network,
                overlay: .none)
            departures += home.other.reduce(0) { sum, connection in
                sum + connection.routes.reduce(0) { $0 + $1.departures.count }
            }
        }
        print("homes        \(count) with \(departures) departures")
    }
}

/// The passes, one after another, each with its costs.
private struct Passes {
    private let town: Town
    private let engine: AlertEngine
    private let riders: Int
    private var random: SeededRandom

    init(_ town: Town, _ engine: AlertEngine, riders: Int, seed: UInt64) {
        self.town = town
        self.engine = engine
        self.riders = riders
        random = SeededRandom(seed: seed ^ 0x5eed)
    }

    mutating func run() async throws {
        var troubles = town.troubles(share: 0, &random)
        // Each of the first evaluations reads a part of the riders.
        repeat {
            try await look("start", "7:59:30", troubles, 1)
        } while await engine.load.waiting > 0
        try await look("quiet", "7:59:40", troubles, 1)
        // Every run is some seconds late, as in any live network, which causes no alerts.
        troubles = town.troubles(share: 0, &random)
        try await look("seconds", "7:59:50", troubles, 2)
        try await look("minute", "8:00:00", troubles, 2)
        // A fifth of the runs has a delay that causes an alert.
        troubles = town.troubles(share: 0.2, &random)
        try await look("troubles", "8:00:10", troubles, 3)
        troubles = town.troubles(share: 0.2, &random)
        try await look("again", "8:03:20", troubles, 4)
    }

    private func look(
        _ name: String, _ time: String, _ changes: [DatedRun: RunChange], _ version: UInt64
    ) async throws {
        let now = town.time(time)
        let snapshot = NetworkSnapshot(
            timetable: town.timetable, sequence: version, asOf: now, vehicles: [],
            source: LiveSourceState(kind: "gtfs-rt", updatedAt: now)
        ).with(RealtimeOverlay(version: version, changes: changes))
        let sent = await engine.load.sent
        let (before, begin) = (Usage(), ContinuousClock.now)
        try await engine.advance(snapshot, now: now)
        let (wall, seconds) = (
            (ContinuousClock.now - begin) / .milliseconds(1), Usage().seconds - before.seconds
        )
        let load = await engine.load
        let fields = [
            name.padding(toLength: 12, withPad: " ", startingAt: 0),
            "\(Int(seconds * 1000)) ms of a core", "\(Int(wall)) ms",
            "\(Int(seconds * 1e9) / riders) ns a rider", "\(load.watched) watched",
            "\(load.sent - sent) sent", "\(Usage().megabytes) MB",
        ]
        print(fields.joined(separator: "  "))
    }
}

/// The resources that this process has used.
private struct Usage {
    let seconds: Double
    /// The peak memory.
    let megabytes: Int

    init() {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double {
            Double(time.tv_sec) + Double(time.tv_usec) / 1e6
        }
        self.seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime)
        megabytes = Int(usage.ru_maxrss) / 1024
    }
}
