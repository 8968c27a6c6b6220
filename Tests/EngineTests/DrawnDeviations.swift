import Realtime
import Timetables
import TransitModel

/// Drawn deviations from a timetable, which change from one instant to the next.
struct DrawnDeviations {
    private let timetable: Timetable
    private let day: ServiceDay
    private var random: SeededRandom
    private var changes: [DatedRun: RunChange] = [:]
    private var added: [AddedRun] = []
    private var alerts: [ServiceAlert] = []
    private var version: UInt64 = 0

    init(_ timetable: Timetable, on day: ServiceDay, seed: UInt64) {
        self.timetable = timetable
        self.day = day
        random = SeededRandom(seed: seed)
    }

    /// Returns the deviations at the next instant; about every fifth is as before.
    mutating func next(at now: UnixTime) -> NetworkSnapshot {
        if version == 0 || !chance(5) { change() }
        return NetworkSnapshot(
            timetable: timetable, sequence: version, asOf: now, vehicles: [],
            source: LiveSourceState(kind: "gtfs-rt", updatedAt: now.advanced(bySeconds: -3)),
            overlay: RealtimeOverlay(
                version: version, changes: changes, added: added, alerts: alerts))
    }

    private mutating func change() {
        version += 1
        for _ in 0..<6 {
            let run = RunIndex(number(timetable.patterns.runCount))
            let dated = DatedRun(run: run, day: day.advanced(by: number(2)))
            switch number(8) {
            case 0: changes[dated] = nil
            case 1: changes[dated] = .cancelled
            case 2: changes[dated] = .deleted
            default: changes[dated] = delayed(run)
            }
        }
        if !added.isEmpty, chance(3) { added.remove(at: number(added.count)) }
        if chance(2), let run = addedRun() { added.append(run) }
        if !alerts.isEmpty, chance(3) { alerts.remove(at: number(alerts.count)) }
        if chance(2) { alerts.insert(alert(), at: number(alerts.count + 1)) }
    }

    // MARK: - Ingredients

    private mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    private mutating func chance(_ part: Int) -> Bool { number(part) == 0 }

    private mutating func stop() -> StopIndex { StopIndex(number(timetable.stops.count)) }

    private mutating func route() -> RouteIndex { RouteIndex(number(timetable.routes.count)) }

    private mutating func delayed(_ run: RunIndex) -> RunChange {
        let pattern = timetable.patterns.pattern(of: run)
        let ahead = number(4)
        var delay = Int32(number(900) - 120)
        let calls = timetable.patterns.stops(of: pattern).indices.map { position in
            let times = timetable.patterns.times(of: run, in: pattern, at: position)
            if position > ahead { delay += Int32(number(7) - 3) }
            let spread =
                position < ahead || chance(4)
                ? nil
                : CallSpread(
                    arrival: (Int32(number(9) * 10), Int32(number(90))),
                    departure: (Int32(number(9) * 10), Int32(number(90))),
                    margin: Int32(number(9) * 10))
            return ExpectedCall(
                arrival: ServiceTime(seconds: times.arrival.seconds + delay),
                departure: ServiceTime(seconds: times.departure.seconds + delay),
                stop: chance(12) ? stop() : nil, isSkipped: chance(12), spread: spread,
                occupancy: chance(3) ? OccupancyStatus(rawValue: UInt8(number(7))) : nil)
        }
        return RunChange(calls: calls)
    }

    private mutating func addedRun() -> AddedRun? {
        var seconds = Int32(20_000 + number(40_000))
        let calls = (0..<2 + number(3)).map { _ in
            seconds += Int32(60 + number(600))
            return AddedCall(
                stop: stop(), arrival: ServiceTime(seconds: seconds),
                departure: ServiceTime(seconds: seconds + 20),
                occupancy: chance(3) ? .fewSeatsAvailable : nil)
        }
        return AddedRun(
            tripID: "extra-\(version)", day: day, route: route(),
            headsign: chance(2) ? "Zürich HB" : nil, replaces: changes.keys.first, calls: calls)
    }

    private mutating func alert() -> ServiceAlert {
        let start = timetable.timeZone.start(of: day)
        return ServiceAlert(
            id: "alert-\(version)", header: ["de": "Umleitung \(version)", "": "Detour"],
            description: chance(2) ? ["fr": "Déviation à l’arrêt"] : [:],
            urls: chance(2) ? ["": "https://transit.example/\(version)"] : [:],
            cause: chance(2) ? "STRIKE" : nil, effect: "DETOUR",
            periods: chance(2) ? [.init(start: start, end: chance(2) ? nil : start)] : [],
            subjects: chance(4) ? [] : [.init(route: route()), .init(stop: stop())])
    }
}
