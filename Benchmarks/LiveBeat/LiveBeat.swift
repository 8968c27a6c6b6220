import Foundation
import GTFSRealtime
import LiveMap
import Matching
import Prediction
import Realtime
import Simulation
import Timetables
import TransitModel

/// Measures the live loop of a server, tick by tick; not part of the program.
///
/// `live-tick NETWORK MINUTES [FOLDER]` runs simulated vehicles on a Monday morning through
/// everything that a server does with them every second, on a simulated clock, and prints the
/// processor time of each step and the results. With FOLDER the last feeds are written there.
@main enum LiveBeat {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard (3...4).contains(arguments.count), let minutes = Int(arguments[2]), minutes > 0 else {
            print("usage: live-beat NETWORK MINUTES [FOLDER]")
            exit(64)
        }
        let timetable = try Timetable(path: arguments[1])
        guard let morning = ServiceTime("8:00:00") else { preconditionFailure("it is a time") }
        let day = ServiceDay(daysSince1970: 20_577)  // 2026-05-04
        let server = Server(timetable, at: timetable.timeZone.time(morning, on: day))
        for second in 0..<minutes * 60 {
            await server.tick()
            if second % Server.pollSeconds == 5 { try await server.share() }
            try await server.tellIfDue()
        }
        await server.report()
        guard arguments.count == 4 else { return }
        for (kind, bytes) in await server.shared {
            try Data(bytes).write(
                to: URL(fileURLWithPath: arguments[3]).appendingPathComponent("\(kind.rawValue).pb")
            )
        }
    }
}

/// A server's work of every second, as in `LiveLoop`.
private actor Server {
    /// The interval at which sources are polled, and clients poll, in seconds.
    static let pollSeconds = 10
    private static let renewalSeconds = 60

    private let timetable: Timetable
    private let state: LiveState
    private let feed: MapFeed
    private var simulator: Simulator
    private var now: UnixTime
    private var seconds = 0
    private var learner = PredictionLearner()
    private var predictor = ProgressPredictor()
    private var judge = ArrivalEvaluator()
    private var scores = PredictionScores()
    private var expectations = ExpectationCache()
    private var merger = OverlayMerger()
    private var session = MapSession(box: nil, lastSequence: nil)
    private var meter = Meter()
    private var arrival = ArrivalMeter()
    private var isRenewed = true
    private var unlearnt: [LiveVehicle] = []
    private var deviations: DeviationWriter
    private var reader: DeviationReader
    /// The bytes of the frames, and when they were written, in seconds since the start.
    private var frames: [(second: Int, bytes: Int)] = []
    private var nextFrame = 7
    /// The number of changes sent to viewers.
    private var count = 0
    private var sent = Fingerprint()
    private var written = Fingerprint()
    private(set) var shared: [RealtimeFeeds.Kind: [UInt8]] = [:]
    private var parts: TripUpdateParts?

    init(_ timetable: Timetable, at start: UnixTime) {
        self.timetable = timetable
        now = start
        simulator = Simulator(timetable)
        deviations = DeviationWriter(timetable, sequence: 0)
        reader = DeviationReader(timetable)
        state = LiveState(timetable, sourceKind: "gtfs-rt", firstSequence: 1)
        feed = MapFeed(
            NetworkSnapshot(
                timetable: timetable, sequence: 0, asOf: start, vehicles: [],
                source: LiveSourceState(kind: "gtfs-rt", updatedAt: nil)))
    }

    /// Runs one second.
    func tick() async {
        if seconds % Self.pollSeconds == 0 {
            var batch = LiveBatch(source: "fixes", asOf: now)
            batch.fixes = fixes()
            meter.begin()
            arrival.begin(meter)
            await state.apply(batch, now: now) { await self.show($0) }
            meter.end("take in")
            if !unlearnt.isEmpty { show(await state.snapshot(now: now)) }
        }
        meter.begin()
        let snapshot = await state.snapshot(now: now)
        meter.end("freeze")
        let frame = feed.next(snapshot, by: predictor, isRenewed: isRenewed)
        meter.end("frame")
        let expected = expectations.overlay(of: snapshot, by: predictor, isRenewed: isRenewed) {
            frame.vehicles[$0].expectedCalls
        }
        meter.end("expect")
        let overlay = merger.merge(
            reported: snapshot.overlay, expected: expected, vehicles: snapshot.vehicles)
        meter.end("merge")
        feed.publish(frame.with(overlay))
        meter.end("publish")
        watch()
        arrival.end()
        learn(from: snapshot)
        now = now.advanced(bySeconds: 1)
        seconds += 1
    }

    /// Shows the map a part of a large report.
    private func show(_ snapshot: NetworkSnapshot) {
        meter.end("take in")
        unlearnt += snapshot.changedVehicles
        feed.show(part: snapshot)
        meter.end("frame")
        watch()
    }

    private func watch() {
        let update = session.update(feed.frames.current)
        meter.end("watch")
        count += update.vehicles.count + update.removed.count
        arrival.note(update.vehicles.count, meter)
        for vehicle in update.vehicles { sent.add(vehicle) }
        meter.begin()
    }

    private func learn(from snapshot: NetworkSnapshot) {
        let changed = unlearnt + snapshot.changedVehicles
        unlearnt = []
        meter.begin()
        scores.begin(timetable.timeZone.day(at: now))
        for vehicle in changed { learner.observe(vehicle) }
        meter.end("learn")
        for vehicle in changed {
            guard let route = vehicle.route else { continue }
            judge.observe(
                vehicle, routeID: timetable.routes.id(route), by: predictor, into: &scores)
        }
        meter.end("judge")
        isRenewed = seconds % Self.renewalSeconds == 0
        if isRenewed { predictor = ProgressPredictor(learner.model) }
        meter.end("renew")
    }

    /// The newest fix of each vehicle since the last call, as a source reports them.
    private func fixes() -> [VehicleFix] {
        let since = now.advanced(bySeconds: -Double(Self.pollSeconds))
        let newest = Dictionary(
            simulator.fixes(after: since, upTo: now).map { ($0.vehicleID, $0) },
            uniquingKeysWith: { $1 })
        return newest.values.sorted { $0.vehicleID < $1.vehicleID }
    }

    /// Creates the two large feeds.
    func share() throws {
        let frame = feed.frames.current
        for kind in [RealtimeFeeds.Kind.vehiclePositions, .tripUpdates] {
            meter.begin()
            let feeds = RealtimeFeeds(
                frame.snapshot, expecting: frame.vehicles.map(\.expectedCalls))
            let bytes =
                kind == .tripUpdates ? try tripUpdates(feeds) : try feeds.feed(kind)
            meter.end(kind.rawValue)
            written.take(bytes)
            shared[kind] = bytes
        }
    }

    /// Creates the feed of trip updates with what still holds of the one before.
    private func tripUpdates(_ feeds: RealtimeFeeds) throws -> [UInt8] {
        let earlier = shared[.tripUpdates] ?? []
        let start = FeedWriter.contentStart(of: earlier)
        let (bytes, parts) = try feeds.tripUpdates(repeating: parts) {
            $1 += earlier[start + $0.lowerBound..<start + $0.upperBound]
        }
        self.parts = parts
        return bytes
    }

    /// Writes the frame for devices that keep the network if it is due, as the server does, and
    /// reads it as one of them.
    func tellIfDue() throws {
        guard seconds >= nextFrame else { return }
        let snapshot = feed.frames.current.snapshot
        let changes = snapshot.overlay.changes
        nextFrame = seconds + DeviationWriter.intervalSeconds(changedRuns: changes.count)
        meter.begin()
        let frame = deviations.next(snapshot)
        meter.end("deviations")
        frames.append((seconds, frame.count))
        try reader.read(reader.sequence == nil ? deviations.snapshot() : frame)
        guard (reader.snapshot?.overlay.changes ?? [:]) == changes else {
            throw DeviationError.damaged
        }
    }

    func report() {
        let frame = feed.frames.current
        // The first minutes are those in which everything is new.
        let later = frames.dropFirst(frames.count / 2)
        let minutes = Double(nextFrame - (later.first?.second ?? 0)) / 60
        let bytes = later.reduce(0) { $0 + $1.bytes }
        print(
            "deviations \(Int(Double(bytes) / minutes)) bytes a minute in \(later.count) frames,",
            "snapshot \(deviations.snapshot().count) bytes,",
            "runs \(frame.snapshot.overlay.changes.count)")
        print("vehicles \(frame.vehicles.count), sent \(count) \(sent.text), feeds \(written.text)")
        for (kind, bytes) in shared { print("\(kind.rawValue) \(bytes.count / 1000) kB") }
        print(String(format: "on the map after     %8.2f ms at the median", arrival.milliseconds))
        meter.report(seconds: seconds)
    }
}

/// The processor time from a report until the map has half of the vehicles that changed.
private struct ArrivalMeter {
    private var start: Double?
    private var sent: [(vehicles: Int, seconds: Double)] = []
    private var medians: [Double] = []

    /// The mean of all reports.
    var milliseconds: Double { medians.reduce(0, +) / Double(max(1, medians.count)) * 1000 }

    mutating func begin(_ meter: Meter) {
        start = meter.total
        sent = []
    }

    mutating func note(_ vehicles: Int, _ meter: Meter) {
        guard let start else { return }
        sent.append((vehicles, meter.total - start))
    }

    mutating func end() {
        guard start != nil else { return }
        start = nil
        let all = sent.reduce(0) { $0 + $1.vehicles }
        var sum = 0
        for update in sent {
            sum += update.vehicles
            if sum * 2 >= all { return medians.append(update.seconds) }
        }
    }
}

/// The processor time of steps.
private struct Meter {
    private var sums: [String: Double] = [:]
    private var counts: [String: Int] = [:]
    private var last = 0.0
    /// The time of all steps.
    private(set) var total = 0.0

    private static func used() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    mutating func begin() { last = Self.used() }

    /// Ends a step that began with the end of the previous one.
    mutating func end(_ step: String) {
        let now = Self.used()
        sums[step, default: 0] += now - last
        total += now - last
        counts[step, default: 0] += 1
        last = now
    }

    func report(seconds: Int) {
        for (step, sum) in sums.sorted(by: { $0.value > $1.value }) {
            let count = counts[step] ?? 1
            print(
                step.padding(toLength: 20, withPad: " ", startingAt: 0),
                String(
                    format: "%8.2f ms each, %7.3f %% of a core", sum / Double(count) * 1000,
                    sum / Double(seconds) * 100))
        }
        let share = total / Double(seconds) * 100
        print(String(format: "all                  %7.3f %% of a core", share))
    }
}

/// A hash of the results, to compare two programs (FNV-1a).
private struct Fingerprint {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    var text: String { String(hash, radix: 16) }

    mutating func take(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    private mutating func take(_ number: UInt64) {
        hash = (hash ^ number) &* 0x100_0000_01b3
        hash ^= hash >> 29
    }

    /// Adds what viewers get of a vehicle; the order does not matter.
    mutating func add(_ vehicle: MapVehicle) {
        var other = Fingerprint()
        other.take(vehicle.vehicle.id.utf8)
        other.take(UInt64(bitPattern: Int64(vehicle.delaySeconds ?? -99_999)))
        other.take(UInt64(vehicle.nextStop?.stop.rawValue ?? .max))
        if let next = vehicle.nextStop {
            for time in [next.scheduled, next.expected, next.span?.earliest, next.span?.latest] {
                other.take(UInt64(bitPattern: time?.milliseconds ?? -1))
            }
        }
        for point in vehicle.trajectory.points {
            other.take(UInt64(bitPattern: point.time.milliseconds))
            other.take(point.coordinate.latitude.bitPattern)
            other.take(point.coordinate.longitude.bitPattern)
        }
        hash &+= other.hash
    }
}
