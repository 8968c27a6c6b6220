package import APISchema

extension APIPart {
    /// The network, its places, boards and connections.
    package static let network = APIPart(
        networkOperations + journeys, schemas: NetworkSchemas.network, NetworkSchemas.journeys)

    private static let box = APIParameter.text(
        "bbox", "west,south,east,north in degrees", example: "8.1,47.0,8.4,47.2")

    private static let networkOperations: [APIOperation] = [
        APIOperation("get", APIPaths.network, "What is served.", answers: [200: "Network"]),
        APIOperation(
            "get", APIPaths.routes, "Routes.",
            [
                .number("limit", 1...2000, "At most so many; 2000 by default"),
                .text("after", "What the page before gave as `next`"),
            ], answers: [200: "Routes"]),
        APIOperation(
            "get", APIPaths.routes + "/{id}", "One route with its directions.",
            answers: [200: "Route", 404: "Problem"]),
        APIOperation(
            "get", APIPaths.routes + "/{id}/timetable", "A line's stops and trips on one day.",
            [
                .text("date", "As in 2026-05-04; today by default", example: "2026-05-04"),
                .number("direction", 0...1, "GTFS direction_id"),
            ], answers: [200: "LineTimetable", 404: "Problem"]),
        APIOperation(
            "get", APIPaths.trips + "/{id}", "A trip's run on one day.",
            [
                .text("date", "As in 2026-05-04; today by default", example: "2026-05-04"),
                .text("start", "When a run of a headway begins; the one under way by default"),
            ], answers: [200: "TripRun", 404: "Problem"]),
        APIOperation(
            "get", APIPaths.routesGeoJSON, "The lines on the ground.",
            [
                box,
                .choice(
                    "sideBySide", ["true", "false"],
                    "Several features a route, with how far each is from the middle of its street"),
            ],
            answers: [200: "LineMap"]),
        APIOperation(
            "get", APIPaths.networkFile,
            "The part of the network that a phone keeps, or a part of that file.",
            [.text("digest", "The digest of the file; 404 where the newest one has another")],
            answers: [200: "Text", 404: "Problem"], mediaType: "application/octet-stream"),
        APIOperation(
            "get", APIPaths.landscape, "What to draw under the lines.",
            answers: [200: "GeoJSON", 404: "Problem"]),
        APIOperation(
            "get", APIPaths.stops, "Stops in a box.",
            [
                box, .number("limit", 1...5000, "At most so many; 500 by default"),
                .text("after", "What the page before gave as `next`"),
            ],
            answers: [200: "Stops"]),
        APIOperation(
            "get", APIPaths.stops + "/{id}", "One stop with its platforms and routes.",
            answers: [200: "Stop", 404: "Problem"]),
        APIOperation(
            "get", APIPaths.stopSearch, "Stops by what was typed.",
            [
                .text("q", "What was typed", example: "bahnhof"),
                .text("near", "latitude,longitude of who asks", example: "47.1,8.2"),
                .number("limit", 1...50, "At most so many"),
            ], answers: [200: "FoundStops"]),
        APIOperation(
            "get", APIPaths.stopsNearby, "Stops around a place.",
            [
                .text("at", "latitude,longitude", isRequired: true, example: "47.1,8.2"),
                .number("radius", 1...10_000, "Metres"),
                .number("limit", 1...50, "At most so many"),
            ], answers: [200: "FoundStops"]),
        APIOperation(
            "get", APIPaths.reachable, "Stops within a walk of some minutes.",
            [
                .text("from", "latitude,longitude", isRequired: true, example: "47.1,8.2"),
                .number("minutes", 1...60, "The longest walk; 10 by default"),
                .text("walkingSpeed", "Metres a second, 0.3 to 3"),
                .choice("wheelchair", ["true", "false"], "Without stairs and other obstacles"),
                .choice("bicycle", ["true", "false"], "By bicycle"),
            ], answers: [200: "Reachable"]),
        APIOperation(
            "get", APIPaths.places,
            "Stops, addresses and other places, where the server has streets.",
            [
                .text("q", "What was typed; without it, what is near", example: "bahnhof 12"),
                .text("near", "latitude,longitude of who asks", example: "47.1,8.2"),
                .number("limit", 1...50, "At most so many"),
            ], answers: [200: "Places", 404: "Problem"]),
        APIOperation(
            "get", APIPaths.alerts, "What operators of services say.",
            [
                .number("limit", 1...1000, "At most so many; 1000 by default"),
                .text("after", "What the page before gave as `next`"),
            ], answers: [200: "Alerts"]),
        APIOperation(
            "get", APIPaths.tiles, "The tiles of an area with their sizes.",
            [
                .text(
                    "bbox", "west,south,east,north", isRequired: true,
                    example: "8.28,47.19,8.31,47.21")
            ], answers: [200: "TileList", 404: "Problem"]),
        APIOperation(
            "get", APIPaths.tiles + "/{z}/{x}/{y}",
            "A vector tile of the map, where the server has streets.",
            [.text("v", "The version, as the network tells it")],
            answers: [200: "Text", 204: nil, 404: "Problem"],
            mediaType: "application/vnd.mapbox-vector-tile"),
        APIOperation(
            "get", APIPaths.addresses, "Addresses, where the server has streets or a geocoder.",
            [
                .text("q", "What was typed, three letters or more", example: "Seestrasse"),
                .text("near", "latitude,longitude of who asks"),
                .number("limit", 1...20, "At most so many"), .text("language", "As in `de`"),
            ], answers: [200: "Addresses", 404: "Problem", 503: "Problem"]),
        APIOperation(
            "post", APIPaths.operators + "/feeds/look",
            "Looks at the feeds before it is due; what comes of it is told in the log.",
            access: .operators, answers: [202: nil], problems: [404]),
    ]

    // MARK: - Journeys

    private static let page: [APIParameter] = [
        .text(
            "at", "By the stop's clock or with an offset; now by default",
            example: "2026-05-04T08:00"),
        .number("limit", 1...500, "At most so many; 20 by default"),
        .number("minutes", 1...10_080, "How far ahead"),
        .number("further", 0...200, "Calls of each run beyond this one"),
        .texts("with", "Ids of stops beside it", most: 20),
        .text("after", "What a board gave as `later`"),
        .text("before", "What a board gave as `earlier`"),
    ]

    private static let journeys: [APIOperation] = [
        APIOperation(
            "get", APIPaths.connections, "Connections between places.",
            [
                .text(
                    "from", "A stop's id or name, or latitude,longitude", isRequired: true,
                    example: "Bahnhof"),
                .text(
                    "to", "A stop's id or name, or latitude,longitude", isRequired: true,
                    example: "Rathaus"),
                .texts("via", "Places to visit", most: 5),
                .texts("stay", "Minutes at each via", most: 5),
                .text("at", "When; now by default", example: "2026-05-04T08:00"),
                .choice("arriveBy", ["true", "false"], "`at` is when to be there"),
                .number("results", 1...30, "Connections a page; 6 by default"),
                .text("modes", "Some of tram, bus, rail, ..., with commas between"),
                .texts("exclude", "Ids of routes", most: 20),
                .number("changes", 0...14, "At most so many"),
                .number("margin", 0...60, "Minutes to spare at each change"),
                .number("walk", 0...60, "Minutes on foot at either end"),
                .text("walkingSpeed", "Metres a second, 0.3 to 3"),
                .choice("wheelchair", ["true", "false"], "All vehicles take wheelchairs"),
                .choice("bicycle", ["true", "false"], "The rider takes a bicycle"),
                .choice("passed", ["true", "false"], "Tell the stops between"),
                .choice("path", ["true", "false"], "Tell where vehicles and walks go"),
                .text("cursor", "What a page gave as `earlier` or `later`"),
            ], answers: [200: "Connections"], problems: [404, 422, 503]),
        APIOperation(
            "get", APIPaths.connections + "/{id}", "A connection that was found before.",
            [
                .text("date", "As in 2026-05-04", example: "2026-05-04"),
                .choice("passed", ["true", "false"], "Tell the stops between"),
                .choice("path", ["true", "false"], "Tell where vehicles and walks go"),
            ], answers: [200: "SavedRides"], problems: [404, 422, 503]),
        APIOperation(
            "get", APIPaths.stops + "/{id}/departures", "What departs.", page,
            answers: [200: "Board", 404: "Problem"]),
        APIOperation(
            "get", APIPaths.stops + "/{id}/arrivals", "What arrives.", page,
            answers: [200: "Board", 404: "Problem"]),
        APIOperation(
            "get", APIPaths.stops + "/{id}/lines", "The next departures of each line.",
            page + [
                .choice("kind", ["departures", "arrivals"], "Which"),
                .number("each", 1...20, "Departures of each line"),
            ], answers: [200: "BoardGroups", 404: "Problem"]),
    ]
}
