package import Foundation

/// A participant whose data was deleted from the store, to be forgotten in memory and elsewhere.
package struct DeletedParticipant: Sendable, Hashable {
    let number: Int64
    /// The hash of their token, which a rider may have linked as a logger's.
    package let tokenHash: Data
}
