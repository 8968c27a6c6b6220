package import Foundation

/// A request to an object store, signed.
package struct StorageRequest: Sendable {
    /// `PUT` or `POST`; others only to find out whether they are refused, see
    /// ``BucketWriter/excess(probe:)``.
    package let method: String
    /// Where it goes, percent-encoded.
    package let url: String
    /// The fields to send, `Host` left to whoever sends.
    package let headers: [String: String]
    /// What is sent.
    package let body: Data
}

/// What an object store answered, whatever its status.
package struct StorageAnswer: Sendable {
    /// The HTTP status.
    package let status: Int
    /// The `ETag` field; nil if there was none.
    package let entityTag: String?
    /// What the server's clock shows by its `Date` field; nil if it does not tell.
    package let serverTime: Date?
    /// The answer's body, its first 64 KiB at most.
    package let body: Data

    /// Describes an answer.
    package init(status: Int, entityTag: String?, serverTime: Date?, body: Data) {
        self.status = status
        self.entityTag = entityTag
        self.serverTime = serverTime
        self.body = body
    }
}

/// Carries one request to the store, without trying again and without following redirects.
///
/// Throws whatever sentence tells why there is no answer at all.
package typealias StorageExchange = @Sendable (StorageRequest) async throws -> StorageAnswer
