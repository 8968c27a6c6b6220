import Foundation

/// A source of live data.
package struct SourceSettings: Sendable, Equatable {
    /// What a source speaks.
    package enum Kind: String, Sendable, CaseIterable {
        case gtfsRealtime = "gtfs-rt"
        case shuttleTracker = "shuttle-tracker"
        case geops
        case opendataTransport = "opendata-transport"
        /// Vehicles that Takt itself lets run.
        case simulate
        /// What `takt record` wrote down.
        case recording

        /// The schemes that an address of this kind may have; empty if there is no address.
        var schemes: [String] {
            switch self {
            case .gtfsRealtime, .shuttleTracker, .opendataTransport: ["http", "https"]
            case .geops: ["ws", "wss"]
            case .simulate, .recording: []
            }
        }

        /// Whether the source is asked again and again, rather than telling by itself.
        var isAsked: Bool { self != .geops && self != .recording }

        /// How many addresses the source may have at most.
        var mostURLs: Int { self == .gtfsRealtime ? 8 : 1 }
    }

    /// What logs and screens call the source: lower-case letters, digits and hyphens; unique.
    package let id: String
    /// What protocol the source speaks.
    package let kind: Kind
    /// The addresses; none for kinds that have none, one for all others but GTFS-Realtime, where
    /// vehicles, trips and alerts may lie at addresses of their own.
    package let urls: [String]
    /// The file that holds the key to the source; nil if it needs none.
    package let keyFile: String?
    /// The header field that the key is sent in; nil sends it as `Authorization: Bearer`.
    package let keyHeader: String?
    /// The folder of a recording; nil for all other kinds.
    package let folder: String?
    /// The ids of the network's feeds that the source speaks of; empty leaves it to be found out.
    package let feeds: [String]
    /// How often the source is asked, from 1 second to 1 day; nil leaves it to the kind.
    package let every: Duration?

    /// The only address, or the first one; nil if there is none.
    package var url: String? { urls.first }

    /// Describes a source.
    package init(
        id: String, kind: Kind, urls: [String] = [], keyFile: String? = nil,
        keyHeader: String? = nil, folder: String? = nil, feeds: [String] = [],
        every: Duration? = nil
    ) {
        self.id = id
        self.kind = kind
        self.urls = urls
        self.keyFile = keyFile
        self.keyHeader = keyHeader
        self.folder = folder
        self.feeds = feeds
        self.every = every
    }
}

extension SourceSettings {
    private static let maximumKeyBytes = 16 * 1024

    /// A key that cannot be had from its file.
    package struct KeyFailure: Error, Equatable, CustomStringConvertible {
        /// One sentence for people, without the key.
        package let description: String
    }

    /// The key in the source's key file, without the line's end; nil if the source needs none.
    package func key() throws(KeyFailure) -> String? {
        guard let keyFile else { return nil }
        return try Self.key(inFile: keyFile)
    }

    /// The one line of text that a key file holds.
    static func key(inFile path: String) throws(KeyFailure) -> String {
        guard let data = SmallFile.start(of: path, limit: maximumKeyBytes) else {
            throw KeyFailure(description: "The key file '\(path)' cannot be read.")
        }
        let key = String(decoding: data, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let isPlain = key.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
        guard !key.isEmpty, data.count <= maximumKeyBytes, isPlain else {
            throw KeyFailure(description: "The key file '\(path)' must hold one line of text.")
        }
        return key
    }
}
