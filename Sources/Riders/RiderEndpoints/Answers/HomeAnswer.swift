import JSONWriting
import NetworkAPI
import Realtime
package import Riders
package import Timetables
package import Transit
import TransitModel

/// The answer of `/api/v1/rider/home`: the next departures of the rider's saved connections.
///
/// It is long, so the members are declared in the order of the text, which avoids sorting.
package struct HomeAnswer: Encodable, Sendable {
    let nearby: [ConnectionAtHome]
    let other: [ConnectionAtHome]

    static let schema = JSONSchema(
        "Home",
        .list("nearby", of: ConnectionAtHome.schema, "Whose origin is near, the nearest first"),
        .list("other", of: ConnectionAtHome.schema))

    struct ConnectionAtHome: Encodable, Sendable {
        let from: SavedPlace
        let id: String
        let metres: Int?
        let name: String?
        let routes: [RouteAtHome]
        let stepFreeAlerts: [AlertAnswer]?
        let to: SavedPlace
        let walking: SavedWalking?

        static let schema = JSONSchema(
            "ConnectionAtHome", .text("id name?"), .object("from to", SavedPlace.schema),
            .int("metres?", "From the rider to its origin"),
            .list("routes", of: RouteAtHome.schema),
            .list(
                "stepFreeAlerts?", of: AlertAnswer.schema,
                "Where a lift on the way is out of order"),
            .object(
                "walking?", SavedWalking.schema,
                "How the rider walks; omitted where it is as usual"))
    }

    struct RouteAtHome: Encodable, Sendable {
        let departures: [DepartureAnswer]
        let gone: Bool?
        let id: String
        let lines: [String]
        let modes: [TransitMode]
        let reminders: [SavedReminder]
        let stored: Bool

        static let schema = JSONSchema(
            "RouteAtHome", .text("id"),
            .list("lines", .text, "In order, as in `[\"S1\", \"80\"]`"),
            .list("modes", .text), .list("reminders", of: SavedReminder.schema),
            .flag(
                "stored",
                """
                Whether only saved data can be shown: nothing runs for a day, or a line or stop is \
                gone
                """),
            .flag("gone?", "True where a line or stop is no longer in the timetable"),
            .list("departures", of: DepartureAnswer.schema))
    }

    /// Describes a rider's home; `id` returns the id of the connection of a departure's rides, with
    /// the walks between them and to the places.
    package init(
        _ home: Home, in timetable: Timetable,
        id: ([FoundRide], _ from: SavedPlace?, _ to: SavedPlace?) -> String
    ) {
        func answer(_ connection: HomeConnection) -> ConnectionAtHome {
            let saved = connection.connection
            return ConnectionAtHome(
                from: saved.from, id: saved.id,
                metres: connection.metres.map { Int($0.rounded()) }, name: saved.name,
                routes: connection.routes.map { route in
                    RouteAtHome(
                        departures: route.departures.map {
                            DepartureAnswer(
                                $0,
                                id: id(
                                    $0.rides,
                                    route.route.walkBeforeSeconds > 0 ? saved.from : nil,
                                    route.route.walkAfterSeconds > 0 ? saved.to : nil),
                                in: timetable)
                        },
                        gone: route.isGone ? true : nil, id: route.route.id,
                        lines: route.route.rides.map(\.line),
                        modes: route.route.rides.map(\.mode), reminders: route.route.reminders,
                        stored: route.departures.isEmpty)
                },
                stepFreeAlerts: connection.stepFreeAlerts.isEmpty
                    ? nil : connection.stepFreeAlerts.map { AlertAnswer($0) },
                to: saved.to, walking: saved.walking)
        }
        nearby = home.nearby.map(answer)
        other = home.other.map(answer)
    }
}

/// One departure of a saved route.
struct DepartureAnswer: Encodable, Sendable {
    let arrival: CallTime?
    let connection: String
    let departure: CallTime
    let platform: String?
    let rides: [RideAtHome]
    let status: String

    static let schema = JSONSchema(
        "DepartureAtHome",
        .text("connection", "The id for `/api/v1/connections/{id}`, which has all details"),
        .object("departure", CallTime.schema),
        .object("arrival?", CallTime.schema, "Omitted if the route is impossible"),
        .text(
            "status",
            """
            `works`, `cancelled` (its first run is cancelled) or `broken` (a later ride is \
            impossible)
            """),
        .text("platform?", "Where the first vehicle departs"),
        .list("rides", of: RideAtHome.schema))

    struct RideAtHome: Encodable, Sendable {
        let approximate: Bool
        let arrival: CallTime
        let cancelled: Bool
        let departure: CallTime
        let estimated: Bool
        let headsign: String?
        let headwaySeconds: Int?
        let line: String
        let serviceDay: ServiceDay
        let trip: String

        static let schema = JSONSchema(
            "RideAtHome", .text("trip serviceDay line headsign?"),
            .object("departure arrival", CallTime.schema), .flag("cancelled"),
            .approximate, .headwaySeconds, .estimated)
    }

    init(_ departure: RouteDeparture, id: String, in timetable: Timetable) {
        connection = id
        rides = departure.rides.map { found in
            RideAtHome(
                approximate: found.run.isApproximate,
                arrival: CallTime(found.run, found.ride.alight, isArrival: true),
                cancelled: found.run.isCancelled,
                departure: CallTime(found.run, found.ride.board, isArrival: false),
                estimated: found.run.isEstimated,
                headsign: found.run.headsign(at: found.ride.board),
                headwaySeconds: found.run.headwaySeconds,
                line: timetable.routes.lineName(found.run.route), serviceDay: found.ride.day,
                trip: found.run.tripID)
        }
        // A route that was found has a first ride.
        self.departure = rides.first?.departure ?? CallTime.none
        arrival = departure.works ? rides.last?.arrival : nil
        status =
            departure.works
            ? "works" : departure.first?.run.isCancelled ?? true ? "cancelled" : "broken"
        platform = departure.first.flatMap { found in
            timetable.strings.ifAny(
                timetable.stops.platforms[found.run.stop(found.ride.board)])
        }
    }
}

/// A vehicle's departure or arrival; members other than `scheduled` need live data.
struct CallTime: Encodable, Sendable {
    let delaySeconds: Int?
    let expected: String?
    let expectedEarliest: String?
    let expectedLatest: String?
    let leaveBy: String?
    let scheduled: String?

    static let schema = JSONSchema("CallTime", continuing: EventAnswer.schema)

    /// An unknown time.
    static let none = CallTime()

    private init() {
        (scheduled, expected, delaySeconds) = (nil, nil, nil)
        (expectedEarliest, expectedLatest, leaveBy) = (nil, nil, nil)
    }

    /// Describes the times of a call, each shifted by `walk` seconds.
    init(_ run: RunOnDay, _ position: Int, isArrival: Bool, later walk: Int64 = 0) {
        func text(_ seconds: Int64) -> String {
            run.timeZone.iso8601(UnixTime(seconds: seconds + walk))
        }
        let scheduled = run.scheduled(position).map { isArrival ? $0.arrival : $0.departure }
        let times = run.expected(position)
        let expected = isArrival ? times.arrival : times.departure
        let isLive = run.isChanged && !run.isCancelled
        let span = isLive ? run.span(position, isArrival: isArrival) : nil
        self.scheduled = scheduled.map(text)
        self.expected = isLive ? text(expected) : nil
        expectedEarliest = (span?.earliest.seconds).map(text)
        expectedLatest = (span?.latest.seconds).map(text)
        leaveBy = (span?.leaveBy?.seconds).map(text)
        delaySeconds = isLive ? scheduled.map { Int(expected - $0) } : nil
    }
}
