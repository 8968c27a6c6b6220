import Archives
import Foundation
import HTTPTypes
import Hummingbird
import TransportAPI
import WireAPI

/// Answers in the shape of the Transport API, errors included.
enum OpendataResponse {
    /// Bodies below this many bytes are not compressed.
    private static let smallestToCompress = 4096

    /// Whether a path is the Transport API's, so that its errors are told as that service does and
    /// pages of any origin may read it.
    static func owns(_ path: String) -> Bool {
        path == APIPaths.opendataRoot || path.hasPrefix(APIPaths.opendataRoot + "/")
            || path == APIPaths.opendataSwagger
    }

    static func json(
        _ bytes: [UInt8], to request: Request, status: HTTPResponse.Status = .ok
    ) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = "application/json"
        headers[.cacheControl] = "no-cache"
        headers[.vary] = "Accept-Encoding"
        var body = bytes
        if bytes.count >= smallestToCompress, Encodings.acceptsGzip(request) {
            // Quick rather than small: the answer is made for one client.
            var encoder = GzipEncoder(level: 1)
            body = encoder.finish(bytes)
            headers[.contentEncoding] = "gzip"
        }
        headers[.contentLength] = "\(body.count)"
        guard request.method != .head else { return Response(status: status, headers: headers) }
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// Parameters that were refused, as a list of sentences.
    static func refusal(_ refusal: OpendataRefusal, to request: Request) -> Response {
        json(OpendataErrors.json(refusal.sentences), to: request, status: .badRequest)
    }

    /// Parameters of the stationboard that were refused: that answer is plain text.
    static func plainRefusal(_ refusal: OpendataRefusal, to request: Request) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = "text/plain; charset=UTF-8"
        let text = refusal.sentences.joined(separator: " ")
        return Response(
            status: .badRequest, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// Whatever else went wrong.
    static func problem(_ problem: Problem, to request: Request) -> Response {
        var response = json(
            OpendataErrors.json(message: problem.detail), to: request, status: problem.status)
        for field in problem.headers { response.headers[field.name] = field.value }
        return response
    }

    /// Lets pages of any origin read an answer.
    static func share(_ response: inout Response) {
        response.headers[.accessControlAllowOrigin] = "*"
    }
}
