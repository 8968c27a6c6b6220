package import JSONWriting
package import Realtime
import Timetables
import Transit
package import TransitModel

/// The answer of `/api/v1/trips/{id}`: a trip's run on one service day, with all its calls.
///
/// Times are GTFS times: hours, minutes and seconds from the start of the service day, above 24
/// hours after midnight.
package struct TripRunAnswer: JSONObject {
    let run: RunOnDay
    /// The run's vehicle; nil if none is seen.
    let vehicle: LiveVehicle?
    let now: UnixTime

    package static let schema = JSONSchema(
        "TripRun", .text("trip serviceDay timeZone route line"),
        .direction,
        .text("headsign"), .flag("cancelled"),
        .added, .headwaySeconds,
        .list("calls", of: Call.schema),
        .object("vehicle?", RideVehicleAnswer.schema, "Omitted if none is seen"))

    /// A call at a stop; expected times need live data.
    package struct Call: JSONObject {
        let stop: PlaceAnswer
        let scheduledStop: PlaceAnswer?
        /// Its members are those of the call.
        let call: PlannedCallAnswer
        let occupancy: String?

        package static let schema = JSONSchema(
            "TripCall", continuing: PlannedCallAnswer.schema, .object("stop", PlaceAnswer.schema),
            .scheduledStop, .occupancyWord)

        package func writeMembers(to json: inout JSONText) {
            call.writeMembers(to: &json)
            json.member("occupancy", occupancy)
            json.member("scheduledStop", scheduledStop)
            json.member("stop", stop)
        }
    }

    private func call(_ position: Int, start: Int64) -> Call {
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
                .map { BookingAnswer(booking: $0, zone: run.timeZone) }
        }
        return Call(
            stop: PlaceAnswer(stop, in: timetable),
            scheduledStop: stop == scheduledStop ? nil : PlaceAnswer(scheduledStop, in: timetable),
            call: PlannedCallAnswer(
                arrival: text(scheduled.arrival), departure: text(scheduled.departure),
                expectedArrival: isLive ? text(expected.arrival) : nil,
                expectedDeparture: isLive ? text(expected.departure) : nil,
                skipped: run.isSkipped(position) ? true : nil,
                pickup: rules.pickup.unusualWord, dropOff: rules.dropOff.unusualWord,
                pickupBooking: booking(dropsOff: false), dropOffBooking: booking(dropsOff: true)),
            occupancy: run.occupancy(position)?.word)
    }

    package func writeMembers(to json: inout JSONText) {
        let timetable = run.timetable
        let start = run.timeZone.start(of: run.day).seconds
        json.member("added", run.runIndex == nil)
        json.member("calls", (0..<run.count).map { call($0, start: start) })
        json.member("cancelled", run.isCancelled)
        json.member("direction", run.direction)
        json.member(
            "headsign",
            run.headsign(at: 0) ?? timetable.stops.name(run.scheduledStop(run.count - 1)))
        json.member("headwaySeconds", run.headwaySeconds)
        json.member("line", timetable.routes.lineName(run.route))
        json.member("route", timetable.routes.id(run.route))
        json.member("serviceDay", run.day)
        json.member("timeZone", run.timeZone.identifier)
        json.member("trip", run.tripID)
        json.member("vehicle", vehicle.map { RideVehicleAnswer($0, now: now) })
    }
}

/// The vehicle of a run.
package struct RideVehicleAnswer: JSONObject {
    private let vehicle: LiveVehicle
    private let now: UnixTime

    package static let schema = JSONSchema(
        "RideVehicle", .text("id"), .number("latitude longitude"),
        .text("state", "`live`, `old` or `stale`, as of any vehicle"))

    package init(_ vehicle: LiveVehicle, now: UnixTime) {
        self.vehicle = vehicle
        self.now = now
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("id", vehicle.id)
        json.member("latitude", vehicle.fix.coordinate.latitude)
        json.member("longitude", vehicle.fix.coordinate.longitude)
        json.member("state", vehicle.freshness(at: now).rawValue)
    }
}
