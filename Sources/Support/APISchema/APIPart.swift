/// What one slice contributes to the description of the API.
package struct APIPart: Sendable {
    /// The operations of the slice.
    package let operations: [APIOperation]
    /// The schemas of their requests and answers, by name, as `APISchemas` reads them.
    package let schemas: [String: String]

    /// Creates a part; no two lists of `schemas` may have a schema of the same name.
    package init(_ operations: [APIOperation], schemas: [String: String]...) {
        self.operations = operations
        self.schemas = schemas.reduce(into: [:]) { all, some in
            all.merge(some) { first, _ in first }
        }
    }
}
