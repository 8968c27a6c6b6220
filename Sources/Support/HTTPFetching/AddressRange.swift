/// Addresses that begin with the same bits, as in `10.0.0.0/8`, or a single one.
package struct AddressRange: Sendable, Equatable {
    private let start: IPAddress
    private let length: Int

    /// The range that a text stands for; nil if it is none.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let start = IPAddress(String(parts[0])) else {
            return nil
        }
        let longest = start.bytes.count * 8
        guard parts.count == 2 else {
            self.start = start
            length = longest
            return
        }
        guard let length = Int(parts[1]), (0...longest).contains(length) else { return nil }
        self.start = start
        self.length = length
    }

    /// Whether an address lies in it; version 4 in version 6 (`::ffff:10.0.0.1`) counts as version
    /// 4.
    package func contains(_ address: IPAddress) -> Bool {
        let address = address.plain
        return address.bytes.count == start.bytes.count
            && address.hasPrefix(start.bytes, length: length)
    }
}

extension IPAddress {
    fileprivate var plain: IPAddress {
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
        return bytes.count == 16 && hasPrefix(mapped, length: 96) ? embedded(at: 12) : self
    }
}
