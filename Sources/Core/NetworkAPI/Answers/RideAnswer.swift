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
    /// The seconds to the next run of a headway service; omitted for other runs.
    package var headwaySeconds: Int?
    /// Whether the run is in no timetable, but estimated from the intervals of a loop's vehicles.
    package var estimated = false
    package var staysSeated = false
    package var live = false
    package var wheelchair = ""
    package var bicycles = ""
    package var alternatives: [AlternativeAnswer]?
    /// The vehicle's path between the two ends, longitude first; nil unless requested, and for runs
    /// that are in no timetable.
    package var path: [[Double]]?

    /// Creates an answer to be filled.
    package init() {}

    init(_ ride: RideLeg, _ timetable: Timetable, tellsPath: Bool) {
        trip = ride.tripID
        serviceDay = ride.day
        line = LineAnswer(ride.route, timetable)
        headsign = ride.headsign
        from = CallAnswer(ride.board, timetable, tells: .departure)
        to = CallAnswer(ride.alight, timetable, tells: .arrival)
        passed =
            ride.passed.isEmpty
            ? nil : ride.passed.map { CallAnswer($0, timetable, tells: .both) }
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
            ? nil : ride.alternatives.map { AlternativeAnswer($0, timetable) }
        path = tellsPath ? ride.run.flatMap { Self.path(of: $0, ride.positions, timetable) } : nil
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

    /// Creates an answer to be filled.
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
    /// The scheduled platform, if another one is expected.
    package var scheduledPlatform: String?
    package var arrival: EventAnswer?
    package var departure: EventAnswer?
    package var skipped = false
    /// The vehicle's occupancy at departure, as in `fewSeatsAvailable`; omitted if unknown.
    package var occupancy: String?
    /// `phoneAgency` or `coordinateWithDriver` where the vehicle stops only on request.
    package var onRequest: String?
    /// Omitted where no booking is needed.
    package var booking: BookingAnswer?

    /// The relevant times of a call.
    package enum Times {
        case departure, arrival, both
    }

    /// Creates an answer to be filled.
    package init() {}

    init(_ call: RideCall, _ timetable: Timetable, tells times: Times) {
        stop = WayPlaceAnswer(call.place, timetable)
        platform = call.expectedPlatform ?? call.scheduledPlatform
        scheduledPlatform =
            call.expectedPlatform == call.scheduledPlatform ? nil : call.scheduledPlatform
        arrival = times == .departure ? nil : EventAnswer(call.arrival, call.place.timeZone)
        departure = times == .arrival ? nil : EventAnswer(call.departure, call.place.timeZone)
        skipped = call.isSkipped
        occupancy = times == .arrival ? nil : call.occupancy?.word
        onRequest = call.rule.onRequest
        booking = call.booking.map { BookingAnswer($0, call.place.timeZone) }
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
    let trip: String
    let serviceDay: ServiceDay
    let line: LineAnswer
    let headsign: String?
    let from: CallAnswer
    let to: CallAnswer

    init(_ ride: AlternativeRide, _ timetable: Timetable) {
        trip = ride.tripID
        serviceDay = ride.day
        line = LineAnswer(ride.route, timetable)
        headsign = ride.headsign
        from = CallAnswer(ride.board, timetable, tells: .departure)
        to = CallAnswer(ride.alight, timetable, tells: .arrival)
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("from", from)
        json.member("headsign", headsign)
        json.member("line", line)
        json.member("serviceDay", serviceDay)
        json.member("to", to)
        json.member("trip", trip)
    }
}
