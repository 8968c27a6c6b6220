import Foundation
import History
import TransitModel

/// Vehicles with a fix every ten seconds for some minutes that include the end of an hour.
struct Measurement {
    let path: String
    let vehicles: Int
    let minutes: Int

    func run() async throws {
        let archive = try HistoryLoad.archive(path, retentionDays: 1)
        var fleet = Fleet(count: vehicles)
        // The hour ends in the middle.
        let start = UnixTime(seconds: 1_777_881_600 + 3600 - Int64(minutes) * 30)
        var making = 0.0
        var slowest = 0.0
        let before = Usage()
        for second in 0..<minutes * 60 {
            let now = start.advanced(bySeconds: Double(second))
            let making0 = Usage()
            let fixes = fleet.fixes(at: now, second: second)
            making += Usage().seconds - making0.seconds
            let clock = ContinuousClock()
            let wall = await clock.measure {
                archive.offer(fixes)
                await archive.advance(now: now)
            }
            slowest = max(slowest, wall / .seconds(1))
        }
        let storing = Usage().seconds - before.seconds - making
        let statistics = await archive.statistics
        let memory = Usage().peakMegabytes
        precondition(statistics.trouble == nil, statistics.trouble ?? "")
        print("vehicles, minutes, fixes       \(vehicles), \(minutes), \(statistics.stored)")
        print("processor, share of one core   \(percent(storing / Double(minutes * 60)))")
        print("slowest second of storing      \(milliseconds(slowest))")
        print("most memory                    \(Int(memory)) MB")

        // Three hours later everything is sealed.
        let later = start.advanced(bySeconds: Double(minutes * 60) + 3 * 3600)
        for second in 0..<400 {
            await archive.advance(now: later.advanced(bySeconds: Double(second)))
        }
        let sealed = await archive.statistics
        // The first fixes were measured a little before the start.
        try await read(archive, from: start.advanced(bySeconds: -60), to: later, sealed)
        await prune(archive, from: later)
        try await archive.close(now: later)
    }

    private func read(
        _ archive: FixArchive, from: UnixTime, to: UnixTime, _ statistics: FixArchiveStatistics
    ) async throws {
        let size = try await archive.size()
        let each = Double(size.fixBytes) / Double(statistics.stored)
        print(
            "bytes a fix, file a fix        \(rounded(each)), "
                + rounded(Double(size.fileBytes) / Double(statistics.stored)))
        let before = Usage()
        var count = 0
        for try await _ in archive.reader.fixes(FixQuery(from: from, to: to)) { count += 1 }
        precondition(count == statistics.stored, "read \(count)")
        print(
            "read in the order of time      "
                + "\(Int(Double(count) / (Usage().seconds - before.seconds) / 1000)) thousand a second"
        )
        let one = Usage()
        let query = FixQuery(vehicleID: "vehicle 7", from: from, to: to)
        let newest = try await archive.reader.newestFixes(query, limit: 1000)
        print(
            "one vehicle's newest \(newest.count)       \(milliseconds(Usage().seconds - one.seconds))"
        )
    }

    private func prune(_ archive: FixArchive, from start: UnixTime) async {
        var slowest = 0.0
        var total = 0.0
        // The clock advances in plausible steps.
        for step in 0..<2000 {
            let now = start.advanced(bySeconds: 3600 * min(Double(step), 40) + Double(step))
            let wall = await ContinuousClock().measure { await archive.advance(now: now) }
            slowest = max(slowest, wall / .seconds(1))
            total += wall / .seconds(1)
        }
        let statistics = await archive.statistics
        precondition(statistics.trouble == nil && statistics.prunedBlocks > 0, "\(statistics)")
        print("pruning, blocks, longest pause \(statistics.prunedBlocks), \(milliseconds(slowest))")
    }

    private func percent(_ share: Double) -> String { rounded(share * 100) + " %" }
    private func milliseconds(_ seconds: Double) -> String { rounded(seconds * 1000) + " ms" }
    private func rounded(_ number: Double) -> String { String(format: "%.1f", number) }
}

/// A bus that drives, stops and turns.
private struct Bus {
    var latitude: Double
    var longitude: Double
    var heading: Double
    var speed = 8.0

    /// Advances by ten seconds.
    mutating func move(_ random: inout SeededRandom) {
        // It stands for a third of the time.
        if Int.random(in: 0..<3, using: &random) == 0 {
            speed = 0
            return
        }
        speed = Double.random(in: 3...14, using: &random)
        heading += Double.random(in: -30...30, using: &random)
        let metres = speed * 10
        latitude += metres * cos(heading * .pi / 180) / 111_320
        longitude += metres * sin(heading * .pi / 180) / 76_000
    }
}

/// Many buses.
private struct Fleet {
    private var random: SeededRandom
    private var buses: [Bus]

    init(count: Int) {
        var random = SeededRandom(seed: 4)
        buses = (0..<count).map { _ in
            Bus(
                latitude: .random(in: 46...47.5, using: &random),
                longitude: .random(in: 6...10, using: &random),
                heading: .random(in: 0..<360, using: &random))
        }
        self.random = random
    }

    /// The reports of a tenth of them in a second.
    mutating func fixes(at now: UnixTime, second: Int) -> [ArchivedFix] {
        stride(from: second % 10, to: buses.count, by: 10).map { number in
            buses[number].move(&random)
            let bus = buses[number]
            let time = now.advanced(bySeconds: -Double(2 + number % 8))
            return ArchivedFix(
                VehicleFix(
                    vehicleID: "vehicle \(number)", label: "\(number)",
                    coordinate: Coordinate(latitude: bus.latitude, longitude: bus.longitude),
                    headingDegrees: bus.heading, speedMetresPerSecond: bus.speed, time: time,
                    trip: TripReference(
                        tripID: "trip \(number)-\((second + number) / 2400)",
                        serviceDay: ServiceDay(daysSince1970: 20_577))),
                routeID: "route \(number % 300)", received: now)
        }
    }
}

/// The resources used by the process so far.
struct Usage {
    /// User and system processor time.
    let seconds: Double
    let peakMegabytes: Double

    init() {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        seconds =
            Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
        peakMegabytes = Double(usage.ru_maxrss) / 1024
    }
}
