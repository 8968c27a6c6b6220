import Realtime
import Timetables
import TransitModel

@testable import Transit

/// A slow, obvious board that examines every run on every day.
struct SlowBoard {
    struct Call {
        let key: String
        let seconds: Int64
        let order: (UInt64, ServiceDay, Int)
        let status: BoardCall.Status
        let line: LineDirection
        let day: ServiceDay
    }

    private let text: BoardText
    private let kind: BoardRequest.Kind
    private let here: Set<StopIndex>
    /// The calls in the board's order.
    private(set) var calls: [Call] = []

    init(_ text: BoardText, _ asked: StopIndex, _ kind: BoardRequest.Kind) {
        self.text = text
        self.kind = kind
        let stops = text.timetable.stops
        here = Set(stops.indices.filter { $0 == asked || stops.parent($0) == asked })
        for day in (-14...24).map({ monday.advanced(by: $0) }) {
            for pattern in text.timetable.patterns.indices { add(pattern, on: day) }
        }
        addAdded()
        calls.sort {
            ($0.seconds, $0.order.0, $0.order.1, $0.order.2)
                < ($1.seconds, $1.order.0, $1.order.1, $1.order.2)
        }
    }

    private mutating func add(_ pattern: PatternIndex, on day: ServiceDay) {
        let patterns = text.timetable.patterns
        for run in patterns.runs(of: pattern)
        where text.timetable.services.isActive(patterns.runServices[run], on: day) {
            let change = text.overlay.change(of: run, on: day)
            for position in patterns.stops(of: pattern).indices {
                add(run, pattern, position, on: day, change)
            }
        }
    }

    private mutating func add(
        _ run: RunIndex, _ pattern: PatternIndex, _ position: Int, on day: ServiceDay,
        _ change: RunChange?
    ) {
        let patterns = text.timetable.patterns
        let stops = patterns.stops(of: pattern)
        let times = patterns.times(of: run, in: pattern, at: position)
        let rules = patterns.boardingRules(of: pattern, at: position)
        let expected = change.flatMap { $0.calls.isEmpty ? nil : $0.calls[position] }
        let isMovedHere = expected?.stop.map(here.contains) ?? false
        guard here.contains(stops[position]) || isMovedHere else { return }
        let seconds: Int32
        let others: [ExpectedCall]
        if kind == .departures {
            guard position < stops.count - 1, rules.pickup != .none else { return }
            seconds = (expected?.departure ?? times.departure).seconds
            others = change.map { Array($0.calls.dropFirst(position + 1)) } ?? []
        } else {
            guard position > 0, rules.dropOff != .none else { return }
            seconds = (expected?.arrival ?? times.arrival).seconds
            others = change.map { Array($0.calls.prefix(position)) } ?? []
        }
        var status = BoardCall.Status.runs
        if change?.isCancelled == true {
            status = .cancelled
        } else if let expected {
            if expected.isSkipped || others.allSatisfy(\.isSkipped) {
                status = .skipped
            } else if expected.stop != nil, !isMovedHere {
                status = .elsewhere
            }
        }
        let trip = text.timetable.trips.id(patterns.runTrips[run])
        let line = line(
            patterns.routes[pattern], patterns.direction(of: pattern), stops[stops.count - 1])
        add(seconds, trip, (UInt64(run.rawValue), day, position), status, line)
    }

    private mutating func addAdded() {
        for (number, run) in text.overlay.added.enumerated() {
            let last = run.calls.count - 1
            for (position, call) in run.calls.enumerated() where here.contains(call.stop) {
                if position == (kind == .departures ? last : 0) { continue }
                add(
                    (kind == .departures ? call.departure : call.arrival).seconds, run.tripID,
                    (1 << 32 + UInt64(number), run.day, position), .runs,
                    line(run.route, nil, run.calls[last].stop))
            }
        }
    }

    private func line(
        _ route: RouteIndex, _ direction: Int?, _ last: StopIndex
    ) -> LineDirection {
        LineDirection(
            route: route, direction: direction,
            terminus: text.timetable.stops.parent(last) ?? last)
    }

    private mutating func add(
        _ seconds: Int32, _ trip: String, _ order: (UInt64, ServiceDay, Int),
        _ status: BoardCall.Status, _ line: LineDirection
    ) {
        let zone = text.timetable.timeZone
        let time = zone.time(ServiceTime(seconds: seconds), on: order.1).seconds
        calls.append(
            Call(
                key: "\(time) \(trip) \(order.1) \(order.2)", seconds: time, order: order,
                status: status, line: line, day: order.1))
    }
}
