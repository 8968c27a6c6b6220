import Realtime
package import Timetables
package import Transit
import TransitModel

/// A connection in the answers of `/api/v1/connections`.
package struct ItineraryAnswer: Encodable, Sendable {
    let id: String
    let departure: EventAnswer
    let arrival: EventAnswer
    let durationSeconds: Int
    let vehicles: Int
    let walkMetres: Int
    /// `works`, `broken` (a transfer or a stop is missed) or `cancelled`.
    let status: String
    let troubles: [TroubleAnswer]?
    let live: Bool
    let wheelchair: String?
    let legs: [LegAnswer]
    let transfers: [TransferAnswer]
    let alerts: [String]?

    /// A reason why a connection is impossible.
    struct TroubleAnswer: Encodable, Sendable {
        let kind: String
        /// The index of the ride, or of the transfer, from 0.
        let ride: Int?
        let transfer: Int?
        let detail: String
    }

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
        wheelchair = itinerary.wheelchair.map { "\($0)" }
        legs = itinerary.legs.map { LegAnswer($0, timetable, tellsPaths: tellsPaths) }
        transfers = itinerary.transfers.map { TransferAnswer($0, timetable) }
        alerts = itinerary.alerts.isEmpty ? nil : itinerary.alerts.map(\.id)
        precondition(!rides.isEmpty, "an itinerary has a ride")
    }

    private static func place(_ leg: ItineraryLeg?, isEnd: Bool) -> ItineraryPlace {
        switch leg {
        case .walk(let walk): isEnd ? walk.to : walk.from
        case .ride(let ride): isEnd ? ride.alight.place : ride.board.place
        case nil: preconditionFailure("an itinerary has a leg")
        }
    }
}

/// The times of an event; members other than `scheduled` need live data.
struct EventAnswer: Encodable, Sendable {
    let scheduled: String?
    let expected: String?
    let expectedEarliest: String?
    let expectedLatest: String?
    let leaveBy: String?
    let delaySeconds: Int?

    init(_ time: EventTime, _ zone: TransitTimeZone) {
        scheduled = time.scheduled.map(zone.iso8601)
        expected = time.isLive ? zone.iso8601(time.expected) : nil
        let span = time.isLive ? time.span : nil
        expectedEarliest = span.map { zone.iso8601($0.earliest) }
        expectedLatest = span.map { zone.iso8601($0.latest) }
        leaveBy = span?.leaveBy.map(zone.iso8601)
        delaySeconds = time.delaySeconds
    }
}

/// A place of a connection: a stop, or a requested place.
struct WayPlaceAnswer: Encodable, Sendable {
    let id: String?
    let name: String
    let latitude: Double?
    let longitude: Double?

    init(_ place: ItineraryPlace, _ timetable: Timetable) {
        id = place.stop.map(timetable.stops.id)
        name = place.name
        latitude = place.coordinate.map { GeoJSON.rounded($0.latitude) }
        longitude = place.coordinate.map { GeoJSON.rounded($0.longitude) }
    }
}

/// A leg of a connection; `kind` is `walk` or `ride`.
enum LegAnswer: Encodable, Sendable {
    case walk(WalkAnswer)
    case ride(RideAnswer)

    init(_ leg: ItineraryLeg, _ timetable: Timetable, tellsPaths: Bool) {
        switch leg {
        case .walk(let walk): self = .walk(WalkAnswer(walk, timetable, tellsPath: tellsPaths))
        case .ride(let ride):
            self = .ride(RideAnswer(ride, timetable, tellsPath: tellsPaths))
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .walk(let walk): try walk.encode(to: encoder)
        case .ride(let ride): try ride.encode(to: encoder)
        }
    }
}

/// A leg on foot.
struct WalkAnswer: Encodable, Sendable {
    let kind = "walk"
    let from: WayPlaceAnswer
    let to: WayPlaceAnswer
    let departure: String
    let arrival: String
    let seconds: Int
    let metres: Int
    /// Whether the length is estimated from the distance because the streets are unknown.
    let estimated: Bool
    /// The metres of stairs; omitted if there are none or the streets are unknown.
    let stairsMetres: Int?
    /// The number of lifts; omitted if there are none or the streets are unknown.
    let lifts: Int?
    /// The way along streets, longitude first; nil unless requested and known.
    let path: [[Double]]?
    /// The instructions; nil unless requested and known.
    let steps: [WalkStepAnswer]?

    private enum CodingKeys: CodingKey {
        case kind, from, to, departure, arrival, seconds, metres, estimated, stairsMetres, lifts
        case path, steps
    }

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
}

/// An instruction of a walk.
struct WalkStepAnswer: Encodable, Sendable {
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
}

/// A leg in a vehicle.
struct RideAnswer: Encodable, Sendable {
    let kind = "ride"
    let trip: String
    let serviceDay: ServiceDay
    let line: LineAnswer
    let headsign: String?
    let from: CallAnswer
    let to: CallAnswer
    let passed: [CallAnswer]?
    let cancelled: Bool
    let added: Bool
    let approximate: Bool
    /// The seconds to the next run of a headway service; omitted for other runs.
    let headwaySeconds: Int?
    /// Whether the run is in no timetable, but estimated from the intervals of a loop's vehicles.
    let estimated: Bool
    let staysSeated: Bool
    let live: Bool
    let wheelchair: String
    let bicycles: String
    let alternatives: [AlternativeAnswer]?
    /// The vehicle's path between the two ends, longitude first; nil unless requested, and for runs
    /// that are in no timetable.
    let path: [[Double]]?

    private enum CodingKeys: CodingKey {
        case kind, trip, serviceDay, line, headsign, from, to, passed, cancelled, added
        case approximate, headwaySeconds, estimated, staysSeated, live, wheelchair, bicycles
        case alternatives, path
    }

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
        wheelchair = "\(ride.wheelchair)"
        bicycles = "\(ride.bicycles)"
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
}

/// A line as displayed to riders.
struct LineAnswer: Encodable, Sendable {
    let route: String
    let name: String
    let mode: TransitMode
    let colour: String
    let textColour: String

    init(_ route: RouteIndex, _ timetable: Timetable) {
        let routes = timetable.routes
        self.route = routes.id(route)
        name = routes.lineName(route)
        mode = routes.mode(route)
        colour = routes.colour(route).hex
        textColour = routes.textColour(route).hex
    }
}

/// A call of a vehicle.
struct CallAnswer: Encodable, Sendable {
    let stop: WayPlaceAnswer
    let platform: String?
    /// The scheduled platform, if another one is expected.
    let scheduledPlatform: String?
    let arrival: EventAnswer?
    let departure: EventAnswer?
    let skipped: Bool
    /// The vehicle's occupancy at departure, as in `fewSeatsAvailable`; omitted if unknown.
    let occupancy: String?
    /// `phoneAgency` or `coordinateWithDriver` where the vehicle stops only on request.
    let onRequest: String?
    /// Omitted where no booking is needed.
    let booking: BookingAnswer?

    /// The relevant times of a call.
    enum Times {
        case departure, arrival, both
    }

    init(_ call: RideCall, _ timetable: Timetable, tells times: Times) {
        stop = WayPlaceAnswer(call.place, timetable)
        platform = call.expectedPlatform ?? call.scheduledPlatform
        scheduledPlatform =
            call.expectedPlatform == call.scheduledPlatform ? nil : call.scheduledPlatform
        arrival = times == .departure ? nil : EventAnswer(call.arrival, call.place.timeZone)
        departure = times == .arrival ? nil : EventAnswer(call.departure, call.place.timeZone)
        skipped = call.isSkipped
        occupancy = times == .arrival ? nil : call.occupancy.map { "\($0)" }
        onRequest = call.rule.onRequest
        booking = call.booking.map { BookingAnswer($0, call.place.timeZone) }
    }
}

/// An alternative line for the same ride.
struct AlternativeAnswer: Encodable, Sendable {
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
}

/// A transfer between two rides.
struct TransferAnswer: Encodable, Sendable {
    let from: WayPlaceAnswer
    let to: WayPlaceAnswer
    let availableSeconds: Int
    let neededSeconds: Int
    let marginSeconds: Int
    let state: String

    init(_ transfer: Transfer, _ timetable: Timetable) {
        from = WayPlaceAnswer(transfer.from, timetable)
        to = WayPlaceAnswer(transfer.to, timetable)
        availableSeconds = transfer.availableSeconds
        neededSeconds = transfer.neededSeconds
        marginSeconds = transfer.marginSeconds
        state = transfer.state.rawValue
    }
}
