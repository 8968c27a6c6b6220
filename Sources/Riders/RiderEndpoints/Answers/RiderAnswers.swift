import JSONWriting
import NetworkAPI
package import Riders
package import Secrets
import Timetables
package import Transit
package import TransitModel

/// The credentials of a new device; the token is sent only once.
package struct DeviceAnswer: Encodable, Sendable {
    let rider: String
    let token: String

    static let schema = JSONSchema(
        "Device", .text("rider"),
        .text("token", "Sent only once"))

    package init(_ rider: RiderID, _ token: BearerToken) {
        self.rider = rider.rawValue
        self.token = token.text
    }
}

/// A pairing code for another device, or what became of it.
package struct PairingAnswer: Encodable, Sendable {
    let code: String?
    let devices: Int
    let until: String?

    static let made = JSONSchema(
        "Pairing",
        .text("code", "Eight signs, for one use"),
        .int("devices", "The rider's devices, one more once the code was used"),
        .text("until", "When it expires"))
    static let state = JSONSchema(
        "PairingState",
        .int("devices", "The rider's devices, one more once the code was used"),
        .text("until?", "When the code expires; omitted if none waits to be used"))

    /// Describes a pairing, with its code for the device that asked for it.
    package init(_ pairing: RiderPairing, code: PairingCode? = nil) {
        self.code = code?.text
        devices = pairing.devices
        until = pairing.until.map { TransitTimeZone.utc.iso8601($0) }
    }
}

/// All stored data of a rider.
package struct RiderExport: Encodable, Sendable {
    let rider: String
    let settings: RiderSettings
    let connections: [SavedConnection]
    let trips: [PlannedTrip]
    let rides: [CurrentRide]
    let channels: [ChannelAnswer]
    let logger: RiderLoggerAnswer

    static let schema = JSONSchema(
        "RiderExport", .text("rider"), .object("settings", RiderSettings.schema),
        .list("connections", of: SavedConnection.schema), .list("trips", of: PlannedTrip.schema),
        .list("channels", of: ChannelAnswer.schema), .list("rides", of: CurrentRide.schema),
        .object("logger", RiderLoggerAnswer.schema))

    package init(
        _ rider: RiderID, settings: RiderSettings, connections: [SavedConnection],
        trips: [PlannedTrip], rides: [CurrentRide], channels: [RiderChannel], logger: RiderLogger?
    ) {
        self.rider = rider.rawValue
        self.settings = settings
        self.connections = connections
        self.trips = trips
        self.rides = rides
        self.channels = channels.map { ChannelAnswer($0) }
        self.logger = RiderLoggerAnswer(logger)
    }
}

/// A trip with its next run, or the reason why there is none.
package struct TripAnswer: Encodable, Sendable {
    let trip: PlannedTrip
    let next: NextRun?
    let problem: TripProblemAnswer?

    static let schema = JSONSchema(
        "Trip", .object("trip", PlannedTrip.schema),
        .object("next?", NextRun.schema, "The next run; omitted if there is none"),
        .object("problem?", TripProblemAnswer.schema, "Why the trip is impossible"))

    struct NextRun: Encodable, Sendable {
        let day: ServiceDay
        let line: String
        let headsign: String?
        let trip: String
        let departure: CallTime
        let arrival: CallTime
        let approximate: Bool
        let headwaySeconds: Int?
        let estimated: Bool
        let way: DepartureAnswer?

        static let schema = JSONSchema(
            "NextRun", .text("day line headsign? trip"), .object("departure", CallTime.schema),
            .object("arrival", CallTime.schema, "After the walk at the end"),
            .approximate, .headwaySeconds, .estimated,
            .object("way?", DepartureAnswer.schema, "All rides of a trip with chosen lines"))
    }

    /// Describes a trip and its next run.
    ///
    /// `problem` is the reason why the trip is impossible on an earlier day; `id` returns the id of
    /// the connection of some rides, with the walks between them and to the places.
    package init(
        _ trip: PlannedTrip, next way: RouteDeparture, on day: ServiceDay,
        problem: TripProblem? = nil,
        id: ([FoundRide], _ from: SavedPlace?, _ to: SavedPlace?) -> String
    ) {
        self.trip = trip
        guard let found = way.rides.first, let last = way.rides.last else {
            (next, self.problem) = (nil, nil)
            return
        }
        let timetable = found.run.timetable
        next = NextRun(
            day: day, line: timetable.routes.lineName(found.run.route),
            headsign: found.run.headsign(at: found.ride.board), trip: found.run.tripID,
            departure: CallTime(found.run, found.ride.board, isArrival: false),
            arrival: CallTime(
                last.run, last.ride.alight, isArrival: true,
                later: Int64(trip.route?.walkAfterSeconds ?? 0)),
            approximate: found.run.isApproximate, headwaySeconds: found.run.headwaySeconds,
            estimated: found.run.isEstimated,
            way: trip.route.map { route in
                DepartureAnswer(
                    way,
                    id: id(
                        way.rides, route.walkBeforeSeconds > 0 ? trip.from.place : nil,
                        route.walkAfterSeconds > 0 ? trip.to.place : nil),
                    in: timetable)
            })
        self.problem = problem.map { TripProblemAnswer($0, in: timetable.timeZone) }
    }

    /// Describes a trip that is impossible.
    package init(_ trip: PlannedTrip, problem: TripProblem, in zone: TransitTimeZone) {
        self.trip = trip
        next = nil
        self.problem = TripProblemAnswer(problem, in: zone)
    }
}

/// The reason why a trip is impossible.
struct TripProblemAnswer: Encodable, Sendable {
    let kind: String
    let detail: String
    let day: ServiceDay?
    let arrival: String?

    static let schema = JSONSchema(
        "TripProblem",
        .text("kind", "As in `too-late`, one of the [kinds of problems](errors.md#riders)"),
        .text("detail"),
        .text("day?", "The day on which nothing runs"),
        .text("arrival?", "When the vehicle arrives that could be taken instead"))

    init(_ problem: TripProblem, in zone: TransitTimeZone) {
        kind = problem.code
        detail = problem.sentence(in: zone)
        day = problem.day
        arrival = problem.arrival.map(zone.iso8601)
    }
}

extension TripProblem {
    /// Returns a sentence for the rider with advice; times are local times of the zone.
    package func sentence(in zone: TransitTimeZone) -> String {
        func clock(_ time: UnixTime) -> String {
            String(zone.iso8601(time).dropFirst(11).prefix(5))
        }
        return switch self {
        case .unknownStop(let name):
            "The stop \(name) is not in this network any more; choose it again."
        case .sameStop: "Start and destination are the same stop; choose another destination."
        case .noLine(goesBack: true):
            "The lines between these stops run the other way only; swap them or choose others."
        case .noLine(goesBack: false):
            "No line serves both stops; search for a connection with a change instead."
        case .noService(let day): "Nothing runs between these stops on \(day); choose another day."
        case .tooLate(let next?):
            "It is too late to be there in time; the next vehicle arrives at \(clock(next))."
        case .tooLate(nil): "It is too late: nothing goes there any more that day."
        case .tooEarly(let first):
            "Nothing is there that early; the first vehicle arrives at \(clock(first))."
        }
    }
}
