/// A list as the shuttle tracker sends it, of which a bad row costs only that row.
package struct ShuttleListing<Element: Decodable & Sendable>: Decodable, Sendable {
    /// The rows that could be read, in the order they came.
    package let elements: [Element]
    /// How many rows lacked a field or held one of another kind.
    package let rejectedCount: Int

    /// Reads a list; rows that cannot be read are counted and left out.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Go writes a list that was never made as `null`.
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
