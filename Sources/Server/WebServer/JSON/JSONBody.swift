import Archives
import Crypto
import Foundation
import HTTPTypes
package import Hummingbird
import TransitModel

/// Answers made once and given to many: the bytes, the same compressed, and a tag for both.
package struct CachedBody: Sendable {
    /// The plain bytes.
    package let bytes: ByteBuffer
    /// nil if compression would not pay.
    package let gzip: ByteBuffer?
    /// A strong entity tag of the plain bytes: the start of their SHA-256, or as a protocol has it.
    package private(set) var tag: String
    /// The media type.
    package let contentType: String

    /// Strong tags tell the compressed bytes from the plain ones.
    ///
    /// Protocols whose tags have no quotes know one tag for both.
    private var gzipTag: String { tag.hasSuffix("\"") ? tag.dropLast() + "-gzip\"" : tag }

    /// Bodies below this many bytes are not compressed.
    private static let smallestToCompress = 1024

    /// Prepares a body; `isText` says whether compressing it is worth trying, `level` how hard, from 1 to 9.
    package init(
        _ bytes: some Collection<UInt8>, contentType: String, isText: Bool = true, level: Int = 6
    ) {
        let content = Array(bytes)
        self.bytes = ByteBuffer(bytes: content)
        self.contentType = contentType
        tag = "\"\(SHA256.hash(data: content).prefix(12).hexText)\""
        if isText, content.count >= Self.smallestToCompress {
            let packed = GzipEncoder.gzipped(content, level: level)
            gzip = packed.count < content.count * 9 / 10 ? ByteBuffer(bytes: packed) : nil
        } else {
            gzip = nil
        }
    }

    /// A JSON answer.
    package init(json value: some Encodable) throws {
        self.init(try JSONBody.encoder.encode(value), contentType: "application/json")
    }

    /// A JSON answer as the shuttle tracker tags it: the SHA-1 of the bytes, without quotes.
    package init(shuttle value: some Encodable) throws {
        let bytes = try JSONBody.encoder.encode(value)
        self.init(bytes, contentType: "application/json")
        tag = Self.shuttleTag(bytes)
    }

    /// The tag of some bytes as the shuttle tracker makes it.
    static func shuttleTag(_ bytes: some DataProtocol) -> String {
        Insecure.SHA1.hash(data: bytes).hexText
    }

    /// The answer to a request: not modified, compressed, or plain.
    package func response(
        to request: Request, cacheControl: String = "no-cache"
    ) -> Response {
        let packed = Encodings.acceptsGzip(request) ? gzip : nil
        var headers = HTTPFields()
        headers[.eTag] = packed == nil ? tag : gzipTag
        headers[.cacheControl] = cacheControl
        headers[.vary] = "Accept-Encoding"
        if let known = request.headers[.ifNoneMatch],
            EntityTags.match(tag, in: known) || EntityTags.match(gzipTag, in: known)
        {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = contentType
        if packed != nil { headers[.contentEncoding] = "gzip" }
        let body = packed ?? bytes
        headers[.contentLength] = "\(body.readableBytes)"
        guard request.method != .head else { return Response(status: .ok, headers: headers) }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}

/// JSON as this server writes it.
package enum JSONBody {
    /// Keys in order, so that equal answers have equal bytes.
    package static let encoder = JSONTextEncoder()
}

/// Reads `If-None-Match`.
package enum EntityTags {
    /// Whether a tag is in a list as in `"a", W/"b"`, or the list is `*`.
    package static func match(_ tag: String, in list: String) -> Bool {
        list.split(separator: ",").contains { item in
            let item = item.trimmingCharacters(in: .whitespaces)
            // Some protocols leave the quotes out, and some of their clients put them back.
            return item == "*" || item == tag || item == "W/" + tag || item == "\"\(tag)\""
        }
    }
}

/// Reads `Accept-Encoding`.
package enum Encodings {
    /// Whether the client takes gzip.
    package static func acceptsGzip(_ request: Request) -> Bool {
        guard let accepted = request.headers[.acceptEncoding] else { return false }
        return accepted.split(separator: ",").contains { item in
            let parts = item.split(separator: ";").map {
                $0.trimmingCharacters(in: .whitespaces).lowercased()
            }
            guard parts.first == "gzip" || parts.first == "*" else { return false }
            let refusal = ["q=0", "q=0.0", "q=0.00", "q=0.000"]
            return !parts.dropFirst().contains { refusal.contains($0) }
        }
    }
}
