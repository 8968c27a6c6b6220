import Crypto
import Foundation
import TransitModel

/// Where random bytes come from that nobody may guess.
///
/// Tests pass in their own.
package struct SecretBytes: Sendable {
    private let draw: @Sendable (Int) -> [UInt8]

    /// Bytes by a function that is told how many are wanted and gives at least as many.
    package init(_ draw: @escaping @Sendable (Int) -> [UInt8]) {
        self.draw = draw
    }

    /// The system's generator, which is meant for secrets.
    package static let system = SecretBytes { count in
        // New nonces: a cheap way to the library's randomness without bare memory.
        var bytes: [UInt8] = []
        while bytes.count < count { bytes += ChaChaPoly.Nonce() }
        return bytes
    }

    /// So many random bytes.
    package func callAsFunction(_ count: Int) -> [UInt8] {
        Array(draw(count).prefix(count))
    }

    /// So many random bytes in lower-case hexadecimal digits, two for each.
    package func hex(_ count: Int) -> String {
        self(count).hexText
    }
}
