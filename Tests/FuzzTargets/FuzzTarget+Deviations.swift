import Engine
import Realtime
import Timetables
import TransitModel

// Frames whose checksums are right, as those of a server that means harm.
extension FuzzTarget {
    private static let now = UnixTime(seconds: 1_777_874_400)

    private static let keptNetwork = Result { NetworkBytes(copying: try networkFile()) }

    /// Reads a frame after a snapshot and mending its checksum, and asks about what it names.
    static func deviations(_ bytes: [UInt8]) throws -> Bool {
        guard bytes.count > 4 else { return false }
        let engine = try NetworkEngine(keptNetwork.get())
        try engine.apply(deviationFrames()[0])
        let sum = bytes[4...].withUnsafeBytes { StableHash.checksum($0) }
        let frame = (0..<4).map { UInt8(truncatingIfNeeded: sum >> UInt64(8 * $0)) } + bytes[4...]
        do {
            try engine.apply(frame)
        } catch {
            try promise(engine.deviationSequence == nil, "nothing is kept of a bad frame")
            return false
        }
        for target in [
            "/api/v1/stops/A/departures", "/api/v1/stops/B/lines", "/api/v1/alerts",
            "/api/v1/trips/red-1", "/api/v1/connections?from=A&to=C&passed=true",
        ] {
            let answer = engine.get(target, now: now)
            try promise(
                [200, 404, 422].contains(answer.status), "an answer or a reason: \(target)")
        }
        return true
    }

    /// Returns a snapshot, and the changes after it.
    static func deviationFrames() throws -> [[UInt8]] {
        let timetable = try Timetable(
            checking: NetworkFile(bytes: keptNetwork.get(), name: "network"))
        let day = timetable.timeZone.day(at: now)
        func snapshot(_ number: UInt64) -> NetworkSnapshot {
            let late = Int32(28_800 + 60 * number)
            let calls = [Int32(0), 600, 1200].map { seconds in
                ExpectedCall(
                    arrival: ServiceTime(seconds: late + seconds),
                    departure: ServiceTime(seconds: late + seconds + 20),
                    stop: seconds == 600 ? StopIndex(0) : nil, isSkipped: seconds == 600,
                    spread: CallSpread(either: 40), occupancy: .fewSeatsAvailable)
            }
            let stops = [Int32(0), 1].map { stop in
                let time = ServiceTime(seconds: 29_000 + stop * 90)
                return AddedCall(stop: StopIndex(Int(stop)), arrival: time, departure: time)
            }
            let extra = AddedRun(
                tripID: "extra-\(number)", day: day, route: RouteIndex(0), calls: stops)
            return NetworkSnapshot(
                timetable: timetable, sequence: number, asOf: now, vehicles: [],
                source: LiveSourceState(kind: "gtfs-rt", updatedAt: now),
                overlay: RealtimeOverlay(
                    version: number,
                    changes: [
                        DatedRun(run: RunIndex(0), day: day): RunChange(calls: calls),
                        DatedRun(run: RunIndex(Int(number)), day: day): .cancelled,
                    ], added: extra.map { [$0] } ?? [],
                    alerts: [
                        ServiceAlert(
                            id: "\(number)", header: ["de": "Umleitung"], effect: "DETOUR",
                            periods: [.init(start: now, end: nil)],
                            subjects: [.init(route: RouteIndex(0)), .init(stop: StopIndex(1))])
                    ]))
        }
        var writer = DeviationWriter(timetable, sequence: 0)
        _ = writer.next(snapshot(1))
        let first = writer.snapshot()
        return [first, writer.next(snapshot(2))]
    }
}
