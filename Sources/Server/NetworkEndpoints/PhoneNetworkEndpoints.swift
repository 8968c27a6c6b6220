import APISchema
package import HTTPServing
import HTTPTypes
package import Hummingbird
import NetworkAPI
import WireAPI

/// The files of the network that phones keep.
package struct PhoneNetworkEndpoints: EndpointGroup {
    private let phone: PhoneNetwork?
    private let files = FileIO()

    /// Serves what `phone` made; nil without an engine in the web app, which alone reads it.
    package init(_ phone: PhoneNetwork?) {
        self.phone = phone
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.networkFile)") { request, context in
            try await answer(request, context)
        }
    }

    /// Returns the file, compressed where the whole of it is requested: parts are those of the
    /// plain file, so that a phone continues where a compressed answer was cut.
    private func answer(
        _ request: Request, _ context: TaktRequestContext
    ) async throws -> Response {
        guard let phone else { throw Problem.notFound("This server offers phones no network.") }
        guard phone.answer != nil else {
            throw Problem.notFound(
                "There is no network for phones yet, or nothing runs on its days.")
        }
        let asked = request.uri.queryParameters["digest"]
        guard let file = phone.file(asked.map(String.init)) else {
            throw Problem.notFound("The network for phones is another file now.")
        }
        let digest = file.answer.digest
        var (path, tag) = (file.path, digest)
        if let from = request.uri.queryParameters["from"] {
            guard let difference = file.answer.differences.first(where: { $0.from == from })?.from
            else { throw Problem.notFound("There is no difference from that network for phones.") }
            (path, tag) = (file.difference(from: difference), "\(digest)-\(difference)")
        }
        let isPacked = request.headers[.range] == nil && Encodings.acceptsGzip(request)
        let served = LargeFile(
            path: isPacked ? path + ".gz" : path, contentType: "application/octet-stream",
            tag: isPacked ? "\"\(tag)-gzip\"" : "\"\(tag)\"")
        var response = try await served.response(
            to: request,
            cacheControl: asked == nil ? CachePolicy.revalidated : CachePolicy.immutable,
            files: files, context: context)
        response.headers[.vary] = "Accept-Encoding"
        if isPacked { response.headers[.contentEncoding] = "gzip" }
        return response
    }
}
