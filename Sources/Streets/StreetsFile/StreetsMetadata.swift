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
    /// The speeds in metres a second of those who walk along the graph, and of a ridden bicycle.
    package var metresPerSecond = [
        "foot": WalkProfile.foot.metresPerSecond,
        "wheelchair": WalkProfile.wheelchair.metresPerSecond,
        "bicycle": WalkProfile.ridingMetresPerSecond,
    ]
    /// The seconds that a lift takes.
    package var liftSeconds = WalkProfile.liftSeconds

    /// The key in ``counts`` of the areas that the map does not show; absent if it shows all.
    package static let omittedAreas = "omitted_areas"

    /// A sentence on the areas that the map does not show; nil if it shows all.
    package var omissions: String? {
        counts[Self.omittedAreas].map {
            "\($0) areas cover a large part of the map, many times over, and are not drawn: the extract "
                + "probably has misplaced nodes."
        }
    }

    package init(
        box: BoundingBox?, dataTime: UnixTime?, sources: [String], counts: [String: Int]
    ) {
        self.box = box
        self.dataTime = dataTime?.milliseconds
        self.sources = sources
        self.counts = counts
    }
}
