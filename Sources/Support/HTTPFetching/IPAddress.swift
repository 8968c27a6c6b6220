import Glibc

/// An IPv4 or IPv6 address.
package struct IPAddress: Sendable, Hashable {
    /// 4 or 16 bytes, the most significant first.
    package let bytes: [UInt8]

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses an address, as in `192.0.2.1` or `2001:db8::1`; nil for anything else, including
    /// short forms such as `127.1` and zones such as `fe80::1%eth0`.
    package init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(four)
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            self.init(six)
        } else {
            return nil
        }
    }

    init(_ address: in_addr) {
        self.init(bytes: withUnsafeBytes(of: address) { Array($0) })
    }

    init(_ address: in6_addr) {
        self.init(bytes: withUnsafeBytes(of: address) { Array($0) })
    }

    /// Returns the IPv4 address in the given four bytes of this one.
    func embedded(at offset: Int) -> IPAddress {
        IPAddress(bytes: Array(bytes[offset..<offset + 4]))
    }

    /// Returns whether the address begins with the same `length` bits as `prefix`.
    func hasPrefix(_ prefix: [UInt8], length: Int) -> Bool {
        let whole = length / 8
        guard bytes[..<whole].elementsEqual(prefix[..<whole]) else { return false }
        let rest = length % 8
        guard rest > 0 else { return true }
        return bytes[whole] >> (8 - rest) == prefix[whole] >> (8 - rest)
    }
}

extension IPAddress: CustomStringConvertible {
    /// The usual notation.
    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        let length = socklen_t(text.count)
        guard bytes.withUnsafeBytes({ inet_ntop(family, $0.baseAddress, &text, length) }) != nil
        else { preconditionFailure("An address is 4 or 16 bytes long and always has a notation.") }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
