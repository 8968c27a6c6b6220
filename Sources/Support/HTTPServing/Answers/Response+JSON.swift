package import Hummingbird
import NIOCore

/// Responses without a body, and those that only the client may cache.
extension Response {
    package static var noContent: Response { Response(status: .noContent) }

    /// Returns a JSON response that must not be cached.
    ///
    /// - Throws: An `EncodingError`.
    package static func personal(
        _ value: some Encodable, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let bytes = try JSONBody.encode(value)
        return Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: CachePolicy.none],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
