import JSONWriting

/// The OpenAPI description of Takt's own API, put together from the operations of the slices.
///
/// A test compares them with the routes of a server.
package struct APIDescription: Sendable {
    /// All operations under `/api/v1`, and the one that describes them.
    package let operations: [APIOperation]

    /// Describes the API that consists of the operations of all slices.
    package init(_ operations: [APIOperation]) {
        self.operations = [Self.description] + operations
    }

    private static let description = APIOperation(
        "get", APIPaths.description, "This description.",
        answers: [
            200: .object(
                JSONSchema(
                    "Description", .text("openapi"), .list("servers", .anything),
                    .init("info paths components", .anything)))
        ])

    /// Returns the OpenAPI 3.1 document with the operations that a server has: those of riders need
    /// a data folder.
    package func document(_ isThere: (APIOperation) -> Bool = { _ in true }) -> JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for operation in operations where isThere(operation) {
            paths[operation.path, default: [:]][operation.method] = operation.description
        }
        var schemas = APISchemas()
        for type in operations.flatMap(\.types) { schemas.add(type) }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Takt", "version": "1",
                "description": """
                Everything a rider's app needs, for one network. Times named `now`, `asOf` and the \
                like are Unix milliseconds, others local with offset. Errors are problem objects \
                (RFC 9457). Long lists come in pages, by `cursor`, `after` and `before`. Calls \
                ignore parameters, and members of a body, that they do not have.
                """,
            ],
            "servers": [["url": "/"]],
            "paths": .object(paths.mapValues { .object($0) }),
            "components": [
                "schemas": .object(schemas.all),
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
}
