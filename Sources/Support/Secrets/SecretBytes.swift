import Glibc
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
        // Swift's own generator asks the system for eight bytes at a time.
        var bytes: [UInt8] = []
        while bytes.count < count {
            var more = [UInt8](repeating: 0, count: min(count - bytes.count, maximumBytesAtOnce))
            let status = getentropy(&more, more.count)
            precondition(status == 0, "the system has random bytes")
            bytes += more
        }
        return bytes
    }

    /// The number of bytes that the system returns at once.
    private static let maximumBytesAtOnce = 256

    /// Returns `count` random bytes.
    package func callAsFunction(_ count: Int) -> [UInt8] {
        Array(draw(count).prefix(count))
    }

    /// Returns `count` random bytes in lower-case hexadecimal digits, two for each.
    package func hex(_ count: Int) -> String {
        self(count).hexText
    }
}
