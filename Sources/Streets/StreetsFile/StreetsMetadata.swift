package import TransitModel

/// The description of a `.streets` file, stored as JSON.
package struct StreetsMetadata: Codable, Equatable, Sendable {
    /// The bounding box of the streets; nil if there are none.
    package var box: BoundingBox?
    /// The time of the data in milliseconds since 1970.
    ///
    /// It is that of the oldest extract; nil if an extract has no time.
    package var dataTime: Int64?
    /// The file names of the extracts, without folders.
    package var sources: [String]
    /// The numbers of elements, by their names in `takt streets --json`.
    package var counts: [String: Int]

    package init(
        box: BoundingBox?, dataTime: UnixTime?, sources: [String], counts: [String: Int]
    ) {
        self.box = box
        self.dataTime = dataTime?.milliseconds
        self.sources = sources
        self.counts = counts
    }
}
