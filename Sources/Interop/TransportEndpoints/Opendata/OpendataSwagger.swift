import APISchema
import Foundation

/// The Swagger 2 description of the Transport API.
enum OpendataSwagger {
    /// Fields with their types: `string`, `integer`, `number`, a definition's name, or one of these
    /// in brackets for a list.
    private typealias Fields = [(name: String, type: String)]

    /// Returns the document as JSON.
    static func document() -> [UInt8] {
        let document: [String: Any] = [
            "swagger": "2.0",
            "info": [
                "title": "Transport API", "version": "1.0",
                "description": "The API of transport.opendata.ch, answered by Takt.",
            ],
            "basePath": APIPaths.opendataRoot,
            "produces": ["application/json"],
            "paths": [
                "/locations": get(
                    "Places by name, or around a point",
                    [
                        ("query", "string"), ("x", "number"), ("y", "number"),
                        ("type", "string"), ("fields[]", "[string]"),
                    ], answer: "Locations"),
                "/connections": get(
                    "The next connections from one place to another",
                    [
                        ("from", "string"), ("to", "string"), ("via[]", "[string]"),
                        ("date", "string"), ("time", "string"), ("datetime", "string"),
                        ("isArrivalTime", "integer"), ("transportations[]", "[string]"),
                        ("limit", "integer"), ("page", "integer"), ("bike", "integer"),
                        ("fields[]", "[string]"),
                    ], required: ["from", "to"], answer: "Connections"),
                "/stationboard": get(
                    "The next departures from a station, or arrivals there",
                    [
                        ("station", "string"), ("id", "string"), ("limit", "integer"),
                        ("transportations[]", "[string]"), ("datetime", "string"),
                        ("type", "string"), ("fields[]", "[string]"),
                    ], answer: "Stationboard"),
            ],
            "definitions": definitions.mapValues { schema($0) },
        ]
        let bytes = try? JSONSerialization.data(
            withJSONObject: document, options: [.sortedKeys, .withoutEscapingSlashes])
        return Array(bytes ?? Data("{}".utf8))
    }

    private static let definitions: [String: Fields] = [
        "Coordinate": [("type", "string"), ("x", "number"), ("y", "number")],
        "Location": location,
        "Station": location + [("icon", "string")],
        "Prognosis": [
            ("platform", "string"), ("arrival", "string"), ("departure", "string"),
            ("capacity1st", "integer"), ("capacity2nd", "integer"),
        ],
        "Stop": [
            ("station", "Location"), ("arrival", "string"), ("arrivalTimestamp", "integer"),
            ("departure", "string"), ("departureTimestamp", "integer"), ("delay", "integer"),
            ("platform", "string"), ("prognosis", "Prognosis"),
            ("realtimeAvailability", "string"), ("location", "Location"),
        ],
        "Journey": journey,
        "StationBoardJourney": [("stop", "Stop")] + journey,
        "Walk": [("duration", "integer")],
        "Section": [
            ("journey", "Journey"), ("walk", "Walk"), ("departure", "Stop"), ("arrival", "Stop"),
        ],
        "Service": [("regular", "string"), ("irregular", "string")],
        "Connection": [
            ("from", "Stop"), ("to", "Stop"), ("duration", "string"), ("transfers", "integer"),
            ("service", "Service"), ("products", "[string]"), ("capacity1st", "integer"),
            ("capacity2nd", "integer"), ("sections", "[Section]"),
        ],
        "Candidates": [("from", "[Location]"), ("to", "[Location]")],
        "Locations": [("stations", "[Station]")],
        "Connections": [
            ("connections", "[Connection]"), ("from", "Location"), ("to", "Location"),
            ("stations", "Candidates"),
        ],
        "Stationboard": [("station", "Location"), ("stationboard", "[StationBoardJourney]")],
    ]

    private static let location: Fields = [
        ("id", "string"), ("name", "string"), ("score", "number"), ("coordinate", "Coordinate"),
        ("distance", "number"),
    ]

    private static let journey: Fields = [
        ("name", "string"), ("category", "string"), ("subcategory", "string"),
        ("categoryCode", "integer"), ("number", "string"), ("operator", "string"),
        ("to", "string"), ("passList", "[Stop]"), ("capacity1st", "integer"),
        ("capacity2nd", "integer"),
    ]

    private static func schema(_ fields: Fields) -> [String: Any] {
        let properties = fields.map { ($0.name, type($0.type)) }
        return [
            "type": "object", "properties": Dictionary(uniqueKeysWithValues: properties),
        ]
    }

    private static func type(_ name: String) -> [String: Any] {
        if name.hasPrefix("[") {
            return ["type": "array", "items": type(String(name.dropFirst().dropLast()))]
        }
        return definitions[name] == nil ? ["type": name] : ["$ref": "#/definitions/\(name)"]
    }

    private static func get(
        _ summary: String, _ parameters: Fields, required: Set<String> = [], answer: String
    ) -> [String: Any] {
        let described = parameters.map { parameter in
            var entry = type(parameter.type)
            entry["name"] = parameter.name
            entry["in"] = "query"
            entry["required"] = required.contains(parameter.name)
            if parameter.type.hasPrefix("[") { entry["collectionFormat"] = "multi" }
            return entry
        }
        return [
            "get": [
                "summary": summary, "parameters": described,
                "responses": [
                    "200": ["description": "What was found", "schema": type(answer)],
                    "400": ["description": "A parameter that cannot be understood"],
                    "500": ["description": "A place that is not known"],
                ],
            ]
        ]
    }
}
