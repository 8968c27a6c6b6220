import Timetables
import TransitModel

/// The stop times from a tracker socket, as updates of trips of the timetable.
struct TrackedRuns {
    /// The maximum number of vehicles whose stops are followed.
    static let maximum = 500

    private let timetable: Timetable
    private var updates: [String: TripUpdate] = [:]

    init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    /// All updates, for a source's batch.
    var all: [TripUpdate] { updates.keys.sorted().compactMap { updates[$0] } }

    /// Removes the update of a vehicle; false if it has none.
    mutating func remove(_ trainID: String) -> Bool {
        updates.removeValue(forKey: trainID) != nil
    }

    /// Returns the `trip_id` of a run identifier; nil if the timetable has none.
    func trip(_ identifier: String) -> String? {
        timetable.trips.find(id: identifier).map { timetable.trips.id($0) }
    }

    /// Stores a trip's stop times.
    ///
    /// - Returns: False if they match no trip of the timetable, or have no live data.
    mutating func update(_ sequence: TrackerStopSequence, trainID: String, at now: UnixTime) -> Bool
    {
        guard updates.count < Self.maximum || updates[trainID] != nil,
            let update = update(sequence, at: now)
        else { return false }
        updates[trainID] = update
        return true
    }

    private func update(_ sequence: TrackerStopSequence, at now: UnixTime) -> TripUpdate? {
        guard let identifier = sequence.routeIdentifier,
            let trip = timetable.trips.find(id: identifier),
            let run = timetable.trips.runs(of: trip).first
        else { return nil }
        let pattern = timetable.patterns.pattern(of: run)
        let stops = timetable.patterns.stops(of: pattern)
        // With another number of stops this is another trip or a changed one, and its stops cannot
        // be matched.
        guard sequence.stations.count == stops.count else { return nil }
        let isCancelled = sequence.stations.allSatisfy { $0.state == .journeyCancelled }
        let reference = TripReference(tripID: identifier, startTime: start(sequence, pattern))
        if isCancelled {
            return TripUpdate(trip: reference, relationship: .cancelled, time: now)
        }
        guard sequence.hasRealtime, sequence.stations.contains(where: \.isExpected) else {
            return nil
        }
        let calls = sequence.stations.enumerated().map { position, station in
            call(station, number: timetable.trips.stopSequence(trip, at: position))
        }
        return TripUpdate(trip: reference, calls: calls, time: now)
    }

    /// Returns the planned start, which identifies a trip of a headway-based service.
    private func start(
        _ sequence: TrackerStopSequence, _ pattern: PatternIndex
    ) -> ServiceTime? {
        guard let planned = sequence.stations.first?.aimedDeparture else { return nil }
        let zone = timetable.timeZone(of: pattern)
        let time = UnixTime(milliseconds: planned)
        let seconds = time.seconds(since: zone.start(of: zone.day(at: time)))
        return ServiceTime(seconds: Int32(seconds.rounded()))
    }

    private func call(_ station: TrackerStopSequence.Station, number: Int) -> CallUpdate {
        func event(_ time: Int64?) -> EventUpdate? {
            time.map { .at(UnixTime(milliseconds: $0)) }
        }
        if station.isCancelled {
            return CallUpdate(stopSequence: number, relationship: .skipped)
        }
        guard station.isExpected else {
            return CallUpdate(stopSequence: number, relationship: .noData)
        }
        return CallUpdate(
            stopSequence: number, arrival: event(station.arrival),
            departure: event(station.departure))
    }
}
