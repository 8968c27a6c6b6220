private import Foundation

/// A right that the credential should not have.
package enum ExcessRight: String, CaseIterable, Sendable {
    /// Listing objects.
    case list = "s3:ListBucket"
    /// Reading objects.
    case read = "s3:GetObject"
    /// Deleting objects.
    case delete = "s3:DeleteObject"
}

extension BucketWriter {
    /// Stores a small object under a new key, and attempts forbidden operations with it.
    ///
    /// Returns the operations that were allowed; it should be empty, and then the object stays.
    ///
    /// - Throws: ``StorageError`` if the object cannot be stored.
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
