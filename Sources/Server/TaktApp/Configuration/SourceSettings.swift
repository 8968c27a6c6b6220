import Foundation

/// The configuration of a source of live data.
package struct SourceSettings: Sendable, Equatable {
    /// The protocol of a source.
    package enum Kind: String, Sendable, CaseIterable {
        case gtfsRealtime = "gtfs-rt"
        case shuttleTracker = "shuttle-tracker"
        case geops
        case opendataTransport = "opendata-transport"
        /// Vehicles that Takt simulates.
        case simulate
        /// Answers recorded by `takt record`.
        case recording

        /// The URL schemes of this kind's addresses; empty if it has none.
        var schemes: [String] {
            switch self {
            case .gtfsRealtime, .shuttleTracker, .opendataTransport: ["http", "https"]
            case .geops: ["ws", "wss"]
            case .simulate, .recording: []
            }
        }

        /// Whether the source is polled, rather than sending by itself.
        var isPolled: Bool {
            switch self {
            case .gtfsRealtime, .shuttleTracker, .opendataTransport, .simulate: true
            case .geops, .recording: false
            }
        }

        /// Whether `takt record` can record the source's answers.
        var isRecordable: Bool {
            switch self {
            case .gtfsRealtime, .shuttleTracker: true
            case .geops, .opendataTransport, .simulate, .recording: false
            }
        }

        /// The maximum number of addresses; 1 for kinds without any.
        var maximumURLs: Int {
            switch self {
            case .gtfsRealtime: 8
            case .shuttleTracker, .geops, .opendataTransport, .simulate, .recording: 1
            }
        }
    }

    /// The source's name in logs and on screens: lower-case letters, digits and hyphens; unique.
    package let id: String
    package let kind: Kind
    /// The addresses: none for kinds without one, one for most others, several for GTFS-Realtime,
    /// where vehicles, trips and alerts may have addresses of their own.
    package let urls: [String]
    /// The file with the source's key; nil if it needs none.
    package let keyFile: String?
    /// The header field of the key; nil sends it as `Authorization: Bearer`.
    package let keyHeader: String?
    /// The folder of a recording; nil for all other kinds.
    package let folder: String?
    /// The ids of the network's feeds that the source belongs to; empty if they are to be detected.
    package let feeds: [String]
    /// The polling interval, from 1 second to 1 day; nil leaves it to the kind.
    package let every: Duration?

    /// The only or first address; nil if there is none.
    package var url: String? { urls.first }

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

    /// Returns the key in the source's key file, without the line ending; nil if the source needs
    /// none.
    ///
    /// - Throws: A `SettingFailure` if the file cannot be read or has no valid key.
    package func key() throws(SettingFailure) -> String? {
        guard let keyFile else { return nil }
        return try Self.key(inFile: keyFile)
    }

    /// Returns the single line of a key file.
    ///
    /// - Throws: A `SettingFailure` if the file cannot be read or has no valid key.
    static func key(inFile path: String) throws(SettingFailure) -> String {
        guard let data = SmallFile.start(of: path, limit: maximumKeyBytes) else {
            throw SettingFailure(description: SmallFile.unreadableKey(path))
        }
        let key = String(decoding: data, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let isPlain = key.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
        guard !key.isEmpty, data.count <= maximumKeyBytes, isPlain else {
            throw SettingFailure(
                description: "The key file '\(path)' must contain one line of text.")
        }
        return key
    }
}
