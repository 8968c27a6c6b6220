/// What a recording holds: its sources, as far as a replay must know them.
package struct RecordingManifest: Codable, Sendable, Equatable {
    /// A source that was recorded.
    package struct Source: Codable, Sendable, Equatable {
        /// The id in the configuration that was recorded.
        package let id: String
        /// What it speaks, as in `takt.yml`.
        package let kind: String
        /// The paths of its addresses, without host and query.
        package let paths: [String]

        /// Describes a source.
        package init(id: String, kind: String, paths: [String]) {
            self.id = id
            self.kind = kind
            self.paths = paths
        }
    }

    /// The form of the files; this program writes and reads 1.
    package var version = 1
    /// The sources, in the configuration's order.
    package let sources: [Source]

    /// A recording of some sources.
    package init(sources: [Source]) {
        self.sources = sources
    }

    /// The file in a recording's folder that holds this.
    static let fileName = "recording.json"
}

/// One answer as it was recorded, without its body: a line of JSON before the body's bytes.
struct RecordedHead: Codable, Sendable {
    /// When it came, in milliseconds since 1970.
    let at: Int64
    let source: String
    let path: String
    /// The HTTP status; 0 where no answer came.
    let status: Int
    var type: String?
    /// The length of the body.
    let bytes: Int
}

/// A recording that cannot be read or written.
package struct RecordingFailure: Error, Equatable, CustomStringConvertible {
    /// One sentence that names the file or folder.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
