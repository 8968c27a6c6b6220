import Archives
import Crypto
package import Foundation
import HTTPTypes
package import Hummingbird
import JSONWriting
import TransitModel

/// An answer made once for many requests: its bytes, their compressed forms, and an entity tag for
/// each.
package struct CachedBody: Sendable {
    /// The uncompressed bytes.
    package let bytes: ByteBuffer
    /// The bytes compressed with gzip; nil if compression would not pay.
    private let gzip: ByteBuffer?
    /// The bytes compressed with Brotli (RFC 7932), by the build; nil for most bodies.
    private let brotli: ByteBuffer?
    /// The strong entity tag of the uncompressed bytes: the start of their SHA-256, or the form
    /// that a protocol prescribes.
    package private(set) var tag: String
    package let contentType: String

    /// Returns the strong entity tag of a form: that of compressed bytes differs from that of the
    /// plain ones (nil).
    ///
    /// Protocols whose tags have no quotes use one tag for all forms.
    private func tag(of coding: String?) -> String {
        guard let coding, tag.hasSuffix("\"") else { return tag }
        return tag.dropLast() + "-\(coding)\""
    }

    /// The minimum size of a compressed body, in bytes.
    private static let minimumToCompress = 1024

    /// Prepares a body; `isText` says whether compression is worth trying, `level` is its level
    /// from 1 to 9, and `brotli` are the same bytes compressed with Brotli.
    package init(
        _ bytes: some Collection<UInt8>, contentType: String, isText: Bool = true, level: Int = 6,
        brotli: Data? = nil
    ) {
        let content = Array(bytes)
        self.bytes = ByteBuffer(bytes: content)
        self.contentType = contentType
        self.brotli = brotli.map { ByteBuffer(bytes: $0) }
        tag = "\"\(SHA256.hash(data: content).prefix(12).hexText)\""
        if isText, content.count >= Self.minimumToCompress {
            let packed = GzipEncoder.gzipped(content, level: level)
            gzip = packed.count < content.count * 9 / 10 ? ByteBuffer(bytes: packed) : nil
        } else {
            gzip = nil
        }
    }

    /// Encodes a value as a JSON answer.
    ///
    /// - Throws: An `EncodingError`.
    package init(json value: some Encodable) throws {
        self.init(try JSONBody.encode(value), contentType: "application/json")
    }

    /// Encodes a JSON answer with the shuttle tracker's tag: the SHA-1 of the bytes, without
    /// quotes.
    ///
    /// - Throws: An `EncodingError`.
    package init(shuttle value: some Encodable) throws {
        let bytes = try JSONBody.encode(value)
        self.init(bytes, contentType: "application/json")
        tag = Self.shuttleTag(bytes)
    }

    /// Returns the shuttle tracker's tag of some bytes.
    package static func shuttleTag(_ bytes: some DataProtocol) -> String {
        Insecure.SHA1.hash(data: bytes).hexText
    }

    /// Returns the response to a request: not modified, compressed, or plain.
    ///
    /// A 304 has the tag of the form that the client has, so that a shared cache which keeps both
    /// forms confirms that one; a form that this client cannot read is not confirmed.
    package func response(
        to request: Request, cacheControl: String = CachePolicy.revalidated
    ) -> Response {
        let (coding, body) = form(for: request)
        var headers = HTTPFields()
        headers[.eTag] = tag(of: coding)
        headers[.cacheControl] = cacheControl
        headers[.vary] = "Accept-Encoding"
        if let known = request.headers[.ifNoneMatch] {
            let readable = [coding, nil] + Encodings.all.filter { Encodings.accepts($0, request) }
            if let same = readable.map(tag(of:)).first(where: { EntityTags.match($0, in: known) }) {
                headers[.eTag] = same
                return Response(status: .notModified, headers: headers)
            }
        }
        headers[.contentType] = contentType
        if let coding { headers[.contentEncoding] = coding }
        headers[.contentLength] = "\(body.readableBytes)"
        guard request.method != .head else { return Response(status: .ok, headers: headers) }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }

    /// Returns the smallest form that the client accepts, and its content coding; nil for plain
    /// bytes.
    private func form(for request: Request) -> (coding: String?, bytes: ByteBuffer) {
        if let brotli, Encodings.accepts(Encodings.brotli, request) {
            return (Encodings.brotli, brotli)
        }
        if let gzip, Encodings.acceptsGzip(request) { return (Encodings.gzip, gzip) }
        return (nil, bytes)
    }
}

/// The JSON bodies of requests and answers.
package enum JSONBody {
    /// Returns the JSON text of an answer, with sorted keys: equal answers have equal bytes.
    ///
    /// - Throws: An `EncodingError`.
    package static func encode(_ value: some Encodable) throws -> [UInt8] {
        try JSONTextEncoder().encode(value)
    }
}

/// Reads `If-None-Match`.
package enum EntityTags {
    /// Returns whether a list such as `"a", W/"b"` contains a tag, or the list is `*`.
    package static func match(_ tag: String, in list: String) -> Bool {
        list.split(separator: ",").contains { item in
            let item = item.trimmingCharacters(in: .whitespaces)
            // Some protocols omit the quotes, and some of their clients add them again.
            return item == "*" || item == tag || item == "W/" + tag || item == "\"\(tag)\""
        }
    }
}

/// Reads `Accept-Encoding`.
package enum Encodings {
    package static let gzip = "gzip"
    package static let brotli = "br"
    /// The content codings in which bodies are sent.
    static let all = [gzip, brotli]

    /// Returns bytes as they are sent with `Content-Encoding: gzip`.
    package static func gzipped(_ bytes: [UInt8]) -> [UInt8] { GzipEncoder.gzipped(bytes) }

    /// Passes the pieces of what ``gzipped(_:)`` returns for the pieces that `next` returns until
    /// nil.
    package static func gzip(
        _ next: () throws -> [UInt8]?, to write: ([UInt8]) throws -> Void
    ) throws {
        var encoder = GzipEncoder()
        while let piece = try next() { try write(encoder.add(piece)) }
        try write(encoder.finish())
    }

    /// The maximum size of unpacked bytes.
    private static let maximumBytes = 16 << 20

    /// Returns what bytes in gzip contain, for clients that do not accept them; nil if they are
    /// damaged or contain more than 16 MiB.
    package static func gunzipped(_ bytes: [UInt8]) -> [UInt8]? {
        GzipDecoder.unpacked(bytes, maximumBytes: maximumBytes)
    }

    /// Returns whether the client accepts gzip.
    package static func acceptsGzip(_ request: Request) -> Bool { accepts(gzip, request) }

    /// Returns whether the client accepts a content coding: one that is named, otherwise by `*`
    /// (RFC 9110, 12.5.3).
    static func accepts(_ coding: String, _ request: Request) -> Bool {
        guard let accepted = request.headers[.acceptEncoding] else { return false }
        let items = accepted.split(separator: ",").map { item in
            item.split(separator: ";").map {
                $0.trimmingCharacters(in: .whitespaces).lowercased()
            }
        }
        guard
            let item = items.first(where: { $0.first == coding })
                ?? items.first(where: { $0.first == "*" })
        else { return false }
        let refusal = ["q=0", "q=0.0", "q=0.00", "q=0.000"]
        return !item.dropFirst().contains { refusal.contains($0) }
    }
}
