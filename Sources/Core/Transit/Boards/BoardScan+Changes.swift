import Realtime
import Timetables
import TransitModel

extension BoardScan {
    /// Returns the calls of changed and added runs at the board's stops, at any time, unordered.
    func changedCalls() -> [Found] {
        var found: [Found] = []
        if !changes.changed.isEmpty {
            for call in place.calls {
                for number in changes.runs(of: call.pattern) {
                    append(number, Int(call.position), call.stop, into: &found)
                }
            }
            for stop in place.stops {
                for moved in changes.moved[stop] ?? [] {
                    let pattern = changes.changed[moved.changedRun].pattern
                    let scheduled = maker.timetable.patterns.stops(of: pattern)[moved.position]
                    guard !place.stops.contains(scheduled),
                        BoardStops.isUsable(pattern, moved.position, place.kind, maker.timetable)
                    else { continue }
                    append(moved.changedRun, moved.position, scheduled, into: &found)
                }
            }
        }
        for stop in place.stops {
            for call in changes.overlay.addedCalls(at: stop) {
                appendAdded(call, at: stop, into: &found)
            }
        }
        return found
    }

    private func append(
        _ number: Int, _ position: Int, _ stop: StopIndex, into found: inout [Found]
    ) {
        let patterns = maker.timetable.patterns
        let run = changes.changed[number]
        guard !run.change.isDeleted,
            maker.timetable.services.isActive(patterns.runServices[run.run.run], on: run.run.day)
        else { return }
        let seconds: Int32
        if run.change.isCancelled {
            let times = patterns.times(of: run.run.run, in: run.pattern, at: position)
            seconds = (place.kind == .departures ? times.departure : times.arrival).seconds
        } else {
            let call = run.change.calls[position]
            seconds = (place.kind == .departures ? call.departure : call.arrival).seconds
        }
        let zone = maker.zones[Int(maker.zone(of: patterns.routes[run.pattern]))]
        found.append(
            Found(
                cursor: BoardCursor(
                    seconds: zone.start(of: run.run.day).seconds + Int64(seconds),
                    number: UInt64(run.run.run.rawValue), day: run.run.day.daysSince1970,
                    position: Int32(position)),
                pattern: run.pattern, stop: stop, change: Int32(number),
                status: status(of: run.change, at: position)))
    }

    private func status(of change: RunChange, at position: Int) -> BoardCall.Status {
        if change.isCancelled { return .cancelled }
        let call = change.calls[position]
        let others =
            place.kind == .departures
            ? change.calls[(position + 1)...] : change.calls[..<position]
        if call.isSkipped || others.allSatisfy({ $0.isSkipped }) { return .skipped }
        if let stop = call.stop, !place.stops.contains(stop) { return .elsewhere }
        return .runs
    }

    private func appendAdded(
        _ call: RealtimeOverlay.AddedCallPosition, at stop: StopIndex, into found: inout [Found]
    ) {
        let run = changes.overlay.added[call.run]
        let seconds: Int32
        switch place.kind {
        case .departures:
            guard call.position + 1 < run.calls.count else { return }
            seconds = run.calls[call.position].departure.seconds
        case .arrivals:
            guard call.position > 0 else { return }
            seconds = run.calls[call.position].arrival.seconds
        }
        let zone = maker.zones[Int(maker.zone(of: run.route))]
        found.append(
            Found(
                cursor: BoardCursor(
                    seconds: zone.start(of: run.day).seconds + Int64(seconds),
                    number: BoardCursor.firstAdded + UInt64(call.run),
                    day: run.day.daysSince1970, position: Int32(call.position)),
                pattern: .none, stop: stop, change: -1, status: .runs))
    }
}
