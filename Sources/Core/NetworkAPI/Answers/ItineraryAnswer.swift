package import JSONWriting
import Realtime
package import Timetables
package import Transit
package import TransitModel

/// A connection in the answers of `/api/v1/connections`.
package struct ItineraryAnswer: JSONObject {
    package var id = ""
    package var departure = EventAnswer()
    package var arrival = EventAnswer()
    package var durationSeconds = 0
    package var vehicles = 0
    package var walkMetres = 0
    /// `works`, `broken` (a transfer or a stop is missed) or `cancelled`.
    package var status = ""
    package var troubles: [TroubleAnswer]?
    package var live = false
    package var wheelchair: String?
    package var legs: [LegAnswer] = []
    package var transfers: [TransferAnswer] = []
    package var alerts: [String]?

    /// A reason why a connection is impossible.
    package struct TroubleAnswer: JSONObject {
        let kind: String
        /// The index of the ride, or of the transfer, from 0.
        let ride: Int?
        let transfer: Int?
        let detail: String

        package func writeMembers(to json: inout JSONText) {
            json.member("detail", detail)
            json.member("kind", kind)
            json.member("ride", ride)
            json.member("transfer", transfer)
        }
    }

    /// Creates an answer to be filled.
    package init() {}

    /// Describes a connection, with the paths of its rides if requested.
    package init(_ itinerary: Itinerary, in timetable: Timetable, tellsPaths: Bool = false) {
        let zones = (
            Self.place(itinerary.legs.first, isEnd: false).timeZone,
            Self.place(itinerary.legs.last, isEnd: true).timeZone
        )
        id = itinerary.id
        departure = EventAnswer(itinerary.departure, zones.0)
        arrival = EventAnswer(itinerary.arrival, zones.1)
        durationSeconds = Int(
            itinerary.arrival.expected.seconds - itinerary.departure.expected.seconds)
        vehicles = itinerary.rideCount
        walkMetres = Int(itinerary.walkMetres)
        let isCancelled = itinerary.rides.contains { $0.isCancelled }
        status = itinerary.troubles.isEmpty ? "works" : isCancelled ? "cancelled" : "broken"
        let rides = itinerary.rides
        troubles =
            itinerary.troubles.isEmpty
            ? nil
            : itinerary.troubles.map { trouble in
                let detail = ItinerarySentences.sentence(trouble, itinerary, timetable)
                switch trouble {
                case .cancelled(let ride):
                    return TroubleAnswer(
                        kind: "cancelled", ride: ride, transfer: nil, detail: detail)
                case .skipped(let ride):
                    return TroubleAnswer(
                        kind: "skipped", ride: ride, transfer: nil, detail: detail)
                case .missed(let transfer):
                    return TroubleAnswer(
                        kind: "missed", ride: nil, transfer: transfer, detail: detail)
                }
            }
        live = itinerary.usesLiveData
        wheelchair = itinerary.wheelchair?.word
        legs = itinerary.legs.map { LegAnswer($0, timetable, tellsPaths: tellsPaths) }
        transfers = itinerary.transfers.map { TransferAnswer($0, timetable) }
        alerts = itinerary.alerts.isEmpty ? nil : itinerary.alerts.map { $0.id }
        precondition(!rides.isEmpty, "an itinerary has a ride")
    }

    private static func place(_ leg: ItineraryLeg?, isEnd: Bool) -> ItineraryPlace {
        switch leg {
        case .walk(let walk): isEnd ? walk.to : walk.from
        case .ride(let ride): isEnd ? ride.alight.place : ride.board.place
        case nil: preconditionFailure("an itinerary has a leg")
        }
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("alerts", alerts)
        json.member("arrival", arrival)
        json.member("departure", departure)
        json.member("durationSeconds", durationSeconds)
        json.member("id", id)
        json.member("legs", legs)
        json.member("live", live)
        json.member("status", status)
        json.member("transfers", transfers)
        json.member("troubles", troubles)
        json.member("vehicles", vehicles)
        json.member("walkMetres", walkMetres)
        json.member("wheelchair", wheelchair)
    }
}

/// The times of an event; members other than `scheduled` need live data.
package struct EventAnswer: JSONObject {
    package var scheduled: String?
    package var expected: String?
    package var expectedEarliest: String?
    package var expectedLatest: String?
    package var leaveBy: String?
    package var delaySeconds: Int?

    /// Creates an answer to be filled.
    package init() {}

    init(_ time: EventTime, _ zone: TransitTimeZone) {
        scheduled = time.scheduled.map(zone.iso8601)
        expected = time.isLive ? zone.iso8601(time.expected) : nil
        let span = time.isLive ? time.span : nil
        expectedEarliest = span.map { zone.iso8601($0.earliest) }
        expectedLatest = span.map { zone.iso8601($0.latest) }
        leaveBy = span?.leaveBy.map(zone.iso8601)
        delaySeconds = time.delaySeconds
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("delaySeconds", delaySeconds)
        json.member("expected", expected)
        json.member("expectedEarliest", expectedEarliest)
        json.member("expectedLatest", expectedLatest)
        json.member("leaveBy", leaveBy)
        json.member("scheduled", scheduled)
    }
}

/// A place of a connection: a stop, or a requested place.
package struct WayPlaceAnswer: JSONObject {
    package var id: String?
    package var name = ""
    package var latitude: Double?
    package var longitude: Double?

    /// Creates an answer to be filled.
    package init() {}

    init(_ place: ItineraryPlace, _ timetable: Timetable) {
        id = place.stop.map(timetable.stops.id)
        name = place.name
        latitude = place.coordinate.map { GeoJSON.rounded($0.latitude) }
        longitude = place.coordinate.map { GeoJSON.rounded($0.longitude) }
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("id", id)
        json.member("latitude", latitude)
        json.member("longitude", longitude)
        json.member("name", name)
    }
}

/// A leg of a connection; `kind` is `walk` or `ride`.
package enum LegAnswer: JSONObject {
    case walk(WalkAnswer)
    case ride(RideAnswer)

    init(_ leg: ItineraryLeg, _ timetable: Timetable, tellsPaths: Bool) {
        switch leg {
        case .walk(let walk): self = .walk(WalkAnswer(walk, timetable, tellsPath: tellsPaths))
        case .ride(let ride):
            self = .ride(RideAnswer(ride, timetable, tellsPath: tellsPaths))
        }
    }

    package func writeMembers(to json: inout JSONText) {
        switch self {
        case .walk(let walk): walk.writeMembers(to: &json)
        case .ride(let ride): ride.writeMembers(to: &json)
        }
    }
}

/// A leg on foot.
package struct WalkAnswer: JSONObject {
    let kind = "walk"
    package var from = WayPlaceAnswer()
    package var to = WayPlaceAnswer()
    package var departure = ""
    package var arrival = ""
    package var seconds = 0
    package var metres = 0
    /// Whether the length is estimated from the distance because the streets are unknown.
    package var estimated = false
    /// The metres of stairs; omitted if there are none or the streets are unknown.
    package var stairsMetres: Int?
    /// The number of lifts; omitted if there are none or the streets are unknown.
    package var lifts: Int?
    /// The way along streets, longitude first; nil unless requested and known.
    package var path: [[Double]]?
    /// The instructions; nil unless requested and known.
    package var steps: [WalkStepAnswer]?

    /// Creates an answer to be filled.
    package init() {}

    init(_ walk: WalkLeg, _ timetable: Timetable, tellsPath: Bool) {
        from = WayPlaceAnswer(walk.from, timetable)
        to = WayPlaceAnswer(walk.to, timetable)
        departure = walk.from.timeZone.iso8601(walk.departure)
        arrival = walk.to.timeZone.iso8601(walk.arrival)
        seconds = walk.seconds
        metres = Int(walk.metres)
        estimated = walk.streets == nil
        let length = walk.streets?.length
        stairsMetres = length.flatMap {
            $0.stairsMetres > 0 ? Int($0.stairsMetres.rounded(.up)) : nil
        }
        lifts = length.flatMap { $0.lifts > 0 ? $0.lifts : nil }
        let shown = tellsPath ? walk.streets : nil
        path = shown.map { walk in
            walk.line.map { [GeoJSON.rounded($0.longitude), GeoJSON.rounded($0.latitude)] }
        }
        steps = shown.map { $0.steps.map(WalkStepAnswer.init) }
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("arrival", arrival)
        json.member("departure", departure)
        json.member("estimated", estimated)
        json.member("from", from)
        json.member("kind", kind)
        json.member("lifts", lifts)
        json.member("metres", metres)
        json.member("path", path)
        json.member("seconds", seconds)
        json.member("stairsMetres", stairsMetres)
        json.member("steps", steps)
        json.member("to", to)
    }
}

/// An instruction of a walk.
package struct WalkStepAnswer: JSONObject {
    /// The change of direction, as in `slight_left`; `depart` for the first step.
    let turn: String
    /// The kind of way, as in `stairs`.
    let way: String
    /// The name of the way; omitted if it has none.
    let name: String?
    let metres: Int
    let latitude: Double
    let longitude: Double

    init(_ step: WalkStep) {
        turn = step.turn.rawValue
        way = step.kind.rawValue
        name = step.name
        metres = Int(step.metres.rounded())
        latitude = GeoJSON.rounded(step.coordinate.latitude)
        longitude = GeoJSON.rounded(step.coordinate.longitude)
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("latitude", latitude)
        json.member("longitude", longitude)
        json.member("metres", metres)
        json.member("name", name)
        json.member("turn", turn)
        json.member("way", way)
    }
}

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

/// A transfer between two rides.
package struct TransferAnswer: JSONObject {
    package var from = WayPlaceAnswer()
    package var to = WayPlaceAnswer()
    package var availableSeconds = 0
    package var neededSeconds = 0
    package var marginSeconds = 0
    package var state = ""

    /// Creates an answer to be filled.
    package init() {}

    init(_ transfer: Transfer, _ timetable: Timetable) {
        from = WayPlaceAnswer(transfer.from, timetable)
        to = WayPlaceAnswer(transfer.to, timetable)
        availableSeconds = transfer.availableSeconds
        neededSeconds = transfer.neededSeconds
        marginSeconds = transfer.marginSeconds
        state = transfer.state.rawValue
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("availableSeconds", availableSeconds)
        json.member("from", from)
        json.member("marginSeconds", marginSeconds)
        json.member("neededSeconds", neededSeconds)
        json.member("state", state)
        json.member("to", to)
    }
}
