import APISchema
package import HTTPServing
import HTTPTypes
package import Hummingbird
package import MapTiles
import NIOCore
import WireAPI

/// The vector tiles of the map, and the list of an area's tiles with their sizes.
package struct TileEndpoints: EndpointGroup {
    private let archive: TileArchive

    private static let mediaType = "application/vnd.mapbox-vector-tile"
    /// Tiles of one version never change, and clients ask for each version by its own address.
    private static let caching = "public, max-age=31536000, immutable"

    /// The maximum number of tiles in one list: a large city at all zooms.
    package static let maximumListed = 6000

    package init(_ archive: TileArchive) {
        self.archive = archive
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.tiles)") { request, _ in
            try CachedBody(json: list(QueryParameters(request))).response(to: request)
        }
        router.get("\(APIPaths.tiles)/:z/:x/:y") { request, context in
            let address = try address(context)
            let version = QueryParameters(request).text("v")
            // A tile of this version must not be kept under the address of another one.
            guard version == nil || version == archive.version else {
                throw Problem(
                    .notFound, kind: "no-such-version",
                    detail: "The map has version \(archive.version) now.")
            }
            var headers = HTTPFields()
            headers[.cacheControl] = version == nil ? "public, max-age=3600" : Self.caching
            guard let tile = archive.tile(address) else {
                // Where the map shows nothing there is no tile.
                return Response(status: .noContent, headers: headers)
            }
            headers[.contentType] = Self.mediaType
            headers[.contentEncoding] = "gzip"
            return Response(
                status: .ok, headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: tile)))
        }
    }

    /// Lists the tiles of an area at all zooms with their sizes, for clients that keep them.
    ///
    /// - Throws: A problem with status 400 for a missing or too large area.
    private func list(_ parameters: QueryParameters) throws(Problem) -> TileListAnswer {
        guard let box = try parameters.box("bbox") else {
            throw .badParameter("bbox", expected: "west,south,east,north", given: "")
        }
        var tiles: [TileListAnswer.Tile] = []
        var left = Self.maximumListed
        for zoom in archive.minimumZoom...max(archive.minimumZoom, archive.maximumZoom) {
            guard let found = TileAddress.tiles(touching: box, zoom: zoom, limit: left) else {
                throw .badParameter(
                    "bbox", expected: "an area of at most \(Self.maximumListed) tiles",
                    given: parameters.text("bbox") ?? "")
            }
            left -= found.count
            tiles += found.compactMap { address in
                archive.byteCount(address).map {
                    .init(z: address.zoom, x: address.x, y: address.y, bytes: $0)
                }
            }
        }
        return TileListAnswer(tiles)
    }

    private func address(_ context: TaktRequestContext) throws -> TileAddress {
        let numbers = ["z", "x", "y"].map { name in
            context.parameters.get(name).flatMap { Int($0) }
        }
        guard let zoom = numbers[0], let x = numbers[1], let y = numbers[2],
            let address = TileAddress(zoom: zoom, x: x, y: y)
        else {
            throw Problem(
                .notFound, kind: "no-such-tile",
                detail: "Expected zoom, column and row of a tile, as in 14/8053/5446.")
        }
        return address
    }
}
