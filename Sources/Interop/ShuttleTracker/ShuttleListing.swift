/// A list of the shuttle tracker, decoded row by row.
package struct ShuttleListing<Element: Decodable & Sendable>: Decodable, Sendable {
    /// The valid rows, in order.
    package let elements: [Element]
    /// The number of rows with a missing or invalid field.
    package let rejectedCount: Int

    /// Decodes a list; invalid rows are counted and skipped.
    ///
    /// - Throws: `DecodingError` if the answer is neither a list nor null.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Go encodes a nil slice as `null`.
        let rows = container.decodeNil() ? [] : try container.decode([Row].self)
        elements = rows.compactMap(\.element)
        rejectedCount = rows.count - elements.count
    }

    private struct Row: Decodable {
        let element: Element?

        init(from decoder: any Decoder) {
            element = try? Element(from: decoder)
        }
    }
}
