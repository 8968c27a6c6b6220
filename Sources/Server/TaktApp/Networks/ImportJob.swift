import GTFSImport
import StreetsImport
package import TransitModel

/// The description of an import for a separate process.
package struct ImportJob: Codable, Sendable, Equatable {
    /// A feed to import.
    package struct Feed: Codable, Sendable, Equatable {
        /// The path of a ZIP file.
        package var path: String
        /// The feed's name in notices.
        package var name: String
        /// The feed's origin.
        package var place: String
        /// The prefix of its ids; nil leaves it to the import.
        package var id: String?
        /// The ZIP file of the previous version, which serves until this one begins; nil for none.
        package var earlier: String?
        /// The compiled network of this feed alone, which saves reading the feed again; nil for
        /// none.
        package var compiled: String?
        /// Whether the previous version is the one that serves today.
        package var isEarlierInForce = false
    }

    /// The feeds; none for an import of streets.
    package var feeds: [Feed]
    /// The network file to write, or the file of streets.
    package var output: String
    /// The maximum size of an uncompressed feed, in bytes.
    package var feedBytes: Int

    /// The file of streets that walks between stops follow; nil to estimate them.
    package var streets: String?

    /// The OpenStreetMap extracts of an import of streets; empty for an import of feeds.
    package var extracts: [String] = []
    /// The box of the stops around which streets are kept; nil keeps all.
    package var near: BoundingBox?

    /// Makes the file in this process.
    ///
    /// Walks are estimated if the file of streets cannot be used: the network is worth more.
    ///
    /// - Throws: An `ImportError` or a `StreetsImportError`.
    package func run() throws {
        guard extracts.isEmpty else {
            _ = try StreetsImport(extracts, near: near).write(to: output)
            return
        }
        let streets = streets.flatMap { try? ServedStreets(path: $0) }
        var walking = WalkingAssumptions()
        walking.streets = streets?.router
        let sources = feeds.map { feed in
            var source = NetworkImport.Source(path: feed.path, name: feed.name, id: feed.id)
            source.place = feed.place
            source.compiled = feed.compiled
            source.earlier = feed.earlier.map {
                NetworkImport.Source.Earlier(path: $0, isInForce: feed.isEarlierInForce)
            }
            return source
        }
        _ = try NetworkImport(
            sources, walking: walking, map: streets?.importMap ?? ImportMap(), feedBytes: feedBytes
        ).write(to: output)
    }
}
