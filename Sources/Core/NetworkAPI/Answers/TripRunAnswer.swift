package import JSONWriting
package import Realtime
import Timetables
package import Transit
package import TransitModel

/// The answer of `/api/v1/trips/{id}`: a trip's run on one service day, with all its calls.
///
/// Times are GTFS times: hours, minutes and seconds from the start of the service day, above 24
/// hours after midnight.
package struct TripRunAnswer: JSONObject {
    let trip: String
    let serviceDay: ServiceDay
    let timeZone: String
    let route: String
    let line: String
    let direction: Int?
    let headsign: String
    let cancelled: Bool
    let added: Bool
    let headwaySeconds: Int?
    let calls: [Call]
    let vehicle: RideVehicleAnswer?

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
        self.vehicle = vehicle.map { RideVehicleAnswer($0, now: now) }
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
        json.member("added", added)
        json.member("calls", calls)
        json.member("cancelled", cancelled)
        json.member("direction", direction)
        json.member("headsign", headsign)
        json.member("headwaySeconds", headwaySeconds)
        json.member("line", line)
        json.member("route", route)
        json.member("serviceDay", serviceDay)
        json.member("timeZone", timeZone)
        json.member("trip", trip)
        json.member("vehicle", vehicle)
    }
}

/// The vehicle of a run.
package struct RideVehicleAnswer: JSONObject {
    let id: String
    let latitude: Double
    let longitude: Double
    let state: String

    package static let schema = JSONSchema(
        "RideVehicle", .text("id"), .number("latitude longitude"),
        .text("state", "`live`, `old` or `stale`, as of any vehicle"))

    package init(_ vehicle: LiveVehicle, now: UnixTime) {
        id = vehicle.id
        latitude = vehicle.fix.coordinate.latitude
        longitude = vehicle.fix.coordinate.longitude
        state = vehicle.freshness(at: now).rawValue
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("id", id)
        json.member("latitude", latitude)
        json.member("longitude", longitude)
        json.member("state", state)
    }
}
