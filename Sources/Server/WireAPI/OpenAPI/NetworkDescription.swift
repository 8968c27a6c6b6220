import AddressSearch
package import APISchema
import JSONWriting
import NetworkAPI
import Transit

extension APIDescription {
    /// The network, its places, boards and connections.
    package static let network = places + journeys

    private static let box = APIParameter.text(
        "bbox", "west,south,east,north in degrees", example: "8.1,47.0,8.4,47.2")

    private static let places: [APIOperation] = [
        APIOperation(
            "get", APIPaths.network,
            "What is served: the network, its feeds, and what this server adds to it.",
            answers: [200: .object(NetworkAnswer.schema)]),
        APIOperation(
            "get", APIPaths.routes, "Routes, in the order that riders expect.",
            [
                .number(
                    "limit", 1...NetworkAPI.maximumRoutes,
                    "The largest number; by default all of them"
                ),
                .text("after", "What the page before gave as `next`"),
            ], answers: [200: .object(RoutesAnswer.schema)]),
        APIOperation(
            "get", APIPaths.routes + "/{id}", "One route with its directions.",
            answers: [200: .object(RouteAnswer.schema)], problems: [404]),
        APIOperation(
            "get", APIPaths.routes + "/{id}/timetable", "A line's stops and trips on one day.",
            [
                .text("date", "As in 2026-05-04; today by default", example: "2026-05-04"),
                .number("direction", 0...1, "GTFS direction_id"),
            ], answers: [200: .object(LineTimetableAnswer.schema)], problems: [404]),
        APIOperation(
            "get", APIPaths.trips + "/{id}",
            """
            A trip's run on one service day, also one that only live data has. 404 is `not-found`, \
            `outside-timetable`, `no-service` or `no-such-start`.
            """,
            [
                .text("date", "As in 2026-05-04; today by default", example: "2026-05-04"),
                .text("start", "When a run of a headway begins; the one under way by default"),
            ], answers: [200: .object(TripRunAnswer.schema)], problems: [404]),
        APIOperation(
            "get", APIPaths.routesGeoJSON, "The lines on the ground.",
            [
                box,
                .choice(
                    "sideBySide", ["true", "false"],
                    """
                    A feature for each part of a route that has its place beside others: where \
                    lines share a street, `offset` says how to draw them so that all can be seen; \
                    lines of one colour and mode share their place
                    """),
            ],
            answers: [200: .object(GeoJSON.RouteCollection.schema)]),
        APIOperation(
            "get", APIPaths.networkFile,
            """
            The part of the network that a device keeps, or a range of that file; or how it \
            differs from an older one.
            """,
            [
                .text("digest", "The digest of the file; 404 where the newest one has another"),
                .text(
                    "from",
                    "The digest of an older file: the difference; 404 where there is none"),
            ],
            answers: [200: .text], mediaType: "application/octet-stream", problems: [404]),
        APIOperation(
            "get", APIPaths.landscape,
            "Water and streets to draw under the lines, where the network brings them.",
            answers: [200: .object(.geoJSON)], problems: [404]),
        APIOperation(
            "get", APIPaths.stops,
            """
            Stations and stops, those of a station last. In a box, those with the most lines come \
            first.
            """,
            [
                box,
                .number(
                    "limit", 1...NetworkAPI.maximumStops, "The largest number; 500 by default"),
                .text("after", "What the page before gave as `next`"),
            ],
            answers: [200: .object(StopsAnswer.schema)]),
        APIOperation(
            "get", APIPaths.stops + "/{id}", "One stop with its platforms and routes.",
            answers: [200: .object(StopAnswer.schema)], problems: [404]),
        APIOperation(
            "get", APIPaths.stopSearch,
            """
            Stops by what was typed, the best first. Without `q`, the most important ones, or \
            those near.
            """,
            [
                .text("q", "What was typed", example: "bahnhof"),
                .text("near", "latitude,longitude of who asks", example: "47.1,8.2"),
                .number("limit", 1...StopQuery.maximumLimit, "The largest number"),
            ], answers: [200: .object(StopSearchAnswer.schema)]),
        APIOperation(
            "get", APIPaths.stopsNearby, "Stops around a place, the nearest first.",
            [
                .text("at", "latitude,longitude", isRequired: true, example: "47.1,8.2"),
                .number("radius", 1...Int(StopSearchIndex.maximumMetres), "Metres"),
                .number("limit", 1...StopQuery.maximumLimit, "The largest number"),
            ], answers: [200: .object(StopSearchAnswer.schema)]),
        APIOperation(
            "get", APIPaths.reachable, "Stops within a walk of some minutes.",
            [
                .text("from", "latitude,longitude", isRequired: true, example: "47.1,8.2"),
                .number("minutes", 1...60, "The longest walk; 10 by default"),
                .text("walkingSpeed", "Metres a second, 0.3 to 3"),
                .choice("wheelchair", ["true", "false"], "Without stairs and other obstacles"),
                .choice("bicycle", ["true", "false"], "By bicycle"),
            ], answers: [200: .object(ReachableAnswer.schema)]),
        APIOperation(
            "get", APIPaths.places,
            """
            Stops, addresses, streets and other places in one list, the best first. A stop comes \
            before a street of that name, also where the name follows its town, as in `Seewil, \
            Hochwacht`. Without `q` it has what is around `near`: the stops, then the address. The \
            server answers from its own index: no question leaves it. 404 where it has no streets.
            """,
            [
                .text("q", "What was typed; without it, what is near", example: "bahnhof 12"),
                .text("near", "latitude,longitude of who asks", example: "47.1,8.2"),
                .number("limit", 1...50, "The largest number"),
            ], answers: [200: .object(PlacesAnswer.schema)], problems: [404]),
        APIOperation(
            "get", APIPaths.alerts,
            """
            The alerts that apply now. 400 if the one that a page should come after no longer \
            applies.
            """,
            [
                .number(
                    "limit", 1...NetworkAPI.maximumAlerts,
                    "The largest number; by default all of them"
                ),
                .text("after", "What the page before gave as `next`"),
            ], answers: [200: .object(AlertsAnswer.schema)]),
        APIOperation(
            "get", APIPaths.tiles,
            """
            The tiles of an area at all zooms with their sizes, for clients that keep a map. 400 \
            for an area of more than 6000 tiles.
            """,
            [
                .text(
                    "bbox", "west,south,east,north", isRequired: true,
                    example: "8.28,47.19,8.31,47.21")
            ], answers: [200: .object(TileListAnswer.schema)], problems: [404]),
        APIOperation(
            "get", APIPaths.tiles + "/{z}/{x}/{y}",
            """
            A vector tile of the streets: Mapbox Vector Tile in gzip, zooms 0 to 14. 204 where the \
            map shows nothing, 404 `no-such-version` once the map has another version.
            """,
            [
                .text(
                    "v",
                    "As in the address that the network names; with it the tile may be kept for good"
                )
            ],
            answers: [200: .text, 204: nil],
            mediaType: "application/vnd.mapbox-vector-tile", problems: [404]),
        APIOperation(
            "get", APIPaths.addresses,
            """
            Addresses by what was typed, from the server's streets or else the operator's \
            geocoder. `addresses` of the network says whether there is either.
            """,
            [
                .text("q", "What was typed, three letters or more", example: "Seestrasse"),
                .text("near", "latitude,longitude of who asks"),
                .number("limit", 1...AddressQuery.maximumLimit, "The largest number"),
                .text("language", "As in `de`"),
            ], answers: [200: .object(AddressesAnswer.schema)], problems: [404, 503]),
        APIOperation(
            "post", APIPaths.operators + "/feeds/look",
            """
            Looks at the feeds now. The log has what comes of it; 404 where no feeds are \
            configured.
            """,
            access: .operators, answers: [202: nil], problems: [404]),
    ]

    // MARK: - Journeys

    private static let page: [APIParameter] = [
        .text(
            "at", "By the stop's clock or with an offset; now by default",
            example: "2026-05-04T08:00"),
        .number("limit", 1...BoardRequest.maximumLimit, "The largest number; 20 by default"),
        .number("minutes", 1...BoardRequest.maximumSpanSeconds / 60, "How far ahead"),
        .number(
            "further", 0...BoardRequest.maximumFurtherCalls, "Calls of each run beyond this one"),
        .texts(
            "with", "Ids of other stops, as in `members` of a search result",
            maximum: BoardRequest.maximumOthers),
        .text("after", "What a board gave as `later`"),
        .text("before", "What a board gave as `earlier`"),
    ]

    private static let journeys: [APIOperation] = [
        APIOperation(
            "get", APIPaths.connections, "Connections between places, a page at a time.",
            [
                .text(
                    "from", "A stop's id or name, or latitude,longitude", isRequired: true,
                    example: "Bahnhof"),
                .text(
                    "to", "A stop's id or name, or latitude,longitude", isRequired: true,
                    example: "Rathaus"),
                .texts("via", "Places to visit", maximum: PlanningRequest.maximumVias),
                .texts("stay", "Minutes at each via", maximum: PlanningRequest.maximumVias),
                .text("at", "When; now by default", example: "2026-05-04T08:00"),
                .choice("arriveBy", ["true", "false"], "`at` is when to be there"),
                .number(
                    "results", 1...PlanningRequest.maximumResults,
                    "Connections a page; 6 by default"),
                .text("modes", "Some of tram, bus, rail, ..., with commas between"),
                .texts("exclude", "Ids of routes", maximum: ConnectionQuery.maximumExcluded),
                .number("changes", PlanningOptions.transferRange, "The largest number"),
                .number("margin", 0...60, "Minutes to spare at each transfer"),
                .number(
                    "walk", 0...Int(PlanningOptions.maximumWalkSeconds / 60),
                    "Minutes on foot at either end; 15 by default"),
                .text("walkingSpeed", "Metres a second, 0.3 to 3"),
                .choice(
                    "wheelchair", ["true", "false"],
                    """
                    Ways without steps, unless an alert closes them, and vehicles that take \
                    wheelchairs
                    """),
                .choice(
                    "bicycle", ["true", "false"],
                    """
                    Rides a bicycle to the first and from the last stop, without vehicles that take \
                    none
                    """),
                .choice("passed", ["true", "false"], "The stops in between too"),
                .choice(
                    "path", ["true", "false"], "The ways of vehicles and walks on the ground too"),
                .text("cursor", "What a page gave as `earlier` or `later`"),
            ], answers: [200: .object(ConnectionsAnswer.schema)], problems: [404, 422, 503]),
        APIOperation(
            "get", APIPaths.connections + "/{id}",
            "A saved connection, on a day. It has alternatives where the connection does not work.",
            [
                .text("date", "As in 2026-05-04", example: "2026-05-04"),
                .choice("passed", ["true", "false"], "The stops in between too"),
                .choice(
                    "path", ["true", "false"], "The ways of vehicles and walks on the ground too"),
            ], answers: [200: .object(FoundConnectionAnswer.schema)], problems: [404, 422, 503]),
        APIOperation(
            "get", APIPaths.stops + "/{id}/departures", "What departs.", page,
            answers: [200: .object(BoardAnswer.schema)], problems: [404]),
        APIOperation(
            "get", APIPaths.stops + "/{id}/arrivals", "What arrives.", page,
            answers: [200: .object(BoardAnswer.schema)], problems: [404]),
        APIOperation(
            "get", APIPaths.stops + "/{id}/lines", "The next departures of each line.",
            page + [
                .choice("kind", ["departures", "arrivals"], "Which"),
                .number("each", 1...20, "Departures of each line"),
            ], answers: [200: .object(BoardGroupsAnswer.schema)], problems: [404]),
    ]
}
