import APISchema
import Archives
import HTTPServing
import HTTPTypes
import Hummingbird
import TransportAPI

/// Answers and errors in the format of the Transport API.
enum OpendataResponse {
    /// The minimum size of a compressed body, in bytes.
    private static let minimumToCompress = 4096

    /// The form of errors at the paths of the Transport API; pages of any origin may read it.
    static let errorForm = ErrorForm(isShared: true, owns: owns, response: problem)

    /// Returns whether a path belongs to the Transport API.
    private static func owns(_ path: String) -> Bool {
        path == APIPaths.opendataRoot || path.hasPrefix(APIPaths.opendataRoot + "/")
            || path == APIPaths.opendataSwagger
    }

    static func json(
        _ bytes: [UInt8], to request: Request, status: HTTPResponse.Status = .ok
    ) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = "application/json"
        headers[.cacheControl] =
            status == .ok ? CachePolicy.ofOneClient : CachePolicy.none
        headers[.vary] = "Accept-Encoding"
        var body = bytes
        if bytes.count >= minimumToCompress, Encodings.acceptsGzip(request) {
            // Fast rather than small: the answer is made for one client.
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

    /// Returns the answer for refused parameters: a list of sentences.
    static func refusal(_ refusal: OpendataRefusal, to request: Request) -> Response {
        json(OpendataErrors.json(refusal.sentences), to: request, status: .badRequest)
    }

    /// Returns the answer for refused parameters of the stationboard, which is plain text.
    static func plainRefusal(_ refusal: OpendataRefusal, to request: Request) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = "text/plain; charset=UTF-8"
        let text = refusal.sentences.joined(separator: " ")
        return Response(
            status: .badRequest, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// Returns the answer for any other problem.
    private static func problem(_ problem: Problem, to request: Request) -> Response {
        var response = json(
            OpendataErrors.json(message: problem.detail), to: request, status: problem.status)
        for field in problem.headers { response.headers[field.name] = field.value }
        return response
    }
}
