package import JSONWriting
import Timetables
import Transit
package import TransitModel

/// A leg in a vehicle.
package struct RideAnswer: JSONObject {
    let kind = "ride"
    package var trip = ""
    package var serviceDay = ServiceDay(daysSince1970: 0)
    package var line = LineAnswer()
    package var headsign: String?
    package var from = CallAnswer()
    package var to = CallAnswer()
    package var passed: [CallAnswer]?
    package var cancelled = false
    package var added = false
    package var approximate = false
    package var headwaySeconds: Int?
    package var estimated = false
    package var staysSeated = false
    package var live = false
    package var wheelchair = ""
    package var bicycles = ""
    package var alternatives: [AlternativeAnswer]?
    package var path: [[Double]]?

    package static let schema = JSONSchema(
        "Ride",
        .text("kind", "`ride`"),
        .text("trip serviceDay"), .object("line", LineAnswer.schema), .text("headsign?"),
        .object("from to", CallAnswer.schema, "Where the rider boards and alights"),
        .list("passed?", of: CallAnswer.schema, "The calls in between; with `passed=true`"),
        .flag("cancelled"),
        .added, .approximate, .headwaySeconds, .estimated,
        .flag("staysSeated", "Whether the rider stays in the vehicle of the ride before"),
        .live,
        .text("wheelchair bicycles", "`yes`, `no` or `unknown`"),
        .list("alternatives?", of: AlternativeAnswer.schema, "Other lines for the same ride"),
        .list(
            "path?", .list(.number),
            "Points of longitude and latitude; with `path=true`, for runs of the timetable"))

    package init() {}

    init(_ ride: RideLeg, _ timetable: Timetable, includesPath: Bool) {
        trip = ride.tripID
        serviceDay = ride.day
        line = LineAnswer(ride.route, timetable)
        headsign = ride.headsign
        from = CallAnswer(ride.board, timetable, showing: .departure)
        to = CallAnswer(ride.alight, timetable, showing: .arrival)
        passed =
            ride.passed.isEmpty
            ? nil : ride.passed.map { CallAnswer($0, timetable, showing: .both) }
        cancelled = ride.isCancelled
        added = ride.run == nil
        approximate = ride.isApproximate
        headwaySeconds = ride.headwaySeconds
        estimated = ride.isEstimated
        staysSeated = ride.staysSeated
        live = ride.isLive
        wheelchair = ride.wheelchair.word
        bicycles = ride.bicycles.word
        alternatives =
            ride.alternatives.isEmpty
            ? nil : ride.alternatives.map { AlternativeAnswer(ride: $0, timetable: timetable) }
        path =
            includesPath ? ride.run.flatMap { Self.path(of: $0, ride.positions, timetable) } : nil
    }

    private static func path(
        of run: RunIndex, _ positions: ClosedRange<Int>, _ timetable: Timetable
    ) -> [[Double]]? {
        let patterns = timetable.patterns
        let way = RunPath(
            timetable, trip: patterns.runTrips[run], pattern: patterns.pattern(of: run))
        guard let way, positions.upperBound < way.callDistances.count else { return nil }
        let part = way.part(
            from: way.callDistances[positions.lowerBound],
            to: way.callDistances[positions.upperBound])
        return GeoJSON.simplified(part, toleranceMetres: 4)
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("added", added)
        json.member("alternatives", alternatives)
        json.member("approximate", approximate)
        json.member("bicycles", bicycles)
        json.member("cancelled", cancelled)
        json.member("estimated", estimated)
        json.member("from", from)
        json.member("headsign", headsign)
        json.member("headwaySeconds", headwaySeconds)
        json.member("kind", kind)
        json.member("line", line)
        json.member("live", live)
        json.member("passed", passed)
        json.member("path", path)
        json.member("serviceDay", serviceDay)
        json.member("staysSeated", staysSeated)
        json.member("to", to)
        json.member("trip", trip)
        json.member("wheelchair", wheelchair)
    }
}

/// A line as displayed to riders.
package struct LineAnswer: JSONObject {
    package var route = ""
    package var name = ""
    package var mode: TransitMode = .other
    package var colour = ""
    package var textColour = ""

    package static let schema = JSONSchema(
        "Line",
        .text("route", "The `route_id`"),
        .text("name", "What riders read on the vehicle"),
        .text("mode", "As in `tram`"),
        .text("colour textColour", "As in `#D8232A`"))

    package init() {}

    init(_ route: RouteIndex, _ timetable: Timetable) {
        let routes = timetable.routes
        self.route = routes.id(route)
        name = routes.lineName(route)
        mode = routes.mode(route)
        colour = routes.colour(route).hex
        textColour = routes.textColour(route).hex
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("colour", colour)
        json.member("mode", mode)
        json.member("name", name)
        json.member("route", route)
        json.member("textColour", textColour)
    }
}

/// A call of a vehicle.
package struct CallAnswer: JSONObject {
    package var stop = WayPlaceAnswer()
    package var platform: String?
    package var scheduledPlatform: String?
    package var arrival: EventAnswer?
    package var departure: EventAnswer?
    package var skipped = false
    package var occupancy: String?
    package var onRequest: String?
    package var booking: BookingAnswer?

    package static let schema = JSONSchema(
        "LegCall", .object("stop", WayPlaceAnswer.schema),
        .text("platform?", "The expected one"),
        .text("scheduledPlatform?", "If another one is expected"),
        .object("arrival? departure?", EventAnswer.schema),
        .flag("skipped", "Whether the vehicle does not stop there"),
        .occupancyWord, .onRequest, .booking)

    /// The relevant times of a call.
    package enum Times {
        case departure, arrival, both
    }

    package init() {}

    init(_ call: RideCall, _ timetable: Timetable, showing times: Times) {
        stop = WayPlaceAnswer(call.place, timetable)
        platform = call.expectedPlatform ?? call.scheduledPlatform
        scheduledPlatform =
            call.expectedPlatform == call.scheduledPlatform ? nil : call.scheduledPlatform
        arrival = times == .departure ? nil : EventAnswer(call.arrival, call.place.timeZone)
        departure = times == .arrival ? nil : EventAnswer(call.departure, call.place.timeZone)
        skipped = call.isSkipped
        occupancy = times == .arrival ? nil : call.occupancy?.word
        onRequest = call.rule.onRequest
        booking = call.booking.map { BookingAnswer(booking: $0, zone: call.place.timeZone) }
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("arrival", arrival)
        json.member("booking", booking)
        json.member("departure", departure)
        json.member("occupancy", occupancy)
        json.member("onRequest", onRequest)
        json.member("platform", platform)
        json.member("scheduledPlatform", scheduledPlatform)
        json.member("skipped", skipped)
        json.member("stop", stop)
    }
}

/// An alternative line for the same ride.
package struct AlternativeAnswer: JSONObject {
    let ride: AlternativeRide
    let timetable: Timetable

    package static let schema = JSONSchema(
        "Alternative", .text("trip serviceDay"), .object("line", LineAnswer.schema),
        .text("headsign?"), .object("from to", CallAnswer.schema))

    package func writeMembers(to json: inout JSONText) {
        json.member("from", CallAnswer(ride.board, timetable, showing: .departure))
        json.member("headsign", ride.headsign)
        json.member("line", LineAnswer(ride.route, timetable))
        json.member("serviceDay", ride.day)
        json.member("to", CallAnswer(ride.alight, timetable, showing: .arrival))
        json.member("trip", ride.tripID)
    }
}
