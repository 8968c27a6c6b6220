package import TransitModel

/// The header of an extract.
package struct ExtractHeader: Sendable {
    /// The bounding box of the extract; nil if the header has none.
    package private(set) var box: BoundingBox?
    /// Whether the file declares the order nodes, ways, relations, each sorted by id.
    package private(set) var isDeclaredSorted = false
    /// The time of the newest change in the data; nil if the header lacks it.
    package private(set) var replicationTime: UnixTime?
    /// The program that wrote the file; empty if the header lacks it.
    package private(set) var writingProgram = ""
    /// Features that a reader must support.
    private(set) var requiredFeatures: [String] = []

    /// An empty header.
    init() {}

    /// The first required feature that this reader lacks; nil if there is none.
    var unsupportedFeature: String? {
        requiredFeatures.first { $0 != "OsmSchema-V0.6" && $0 != "DenseNodes" }
    }

    init(_ message: MessageReader) throws(MessageReader.Malformed) {
        var message = message
        while let field = try message.field() {
            switch field {
            case .bytes(1): box = try Self.box(message.message())
            case .bytes(4): requiredFeatures.append(try message.message().text)
            case .bytes(5):
                if try message.message().text == "Sort.Type_then_ID" { isDeclaredSorted = true }
            case .bytes(16): writingProgram = try message.message().text
            case .varint(32):
                let seconds = Int64(truncatingIfNeeded: try message.varint())
                // Ignore times outside 1970 to 5138, which are errors of the writer.
                if seconds > 0, seconds < 100_000_000_000 {
                    replicationTime = UnixTime(seconds: seconds)
                }
            default: try message.skip(field)
            }
        }
    }

    /// Reads a box in nanodegrees.
    private static func box(
        _ message: MessageReader
    ) throws(MessageReader.Malformed) -> BoundingBox? {
        var message = message
        var edges = [Double](repeating: .nan, count: 5)
        while let field = try message.field() {
            guard case .varint(let number) = field, (1...4).contains(number) else {
                try message.skip(field)
                continue
            }
            edges[number] = Double(try message.signed()) / 1e9
        }
        return BoundingBox(west: edges[1], south: edges[4], east: edges[2], north: edges[3])
    }
}
