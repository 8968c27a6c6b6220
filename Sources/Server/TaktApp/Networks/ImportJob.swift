import Foundation
package import GTFSImport

/// An import as it is handed to a process of its own.
package struct ImportJob: Codable, Sendable, Equatable {
    /// A feed to read.
    package struct Feed: Codable, Sendable, Equatable {
        /// A ZIP file.
        package var path: String
        /// What notices call it.
        package var name: String
        /// Where it comes from.
        package var place: String
        /// What is put before its ids; nil leaves that to the import.
        package var id: String?
        /// The ZIP file of the version before, which serves until this one begins; nil for none.
        package var earlier: String?
        /// A network of this feed alone, which need not be read once more; nil for none.
        package var compiled: String?
        /// Whether the version before is the one that serves today.
        package var isEarlierInForce = false
    }

    /// The feeds, at least one.
    package var feeds: [Feed]
    /// The network file to write.
    package var output: String
    /// How much is read of one feed, unpacked, in bytes.
    package var feedBytes: Int

    /// Makes the network file, here and now.
    package func run() throws(ImportError) {
        let sources = feeds.map { feed in
            var source = NetworkImport.Source(path: feed.path, name: feed.name, id: feed.id)
            source.place = feed.place
            source.compiled = feed.compiled
            source.earlier = feed.earlier.map {
                NetworkImport.Source.Earlier(path: $0, isInForce: feed.isEarlierInForce)
            }
            return source
        }
        _ = try NetworkImport(sources, feedBytes: feedBytes).write(to: output)
    }
}
