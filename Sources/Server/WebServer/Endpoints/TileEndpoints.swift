import APISchema
package import HTTPServing
import HTTPTypes
package import Hummingbird
package import MapTiles
import NIOCore
import WireAPI

/// The vector tiles of the map.
package struct TileEndpoints: EndpointGroup {
    private let archive: TileArchive

    private static let mediaType = "application/vnd.mapbox-vector-tile"
    /// Tiles of one version never change, and clients ask for each version by its own address.
    private static let caching = "public, max-age=31536000, immutable"

    package init(_ archive: TileArchive) {
        self.archive = archive
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.tiles)/:z/:x/:y") { request, context in
            let address = try address(context)
            var headers = HTTPFields()
            headers[.cacheControl] =
                QueryParameters(request).text("v") == nil ? "public, max-age=3600" : Self.caching
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
