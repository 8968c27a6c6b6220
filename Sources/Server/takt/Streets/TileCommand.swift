import ArgumentParser
import Foundation
import MapTiles
import StreetsFile

/// `takt tile`: prints one vector tile as it is stored.
struct TileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tile",
        abstract: "Print one vector tile of a file of streets.",
        discussion: """
            A tile is addressed by zoom, column and row, as in 'takt tile --streets city.streets 14 8053 \
            5446 > tile.mvt.gz'. It is a Mapbox Vector Tile in gzip.
            """)

    @Option(help: "The file of streets.")
    var streets: String

    @Argument(help: "The zoom.")
    var zoom: Int

    @Argument(help: "The column, from the west.")
    var column: Int

    @Argument(help: "The row, from the north.")
    var row: Int

    func run() throws {
        guard let address = TileAddress(zoom: zoom, x: column, y: row) else {
            throw fail(
                "There can be no tile \(zoom) \(column) \(row): a zoom is 0 to "
                    + "\(TileAddress.maximumZoom), and columns and rows are below 2 to its power.",
                .usage)
        }
        let archive: TileArchive
        do {
            archive = try TileArchive(StreetsFile(path: streets).section(.tiles))
        } catch is TileArchive.Damaged {
            throw StreetsFileError.damaged(path: streets, part: SectionName.tiles.rawValue)
        }
        guard let tile = archive.tile(address) else {
            throw fail(
                "'\(streets)' has no tile \(zoom) \(column) \(row); it has \(archive.tileCount) "
                    + "tiles of zooms \(archive.minimumZoom) to \(archive.maximumZoom).", .noInput)
        }
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(tile))
        } catch {
            throw fail(Takt.outputFailure, .inputOutput)
        }
    }
}
