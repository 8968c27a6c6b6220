import Realtime
import Timetables
import TransitModel

/// Applies a source's updates of some calls to all calls of a run.
struct RunReading {
    private let timetable: Timetable
    private let trip: TripIndex
    private let stops: UnsafeBufferPointer<StopIndex>
    private let dayStart: UnixTime
    private let scheduled: [(arrival: Int32, departure: Int32)]
    /// The expected call at each position.
    private(set) var calls: [ExpectedCall]
    /// Whether all times are close enough to the timetable.
    private(set) var isPlausible = true

    /// `shift` is by how many seconds the copy of a duplicated run is scheduled after the original.
    init(
        _ timetable: Timetable, run: RunIndex, pattern: PatternIndex, dayStart: UnixTime,
        shift: Int32 = 0
    ) {
        self.timetable = timetable
        self.dayStart = dayStart
        trip = timetable.patterns.runTrips[run]
        stops = timetable.patterns.stops(of: pattern)
        scheduled = stops.indices.map { position in
            let times = timetable.patterns.times(of: run, in: pattern, at: position)
            return (times.arrival.seconds + shift, times.departure.seconds + shift)
        }
        calls = scheduled.map {
            ExpectedCall(
                arrival: ServiceTime(seconds: $0.arrival),
                departure: ServiceTime(seconds: $0.departure))
        }
    }

    mutating func read(_ update: TripUpdate) {
        let places = places(of: update.calls)
        // Without updates of calls, the trip's delay applies to all; otherwise nothing is known
        // before the first one.
        var delay = places.isEmpty ? update.delaySeconds : nil
        var spread: CallSpread?
        var next = 0
        for position in stops.indices {
            guard next < places.count, places[next].position == position else {
                put(
                    position, arrivalDelay: delay ?? 0, departureDelay: delay ?? 0, spread: spread)
                continue
            }
            let call = places[next].call
            next += 1
            // A propagated delay has the uncertainty of the call that it comes from.
            if call.relationship != .skipped {
                spread = call.uncertaintySeconds.map { CallSpread(either: $0) }
            }
            delay = read(call, at: position, carried: delay, spread)
        }
        if let first = places.first?.position { limitEarlierCalls(before: first) }
    }

    /// Applies the update of a call.
    ///
    /// Returns the delay to propagate.
    private mutating func read(
        _ call: CallUpdate, at position: Int, carried: Int32?, _ spread: CallSpread?
    ) -> Int32? {
        switch call.relationship {
        case .noData:
            put(position, arrivalDelay: 0, departureDelay: 0)
            return nil
        case .skipped:
            put(position, arrivalDelay: carried ?? 0, departureDelay: carried ?? 0, isSkipped: true)
            return carried
        case .scheduled:
            let arrival = delay(call.arrival, against: scheduled[position].arrival)
            let departure = delay(call.departure, against: scheduled[position].departure)
            let stop = usedStop(call, at: position)
            put(
                position,
                arrivalDelay: arrival ?? min(carried ?? departure ?? 0, departure ?? .max),
                departureDelay: departure ?? arrival ?? carried ?? 0,
                stop: stop, spread: spread, occupancy: call.departureOccupancy)
            return departure ?? arrival ?? carried
        }
    }

    /// Returns the stop that is used instead of the scheduled one: the assigned one, or another one
    /// of the same station; nil for the scheduled stop, the whole station, or an unknown stop.
    private func usedStop(_ call: CallUpdate, at position: Int) -> StopIndex? {
        let scheduled = stops[position]
        let stops = timetable.stops
        guard let id = call.assignedStopID ?? call.stopID,
            !timetable.strings.utf8(stops.ids[scheduled]).elementsEqual(id.utf8),
            let stop = stops.find(id: id), stop != stops.parent(scheduled),
            call.assignedStopID != nil || isOneStation(scheduled, stop)
        else { return nil }
        return stop
    }

    private mutating func put(
        _ position: Int, arrivalDelay: Int32, departureDelay: Int32, stop: StopIndex? = nil,
        isSkipped: Bool = false, spread: CallSpread? = nil, occupancy: OccupancyStatus? = nil
    ) {
        if max(abs(arrivalDelay), abs(departureDelay)) > TripUpdateReader.maximumSeconds {
            isPlausible = false
        }
        calls[position] = ExpectedCall(
            arrival: ServiceTime(seconds: scheduled[position].arrival + arrivalDelay),
            departure: ServiceTime(seconds: scheduled[position].departure + departureDelay),
            stop: stop, isSkipped: isSkipped, spread: spread, occupancy: occupancy)
    }

    private func delay(_ event: EventUpdate?, against time: Int32) -> Int32? {
        switch event {
        case .at(let instant): TripUpdateReader.seconds(instant, since: dayStart).seconds - time
        case .delayed(let seconds): max(-864_000, min(864_000, seconds))
        case nil: nil
        }
    }

    /// Limits calls before the first update to times no later than it.
    private mutating func limitEarlierCalls(before first: Int) {
        var latest = min(calls[first].arrival, calls[first].departure)
        for position in (0..<first).reversed() {
            let call = calls[position]
            let departure = min(call.departure, latest)
            let arrival = min(call.arrival, departure)
            calls[position] = ExpectedCall(arrival: arrival, departure: departure)
            latest = arrival
        }
    }

    /// Returns the positions of the updates in ascending order.
    ///
    /// Updates of stops that the run does not serve are left out.
    private func places(of updates: [CallUpdate]) -> [(position: Int, call: CallUpdate)] {
        var places: [(position: Int, call: CallUpdate)] = []
        var from = 0
        for update in updates {
            guard let position = position(of: update, from: from) else { continue }
            places.append((position, update))
            from = position + 1
        }
        return places
    }

    private func position(of update: CallUpdate, from: Int) -> Int? {
        guard from < stops.count else { return nil }
        var numbered: Int?
        if let sequence = update.stopSequence {
            numbered = (from..<stops.count).first {
                timetable.trips.stopSequence(trip, at: $0) == sequence
            }
            if let numbered, isStop(update.stopID, at: numbered) { return numbered }
        }
        // Sequence numbers may come from another version of the timetable, but its stops are the
        // same.
        guard let stop = update.stopID.flatMap({ timetable.stops.find(id: $0) }) else {
            return numbered
        }
        return (from..<stops.count).first { stops[$0] == stop }
            ?? (from..<stops.count).first { isOneStation(stops[$0], stop) } ?? numbered
    }

    /// Returns whether the stop with an id, or another one of its station, is at a position.
    private func isStop(_ id: String?, at position: Int) -> Bool {
        guard let id else { return true }
        if timetable.strings.utf8(timetable.stops.ids[stops[position]]).elementsEqual(id.utf8) {
            return true
        }
        guard let stop = timetable.stops.find(id: id) else { return true }
        return isOneStation(stops[position], stop)
    }

    /// Returns whether a scheduled stop belongs to the other stop's station, or to the other stop
    /// as a station.
    private func isOneStation(_ scheduled: StopIndex, _ other: StopIndex) -> Bool {
        guard let station = timetable.stops.parent(scheduled) else { return false }
        return station == other || station == timetable.stops.parent(other)
    }
}
