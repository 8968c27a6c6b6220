private import MapTiles
package import OSMPBF
private import PlaceIndex
private import StreetGraph
package import StreetsFile
package import TransitModel

/// Builds a `.streets` file from OpenStreetMap extracts.
package struct StreetsImport {
    /// The distance in metres around the stops of a network within which streets are kept.
    package static let marginMetres = 10_000.0

    private let extracts: [Extract]
    /// The box that limits the map; nil for none.
    private let limit: BoundingBox?
    private let progress: (Stage) -> Void

    /// The parts of an import, in their order.
    package enum Stage: Int, CaseIterable, Sendable {
        case cutting, walks, places, tiles, vehicles, writing
    }

    /// Opens the extracts; an element in several of them counts once.
    ///
    /// - Parameters:
    ///   - paths: The extracts, at least one.
    ///   - stops: The bounding box of a network's stops: streets far from it are left out. Nil
    ///     keeps everything.
    ///   - progress: Called when a part of the import begins.
    /// - Throws: ``StreetsImportError`` if a file is missing, not an extract, or shows nothing near
    ///   the stops.
    package init(
        _ paths: [String], near stops: BoundingBox? = nil,
        progress: @escaping (Stage) -> Void = { _ in }
    ) throws(StreetsImportError) {
        self.progress = progress
        limit = stops?.expanded(byMetres: Self.marginMetres)
        do {
            let whole = try paths.map { path throws(ExtractError) in try Extract(path: path) }
            guard let limit else {
                extracts = whole
                return
            }
            progress(.cutting)
            var cut: [Extract] = []
            for extract in whole {
                guard let part = try extract.cut(to: limit) else {
                    throw StreetsImportError.elsewhere(path: extract.path)
                }
                cut.append(part)
            }
            extracts = cut
        } catch let error as StreetsImportError {
            throw error
        } catch let error as ExtractError {
            throw .extract(error)
        } catch {
            throw .extract(ExtractError(.notAnExtract, path: paths.joined(separator: ", ")))
        }
    }

    /// Writes the file; an old file stays until the new one is complete.
    ///
    /// Each section is written before the next one is built, so that only one is in memory.
    ///
    /// - Throws: ``StreetsImportError`` if an extract is damaged or has no walkable ways, or if the
    ///   file cannot be written.
    package func write(to path: String) throws(StreetsImportError) -> StreetsMetadata {
        let writer = try writing { () throws(StreetsFileError) in
            try StreetsFileWriter(path: path)
        }
        var counts: [String: Int] = [:]
        let box = limited(try writeWalks(to: writer, &counts))
        try writePlaces(to: writer, &counts)
        try writeTiles(in: box, to: writer, &counts)
        try writeVehicles(to: writer)
        progress(.writing)
        let times = extracts.map(\.header.replicationTime)
        let metadata = StreetsMetadata(
            box: box, dataTime: times.contains { $0 == nil } ? nil : times.compactMap { $0 }.min(),
            sources: extracts.map { extract in
                extract.path.split(separator: "/").last.map(String.init) ?? extract.path
            }, counts: counts)
        try writing { () throws(StreetsFileError) in try writer.finish(metadata) }
        return metadata
    }

    private func writing<Result>(
        _ body: () throws(StreetsFileError) -> Result
    ) throws(StreetsImportError) -> Result {
        do { return try body() } catch { throw .file(error) }
    }

    private func reading<Result>(
        _ body: () throws(ExtractError) -> Result
    ) throws(StreetsImportError) -> Result {
        do { return try body() } catch { throw .extract(error) }
    }

    /// Returns the part of a box near the stops; the streets may reach beyond it.
    private func limited(_ box: BoundingBox?) -> BoundingBox? {
        guard let box, let limit else { return box }
        return BoundingBox(
            west: max(box.west, limit.west), south: max(box.south, limit.south),
            east: min(box.east, limit.east), north: min(box.north, limit.north)) ?? box
    }

    /// Writes the walking graph and returns its box; nil without edges.
    private func writeWalks(
        to writer: StreetsFileWriter, _ counts: inout [String: Int]
    ) throws(StreetsImportError) -> BoundingBox? {
        progress(.walks)
        let ways = try reading { () throws(ExtractError) in try WalkableWays(extracts) }
        let names = extracts.map { "'\($0.path)'" }.joined(separator: ", ")
        guard ways.count > 0 else { throw .noWays(paths: names) }
        let graph = GraphBuilder(ways)
        guard graph.edges > 0 else { throw .noNodes(paths: names, ways: ways.count) }
        counts["vertices"] = graph.vertices
        counts["edges"] = graph.edges
        counts["missing_nodes"] = ways.missingNodes
        try writing { () throws(StreetsFileError) in
            try writer.begin(.graph)
            try graph.write(to: writer)
        }
        return graph.box
    }

    private func writePlaces(
        to writer: StreetsFileWriter, _ counts: inout [String: Int]
    ) throws(StreetsImportError) {
        progress(.places)
        let places = try reading { () throws(ExtractError) in
            try PlaceReader.read(extracts).finish()
        }
        counts["places"] = places.placeCount
        counts["addresses"] = places.addressCount
        try writing { () throws(StreetsFileError) in
            try writer.begin(.places)
            try places.write(to: writer)
        }
    }

    private func writeTiles(
        in box: BoundingBox?, to writer: StreetsFileWriter, _ counts: inout [String: Int]
    ) throws(StreetsImportError) {
        progress(.tiles)
        let tiles = try reading { () throws(ExtractError) in try MapTiles(extracts, in: box) }
        counts["tiles"] = tiles.count
        if tiles.omittedAreas > 0 { counts[StreetsMetadata.omittedAreas] = tiles.omittedAreas }
        guard tiles.count > 0 else { return }
        try writing { () throws(StreetsFileError) in
            try writer.begin(.tiles)
            try tiles.write { (part) throws(StreetsFileError) in try writer.write(part) }
        }
    }

    private func writeVehicles(to writer: StreetsFileWriter) throws(StreetsImportError) {
        progress(.vehicles)
        let vehicles = try reading { () throws(ExtractError) in
            GraphBuilder(try VehicleWays(extracts))
        }
        guard vehicles.edges > 0 else { return }
        try writing { () throws(StreetsFileError) in
            try writer.begin(.vehicles)
            try vehicles.writeVehicles(to: writer)
        }
    }
}

/// The reason why an import of streets failed.
package enum StreetsImportError: Error, Equatable, CustomStringConvertible {
    case extract(ExtractError)
    case file(StreetsFileError)
    /// The paths are quoted and separated by commas.
    case noWays(paths: String)
    case noNodes(paths: String, ways: Int)
    case elsewhere(path: String)

    /// One sentence for people.
    package var description: String {
        switch self {
        case .extract(let error): error.description
        case .file(let error): error.description
        case .elsewhere(let path):
            "'\(path)' shows nothing within \(Int(StreetsImport.marginMetres / 1000)) km of the feed's "
                + "stops; expected an extract of the feed's region."
        case .noWays(let paths):
            "There is no way for pedestrians in \(paths); expected an extract with streets."
        case .noNodes(let paths, let ways):
            "The nodes of the \(ways) \(ways == 1 ? "way" : "ways") for pedestrians are missing in "
                + "\(paths); extract the region again with complete ways "
                + "('osmium extract -s complete_ways')."
        }
    }
}
