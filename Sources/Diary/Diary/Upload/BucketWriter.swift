package import Foundation

/// Stores objects in a bucket, with a credential that can do nothing else.
///
/// Every object has a new key and never overwrites another (`If-None-Match: *`). Large ones are
/// uploaded in parts. Nothing is retried here, except once if the store says that our clock is
/// wrong: then its clock is used.
package actor BucketWriter {
    /// The sizes of objects and parts.
    package struct Limits: Sendable {
        /// The largest object that is uploaded as a whole, in bytes.
        package var largestWhole = 16 * 1024 * 1024
        /// The size of a part in bytes; the last one may be smaller.
        ///
        /// Stores require at least 5 MiB.
        package var partBytes = 8 * 1024 * 1024

        package init() {}
    }

    private let address: BucketAddress
    private let signature: SignatureV4
    private let limits: Limits
    private let now: @Sendable () -> Date
    private let exchange: StorageExchange
    /// How far the store's clock is ahead of ours, in seconds, once it rejected our time.
    private var clockAheadSeconds = 0.0

    /// The largest number of parts of an object, set by S3.
    private static let maximumParts = 10_000

    package init(
        _ address: BucketAddress, credentials: StorageCredentials, limits: Limits = Limits(),
        now: @escaping @Sendable () -> Date, exchange: @escaping StorageExchange
    ) {
        self.address = address
        signature = SignatureV4(credentials: credentials, region: address.region)
        self.limits = limits
        self.now = now
        self.exchange = exchange
    }

    /// Stores an object and returns once the store has acknowledged it.
    ///
    /// An object that already exists under this key counts as stored. Keys are random and used
    /// once, so it is ours, and only its acknowledgement was lost.
    ///
    /// - Throws: ``StorageError`` if the object is not known to be stored.
    package func put(_ body: Data, as key: String) async throws(StorageError) {
        if body.count > limits.largestWhole { return try await putParts(body, as: key) }
        let answer = try await send(
            "PUT", key, body: body,
            headers: ["if-none-match": "*", "content-type": "application/octet-stream"])
        try check(answer)
    }

    /// Uploads an object in parts.
    ///
    /// The parts of an aborted upload are left, because the credential may only put. A lifecycle
    /// rule of the bucket removes them.
    private func putParts(_ body: Data, as key: String) async throws(StorageError) {
        let size = max(limits.partBytes, (body.count + Self.maximumParts - 1) / Self.maximumParts)
        let begun = try await send("POST", key, query: [("uploads", "")])
        try check(begun)
        guard let upload = begun.element("UploadId") else { throw .unintelligible }
        var parts = "<CompleteMultipartUpload>"
        for (index, start) in stride(from: 0, to: body.count, by: size).enumerated() {
            let part = body.dropFirst(start).prefix(size)
            let answer = try await send(
                "PUT", key, query: [("partNumber", "\(index + 1)"), ("uploadId", upload)],
                body: Data(part))
            try check(answer)
            guard let tag = answer.entityTag else { throw .unintelligible }
            let quoted = tag.replacingOccurrences(of: "\"", with: "&quot;")
            parts += "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(quoted)</ETag></Part>"
        }
        parts += "</CompleteMultipartUpload>"
        let ended = try await send(
            "POST", key, query: [("uploadId", upload)], body: Data(parts.utf8),
            headers: ["if-none-match": "*", "content-type": "application/xml"])
        // A store that fails while it assembles the parts reports an error with status 200.
        if ended.status == 200, let code = ended.element("Code") {
            throw .refused(status: 200, code: code)
        }
        try check(ended)
    }

    func check(_ answer: StorageAnswer) throws(StorageError) {
        if (200..<300).contains(answer.status) || answer.status == 412 { return }
        throw .refused(status: answer.status, code: answer.element("Code"))
    }

    func send(
        _ method: String, _ key: String, query: [(name: String, value: String)] = [],
        body: Data = Data(), headers: [String: String] = [:]
    ) async throws(StorageError) -> StorageAnswer {
        let answer = try await sendOnce(method, key, query, body, headers)
        guard answer.status == 403, let there = answer.serverTime else { return answer }
        let ahead = there.timeIntervalSince(now())
        // Only a clock error beyond the 15 minutes that stores tolerate justifies a second attempt.
        guard
            answer.element("Code") == "RequestTimeTooSkewed"
                || abs(ahead - clockAheadSeconds) > 600
        else { return answer }
        clockAheadSeconds = ahead
        return try await sendOnce(method, key, query, body, headers)
    }

    private func sendOnce(
        _ method: String, _ key: String, _ query: [(name: String, value: String)], _ body: Data,
        _ headers: [String: String]
    ) async throws(StorageError) -> StorageAnswer {
        var fields = headers
        fields["host"] = address.hostField
        let subject = SignatureV4.Subject(
            method: method, path: address.path(key), query: query, headers: fields,
            bodyHash: SignatureV4.hash(body))
        let time = now().addingTimeInterval(clockAheadSeconds)
        var sent = headers
        for (name, value) in signature.headers(for: subject, at: time) { sent[name] = value }
        let request = StorageRequest(
            method: method, url: address.url(key, query: query), headers: sent, body: body)
        do {
            return try await exchange(request)
        } catch {
            throw .noAnswer("\(error)")
        }
    }
}

/// Why an object is not known to be stored.
package enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No response, with a reason; the object may be stored or not.
    case noAnswer(String)
    /// The store refused, with its status and error code, if it gave one.
    case refused(status: Int, code: String?)
    /// The response lacks a required element.
    case unintelligible

    /// One sentence for people, without keys and names of objects.
    package var description: String {
        switch self {
        case .noAnswer(let sentence): sentence
        case .refused(let status, let code):
            "The object store refused (status \(status)\(code.map { ", \($0)" } ?? ""))."
        case .unintelligible: "The object store's answer cannot be understood."
        }
    }
}

extension StorageAnswer {
    /// The text of the first element with that name in an XML body; nil if there is none.
    func element(_ name: String) -> String? {
        let text = String(decoding: body, as: UTF8.self)
        guard let start = text.range(of: "<\(name)>"),
            let end = text.range(of: "</\(name)>", range: start.upperBound..<text.endIndex)
        else { return nil }
        return text[start.upperBound..<end.lowerBound].prefix(1024)
            .replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(
                of: "&lt;", with: "<"
            ).replacingOccurrences(of: "&gt;", with: ">")
            .replacingOccurrences(of: "&amp;", with: "&")
    }
}
