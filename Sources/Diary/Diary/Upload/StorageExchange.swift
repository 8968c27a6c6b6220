package import Foundation

/// A signed request to an object store.
package struct StorageRequest: Sendable {
    /// `PUT` or `POST`; others only to test whether they are refused, see
    /// ``BucketWriter/excess(probe:)``.
    package let method: String
    /// The URL, percent-encoded.
    package let url: String
    /// The headers, except `Host`, which the HTTP client adds.
    package let headers: [String: String]
    package let body: Data
}

/// An object store's response with any status.
package struct StorageAnswer: Sendable {
    package let status: Int
    /// The `ETag` header; nil if there is none.
    package let entityTag: String?
    /// The server's clock from its `Date` header; nil if there is none.
    package let serverTime: Date?
    /// The first 64 KiB of the body.
    package let body: Data

    package init(status: Int, entityTag: String?, serverTime: Date?, body: Data) {
        self.status = status
        self.entityTag = entityTag
        self.serverTime = serverTime
        self.body = body
    }
}

/// Sends one request to the store, without retrying or following redirects.
///
/// - Throws: An error that describes why there is no response.
package typealias StorageExchange = @Sendable (StorageRequest) async throws -> StorageAnswer
