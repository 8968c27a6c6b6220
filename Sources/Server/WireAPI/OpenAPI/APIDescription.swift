/// The OpenAPI description of Takt's own API: the only list of its operations.
///
/// A test compares the list with the routes of a server.
package enum APIDescription {
    /// All operations under `/api/v1`.
    package static let operations: [APIOperation] =
        network + journeys + live + riders + diaries + timelines

    /// Returns the OpenAPI 3.1 document with the operations that a server has: those of riders need
    /// a data folder.
    package static func document(_ isThere: (APIOperation) -> Bool = { _ in true }) -> JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for operation in operations where isThere(operation) {
            paths[operation.path, default: [:]][operation.method] = operation.description
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Takt", "version": "1",
                "description": """
                Everything a rider's app needs, for one network. Times named `now`, `asOf` and the \
                like are Unix milliseconds, others local with offset. Errors are problem objects \
                (RFC 9457). Long lists come in pages, by `cursor`, `after` and `before`.
                """,
            ],
            "servers": [["url": "/"]],
            "paths": .object(paths.mapValues { .object($0) }),
            "components": [
                "schemas": APISchemas.all,
                "securitySchemes": [
                    "rider": [
                        "type": "http", "scheme": "bearer",
                        "description": "The token of a rider's device.",
                    ],
                    "participant": [
                        "type": "http", "scheme": "bearer",
                        "description": "The token of who takes part in a study, or researches.",
                    ],
                    "operator": [
                        "type": "http", "scheme": "bearer", "description": "The operator's token.",
                    ],
                ],
            ],
        ]
    }

    private static let box = APIParameter.text(
        "bbox", "west,south,east,north in degrees", example: "8.1,47.0,8.4,47.2")

    // MARK: - Network

    private static let network: [APIOperation] = [
        APIOperation(
            "get", APIPaths.description, "This description.", answers: [200: "Description"]),
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
                .choice("bicycle", ["true", "false"], "All vehicles take bicycles"),
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

    // MARK: - Live

    private static let live: [APIOperation] = [
        APIOperation(
            "get", APIPaths.vehicles, "All vehicles in a box.", [box], answers: [200: "Vehicles"]),
        APIOperation(
            "get", APIPaths.vehicleStream, "The vehicles as a stream of changes.",
            [box, .text("last-event-id", "The last event that was seen")], answers: [200: "Text"],
            mediaType: "text/event-stream", problems: [503]),
        APIOperation(
            "get", APIPaths.alerts, "What operators of services say.",
            [
                .number("limit", 1...1000, "At most so many; 1000 by default"),
                .text("after", "What the page before gave as `next`"),
            ], answers: [200: "Alerts"]),
        APIOperation(
            "get", APIPaths.sources, "How the live sources are doing.", answers: [200: "Sources"]),
        APIOperation(
            "get", APIPaths.operators, "Whether the operator's token is good.", access: .operators,
            answers: [204: nil]),
        APIOperation(
            "get", APIPaths.operators + "/sources",
            "How the live sources are doing, and why one fails.", access: .operators,
            answers: [200: "Sources"]),
        APIOperation(
            "get", APIPaths.operators + "/riders", "How messages to riders fare.",
            access: .operators, answers: [200: "RiderCounts"]),
        APIOperation(
            "post", APIPaths.operators + "/feeds/look",
            "Looks at the feeds before it is due; what comes of it is told in the log.",
            access: .operators, answers: [202: nil], problems: [404]),
        APIOperation(
            "get", APIPaths.operators + "/predictions", "How good predictions were.",
            access: .operators, answers: [200: "Predictions"]),
        APIOperation(
            "get", APIPaths.operators + "/matching", "How live sources match the network.",
            access: .operators, answers: [200: "Matching"]),
    ]

    // MARK: - Riders

    private static func rider(
        _ method: String, _ path: String, _ summary: String, body: String? = nil,
        _ answers: [Int: String?]
    ) -> APIOperation {
        APIOperation(
            method, APIPaths.rider + path, summary, access: .riders, body: body, answers: answers,
            problems: path.contains("{") || method != "get" ? [400, 404, 409, 422] : [])
    }

    private static let riders: [APIOperation] = [
        APIOperation(
            "post", APIPaths.riders, "A new rider with a device.", body: "NewRider",
            answers: [201: "Device"], problems: [503]),
        APIOperation(
            "post", APIPaths.riders + "/pair", "Lets another device in.", body: "NewDevice",
            answers: [201: "Device"], problems: [404, 409, 503]),
        APIOperation(
            "get", APIPaths.push, "The server's key for Web Push, and the kinds of channels.",
            answers: [200: "Push"]),
        rider("get", "", "Everything that is stored of the rider.", [200: "RiderExport"]),
        rider("delete", "", "Forgets the rider.", [204: nil]),
        rider("post", "/clear", "Forgets all but the rider.", [204: nil]),
        rider("post", "/pairing", "A code for another device.", [201: "Pairing"]),
        rider("get", "/settings", "The rider's settings.", [200: "RiderSettings"]),
        rider(
            "put", "/settings", "Changes the settings.", body: "NewSettings",
            [200: "RiderSettings"]),
        rider("get", "/channels", "Where messages reach the rider.", [200: "[Channel]"]),
        rider(
            "post", "/channels", "Another channel.", body: "NewChannel",
            [200: "Channel", 201: "Channel"]),
        rider("delete", "/channels/{id}", "No more messages there.", [204: nil]),
        rider(
            "post", "/channels/{id}/confirm", "Shows that the channel is the rider's.",
            body: "Code", [200: "Channel"]),
        rider("post", "/channels/{id}/test", "Sends a test.", [200: "ChannelTest"]),
        rider(
            "post", "/routes", "Saves a found connection.", body: "NewRoute",
            [201: "SavedConnection"]),
        APIOperation(
            "get", APIPaths.rider + "/home", "The next departures of every saved route.",
            access: .riders,
            [
                .text("at", "latitude,longitude", example: "47.1,8.2"),
                .number("departures", 1...20, "Departures of each route"),
            ], answers: [200: "Home"]),
        rider("get", "/connections", "What the rider saved.", [200: "[SavedConnection]"]),
        rider(
            "post", "/connections", "Saves one.", body: "NewConnection",
            [201: "SavedConnection"]),
        rider("put", "/connection-order", "Puts these first.", body: "Order", [204: nil]),
        rider(
            "put", "/connections/{id}", "Changes one.", body: "NewConnection",
            [200: "SavedConnection"]),
        rider("delete", "/connections/{id}", "Deletes one.", [204: nil]),
        rider("post", "/connections/{id}/reverse", "The way back.", [201: "SavedConnection"]),
        rider("get", "/trips", "Rides to be called for.", [200: "[Trip]"]),
        rider("post", "/trips", "Another one.", body: "NewTrip", [201: "Trip"]),
        rider("delete", "/trips/{id}", "Deletes one.", [204: nil]),
        rider("get", "/rides", "Rides that the rider is on.", [200: "[CurrentRide]"]),
        rider("post", "/rides", "Tells when to get off.", body: "NewRide", [201: "CurrentRide"]),
        rider("delete", "/rides/{id}", "Not any more.", [204: nil]),
        rider(
            "get", "/logger", "Whether a phone's logger tells where the rider is.",
            [200: "RiderLogger"]),
        rider("post", "/logger", "Lets one tell.", body: "NewLogger", [201: "RiderLogger"]),
        rider("delete", "/logger", "Not any more.", [204: nil]),
        rider("post", "/location", "Where the rider is.", body: "Location", [204: nil]),
    ]
}
