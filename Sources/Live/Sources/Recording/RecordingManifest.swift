/// The description of a recording: its sources, as far as a replay needs them.
package struct RecordingManifest: Codable, Sendable, Equatable {
    /// A recorded source.
    package struct Source: Codable, Sendable, Equatable {
        /// The id in the configuration at the time of recording.
        package let id: String
        /// The protocol that it uses, as in `takt.yml`.
        package let kind: String
        /// The paths of its addresses, without host and query.
        package let paths: [String]

        package init(id: String, kind: String, paths: [String]) {
            self.id = id
            self.kind = kind
            self.paths = paths
        }
    }

    /// The version of the file format; this program writes and reads 1.
    package var version = 1
    /// The sources in the order of the configuration.
    package let sources: [Source]

    package init(sources: [Source]) {
        self.sources = sources
    }

    /// The file in a recording's folder that contains the manifest.
    static let fileName = "recording.json"
}

/// A recorded answer without its body: a line of JSON before the bytes of the body.
struct RecordedHead: Codable, Sendable {
    /// When it was received, in milliseconds since 1970.
    let at: Int64
    let source: String
    let path: String
    /// The HTTP status; 0 if there was no answer.
    let status: Int
    var type: String?
    /// The length of the body in bytes.
    let bytes: Int
}

/// The error of a recording that cannot be read or written.
package struct RecordingFailure: Error, Equatable, CustomStringConvertible {
    /// A sentence that names the file or folder.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
