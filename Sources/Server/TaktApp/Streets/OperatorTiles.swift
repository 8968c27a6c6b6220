import FileMapping
package import MapTiles

/// The operator's own archive of map tiles, from the key `map.tiles`.
package struct OperatorTiles: Sendable {
    package let archive: TileArchive
    /// The names of its layers.
    let layers: [String]

    /// The archive is missing or cannot be shown.
    package struct Failure: Error, CustomStringConvertible {
        /// One sentence for people.
        package let description: String
        package let isMissing: Bool
    }

    /// Opens an archive, in time linear in its size.
    ///
    /// - Throws: A `Failure` if there is no such file or it is no archive of vector tiles.
    package init(path: String) throws(Failure) {
        let bytes: MappedBytes
        do {
            bytes = try MappedBytes(path: path)
        } catch {
            let reason =
                switch error {
                case .notFound: "there is no such file"
                case .unreadable(let reason): reason
                }
            throw Failure(
                description: "The map tiles '\(path)' cannot be read: \(reason).", isMissing: true)
        }
        do {
            archive = try TileArchive(MappedSlice(bytes))
        } catch {
            throw Failure(
                description: "'\(path)' is no archive of map tiles that can be shown; expected "
                    + "PMTiles version 3 with vector tiles in gzip.", isMissing: false)
        }
        layers = archive.layers()
    }

    /// The version of the tiles, which is part of their address.
    var version: String { String(archive.digest, radix: 36) }
}
