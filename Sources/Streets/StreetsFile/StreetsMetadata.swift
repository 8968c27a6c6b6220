package import TransitModel

/// The part of a `.streets` file that describes it, stored as JSON.
package struct StreetsMetadata: Codable, Equatable, Sendable {
    /// The box of everything in the file; nil where there is nothing.
    package var box: BoundingBox?
    /// Milliseconds since 1970 of the newest change in the oldest extract; nil if one has no time.
    package var dataTime: Int64?
    /// The names of the extracts' files, without folders.
    package var sources: [String]
    /// Numbers of things, by the names that `takt streets --json` uses.
    package var counts: [String: Int]

    /// Describes a file.
    package init(
        box: BoundingBox?, dataTime: UnixTime?, sources: [String], counts: [String: Int]
    ) {
        self.box = box
        self.dataTime = dataTime?.milliseconds
        self.sources = sources
        self.counts = counts
    }
}
