package import Realtime
import Timetables
package import Transit
package import TransitModel

/// The answer of `/api/v1/trips/{id}`: a trip's run on one service day, with all its calls.
///
/// Times are GTFS times: hours, minutes and seconds from the start of the service day, above 24
/// hours after midnight.
package struct TripRunAnswer: Encodable, Sendable {
    let trip: String
    let serviceDay: ServiceDay
    let timeZone: String
    let route: String
    let line: String
    let direction: Int?
    let headsign: String
    let cancelled: Bool
    /// Whether the run is in no timetable.
    let added: Bool
    /// The seconds to the next run of a headway service; omitted for other runs.
    let headwaySeconds: Int?
    let calls: [Call]
    /// The run's vehicle; omitted if none is seen.
    let vehicle: RideVehicle?

    /// A call at a stop; expected times need live data.
    struct Call: Encodable, Sendable {
        let stop: PlaceAnswer
        /// The scheduled stop, if the stop was changed.
        let scheduledStop: PlaceAnswer?
        let arrival: String
        let departure: String
        let expectedArrival: String?
        let expectedDeparture: String?
        let skipped: Bool?
        /// The pickup rule; omitted where riders may board as usual.
        ///
        /// `dropOff` is the rule for alighting.
        let pickup: String?
        let dropOff: String?
        /// How to book the stop; omitted where no booking is needed, and for headway services.
        let pickupBooking: BookingAnswer?
        let dropOffBooking: BookingAnswer?
        /// The vehicle's occupancy at departure, as in `fewSeatsAvailable`.
        let occupancy: String?
    }

    /// Describes a run; `vehicle` is its vehicle, nil if none is seen.
    package init(_ run: RunOnDay, vehicle: LiveVehicle?, now: UnixTime) {
        let timetable = run.timetable
        let last = run.count - 1
        trip = run.tripID
        serviceDay = run.day
        timeZone = run.timeZone.identifier
        route = timetable.routes.id(run.route)
        line = timetable.routes.lineName(run.route)
        direction = run.direction
        headsign = run.headsign(at: 0) ?? timetable.stops.name(run.scheduledStop(last))
        cancelled = run.isCancelled
        added = run.runIndex == nil
        headwaySeconds = run.headwaySeconds
        let start = run.timeZone.start(of: run.day).seconds
        calls = (0..<run.count).map { Self.call($0, run, start: start) }
        self.vehicle = vehicle.map { RideVehicle($0, now: now) }
    }

    private static func call(_ position: Int, _ run: RunOnDay, start: Int64) -> Call {
        func text(_ seconds: Int64) -> String {
            ServiceTime(seconds: Int32(clamping: seconds - start)).description
        }
        let timetable = run.timetable
        let (stop, scheduledStop) = (run.stop(position), run.scheduledStop(position))
        let expected = run.expected(position)
        let scheduled = run.scheduled(position) ?? expected
        let isLive = run.isChanged && !run.isCancelled
        var rules: (pickup: BoardingRule, dropOff: BoardingRule) = (.regular, .regular)
        if case .scheduled(_, let pattern) = run.reference {
            let stated = timetable.patterns.boardingRules(of: pattern, at: position)
            rules = (stated.pickup, stated.dropOff)
        }
        func booking(dropsOff: Bool) -> BookingAnswer? {
            guard let index = run.runIndex, run.headwaySeconds == nil else { return nil }
            return timetable.booking(of: index, at: position, on: run.day, dropsOff: dropsOff)
                .map { BookingAnswer($0, run.timeZone) }
        }
        return Call(
            stop: PlaceAnswer(stop, in: timetable),
            scheduledStop: stop == scheduledStop ? nil : PlaceAnswer(scheduledStop, in: timetable),
            arrival: text(scheduled.arrival), departure: text(scheduled.departure),
            expectedArrival: isLive ? text(expected.arrival) : nil,
            expectedDeparture: isLive ? text(expected.departure) : nil,
            skipped: run.isSkipped(position) ? true : nil,
            pickup: rules.pickup == .regular ? nil : "\(rules.pickup)",
            dropOff: rules.dropOff == .regular ? nil : "\(rules.dropOff)",
            pickupBooking: booking(dropsOff: false), dropOffBooking: booking(dropsOff: true),
            occupancy: run.occupancy(position).map { "\($0)" })
    }
}
