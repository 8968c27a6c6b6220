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
            // Clients ask for each version by its own address.
            return try response(
                to: request, at: address,
                version == nil ? CachePolicy.revalidated : CachePolicy.immutable)
        }
    }

    /// Returns a tile as it is stored, or unpacked for a client that does not accept gzip; 204
    /// where the map shows nothing.
    private func response(
        to request: Request, at address: TileAddress, _ cacheControl: String
    ) throws -> Response {
        let isPacked = Encodings.acceptsGzip(request)
        let name = "\(archive.version)-\(address.zoom)-\(address.x)-\(address.y)"
        let tag = "\"\(name)\(isPacked ? "-gzip" : "")\""
        var headers = HTTPFields()
        headers[.cacheControl] = cacheControl
        headers[.vary] = "Accept-Encoding"
        guard let tile = archive.tile(address) else {
            return Response(status: .noContent, headers: headers)
        }
        headers[.eTag] = tag
        if let known = request.headers[.ifNoneMatch], EntityTags.match(tag, in: known) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = Self.mediaType
        headers[.contentEncoding] = isPacked ? "gzip" : nil
        guard let body = isPacked ? tile : Encodings.gunzipped(tile) else {
            throw Problem.notFound("This tile of the map is damaged.")
        }
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
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
