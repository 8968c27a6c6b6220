import Crypto
import Foundation
import TransitModel

/// Signs S3 requests with AWS Signature Version 4.
///
/// <https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html>, in one chunk.
/// Not supported: chunked signatures, presigned URLs, temporary credentials.
struct SignatureV4 {
    let credentials: StorageCredentials
    let region: String

    private static let algorithm = "AWS4-HMAC-SHA256"
    private static let service = "s3"

    /// The signed parts of a request.
    struct Subject {
        let method: String
        /// The path, not percent-encoded.
        let path: String
        /// Names and values, not percent-encoded.
        var query: [(name: String, value: String)] = []
        /// All headers to sign, including `host`; names in any case.
        var headers: [String: String]
        /// SHA-256 of the body, in hexadecimal digits.
        let bodyHash: String
    }

    /// The headers of a signed request, in addition to the given ones.
    func headers(for subject: Subject, at time: Date) -> [String: String] {
        let instant = Self.instant(time)
        var subject = subject
        subject.headers["x-amz-date"] = instant
        subject.headers["x-amz-content-sha256"] = subject.bodyHash
        let (canonical, signed) = Self.canonicalRequest(subject)
        let scope = "\(instant.prefix(8))/\(region)/\(Self.service)/aws4_request"
        let text = "\(Self.algorithm)\n\(instant)\n\(scope)\n\(Self.hash(Data(canonical.utf8)))"
        var key = Data("AWS4\(credentials.secret)".utf8)
        for part in [String(instant.prefix(8)), region, Self.service, "aws4_request", text] {
            let code = HMAC<SHA256>.authenticationCode(
                for: Data(part.utf8), using: SymmetricKey(data: key))
            key = Data(code)
        }
        return [
            "x-amz-date": instant, "x-amz-content-sha256": subject.bodyHash,
            "Authorization": "\(Self.algorithm) Credential=\(credentials.accessKeyID)/\(scope),"
                + "SignedHeaders=\(signed),Signature=\(key.hexText)",
        ]
    }

    private static func canonicalRequest(_ subject: Subject) -> (text: String, signed: String) {
        let fields = subject.headers.map {
            (name: $0.key.lowercased(), value: $0.value.trimmingCharacters(in: .whitespaces))
        }.sorted { $0.name < $1.name }
        let query = subject.query.map { ($0.name.percentEncoded(), $0.value.percentEncoded()) }
            .sorted { $0 < $1 }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        let signed = fields.map(\.name).joined(separator: ";")
        let lines =
            [subject.method, subject.path.percentEncoded(keeping: "/"), query]
            + fields.map { "\($0.name):\($0.value)" } + ["", signed, subject.bodyHash]
        return (lines.joined(separator: "\n"), signed)
    }

    /// The time as in `20130524T000000Z`.
    private static func instant(_ time: Date) -> String {
        // ISO 8601 without its punctuation, in UTC.
        let text: String = time.formatted(.iso8601)
        return text.filter { $0 != "-" && $0 != ":" }
    }

    /// SHA-256 in hexadecimal digits.
    static func hash(_ data: Data) -> String { SHA256.hash(data: data).hexText }
}
