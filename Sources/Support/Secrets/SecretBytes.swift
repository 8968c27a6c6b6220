import Crypto
import Foundation
import TransitModel

/// A source of cryptographically secure random bytes.
///
/// Tests pass their own.
package struct SecretBytes: Sendable {
    private let draw: @Sendable (Int) -> [UInt8]

    /// Creates a source from a function that receives the number of bytes and returns at least as
    /// many.
    package init(_ draw: @escaping @Sendable (Int) -> [UInt8]) {
        self.draw = draw
    }

    /// The system's cryptographically secure generator.
    package static let system = SecretBytes { count in
        // New nonces give access to the library's random generator without raw memory.
        var bytes: [UInt8] = []
        while bytes.count < count { bytes += ChaChaPoly.Nonce() }
        return bytes
    }

    /// Returns `count` random bytes.
    package func callAsFunction(_ count: Int) -> [UInt8] {
        Array(draw(count).prefix(count))
    }

    /// Returns `count` random bytes in lower-case hexadecimal digits, two for each.
    package func hex(_ count: Int) -> String {
        self(count).hexText
    }
}
