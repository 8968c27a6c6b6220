private import MapTiles
package import OSMPBF
private import PlaceIndex
private import StreetGraph
package import StreetsFile
private import TransitModel

/// Builds a `.streets` file from OpenStreetMap extracts.
package struct StreetsImport {
    private let extracts: [Extract]

    /// Opens the extracts; an element in several of them counts once.
    ///
    /// - Throws: ``StreetsImportError/extract(_:)`` if a file is missing or not an extract.
    package init(_ paths: [String]) throws(StreetsImportError) {
        do {
            extracts = try paths.map { path throws(ExtractError) in try Extract(path: path) }
        } catch {
            throw .extract(error)
        }
    }

    /// Writes the file; an old file stays until the new one is complete.
    ///
    /// - Throws: ``StreetsImportError`` if an extract is damaged or has no walkable ways, or if the
    ///   file cannot be written.
    package func write(to path: String) throws(StreetsImportError) -> StreetsMetadata {
        let (graph, missingNodes) = try buildGraph()
        let places = try buildPlaces()
        let tiles = try buildTiles(in: graph.box)
        let oldest = extracts.map(\.header.replicationTime)
        let metadata = StreetsMetadata(
            box: graph.box,
            dataTime: oldest.contains { $0 == nil } ? nil : oldest.compactMap { $0 }.min(),
            sources: extracts.map { extract in
                extract.path.split(separator: "/").last.map(String.init) ?? extract.path
            },
            counts: [
                "vertices": graph.vertices, "edges": graph.edges, "missing_nodes": missingNodes,
                "places": places.placeCount, "addresses": places.addressCount,
                "tiles": tiles.count,
            ])
        do {
            let writer = try StreetsFileWriter(path: path)
            try writer.begin(.graph)
            try graph.write(to: writer)
            try writer.begin(.places)
            try places.write(to: writer)
            if tiles.count > 0 {
                try writer.begin(.tiles)
                try tiles.write { (part) throws(StreetsFileError) in try writer.write(part) }
            }
            try writer.finish(metadata)
        } catch {
            throw .file(error)
        }
        return metadata
    }

    private func buildPlaces() throws(StreetsImportError) -> PlaceIndexContents {
        do {
            return try PlaceReader.read(extracts).finish()
        } catch {
            throw .extract(error)
        }
    }

    private func buildTiles(in box: BoundingBox?) throws(StreetsImportError) -> MapTiles {
        do {
            return try MapTiles(extracts, in: box)
        } catch {
            throw .extract(error)
        }
    }

    private func buildGraph() throws(StreetsImportError) -> (GraphBuilder, missingNodes: Int) {
        let ways: WalkableWays
        do {
            ways = try WalkableWays(extracts)
        } catch {
            throw .extract(error)
        }
        let names = extracts.map { "'\($0.path)'" }.joined(separator: ", ")
        guard ways.count > 0 else { throw .noWays(paths: names) }
        let graph = GraphBuilder(ways)
        guard graph.edges > 0 else { throw .noNodes(paths: names, ways: ways.count) }
        return (graph, ways.missingNodes)
    }
}

/// The reason why an import of streets failed.
package enum StreetsImportError: Error, Equatable, CustomStringConvertible {
    case extract(ExtractError)
    case file(StreetsFileError)
    /// The paths are quoted and separated by commas.
    case noWays(paths: String)
    case noNodes(paths: String, ways: Int)

    /// One sentence for people.
    package var description: String {
        switch self {
        case .extract(let error): error.description
        case .file(let error): error.description
        case .noWays(let paths):
            "There is no way for pedestrians in \(paths); expected an extract with streets."
        case .noNodes(let paths, let ways):
            "The nodes of the \(ways) \(ways == 1 ? "way" : "ways") for pedestrians are missing in "
                + "\(paths); extract the region again with complete ways "
                + "('osmium extract -s complete_ways')."
        }
    }
}
