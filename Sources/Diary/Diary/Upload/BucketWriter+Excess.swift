private import Foundation

/// What a credential may do beside putting objects.
package enum ExcessRight: String, CaseIterable, Sendable {
    /// See which objects there are.
    case list = "s3:ListBucket"
    /// Read objects.
    case read = "s3:GetObject"
    /// Delete objects.
    case delete = "s3:DeleteObject"
}

extension BucketWriter {
    /// Puts a small object under a key of its own, and tries what the credential should not be
    /// allowed.
    ///
    /// Gives what was allowed all the same; empty is as it should be, and then the object stays.
    /// Throws if it cannot even be put.
    package func excess(probe key: String) async throws(StorageError) -> [ExcessRight] {
        try await put(Data("Takt tried whether it can store here.\n".utf8), as: key)
        var excess: [ExcessRight] = []
        let listed = try await send("GET", "", query: [("list-type", "2"), ("max-keys", "1")])
        if Self.isAllowed(listed) { excess.append(.list) }
        let read = try await send("GET", key)
        if Self.isAllowed(read) { excess.append(.read) }
        let deleted = try await send("DELETE", key)
        if Self.isAllowed(deleted) { excess.append(.delete) }
        return excess
    }

    private static func isAllowed(_ answer: StorageAnswer) -> Bool {
        (200..<300).contains(answer.status)
    }
}
