/// Bech32, the encoding of age's keys:
/// <https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki>.
///
/// Like age, this ignores the limit of 90 characters, which its keys never reach.
enum Bech32 {
    private static let signs = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
    private static let checksumLength = 6

    /// Decodes the bytes after the prefix; nil if the prefix, a character or the checksum is wrong.
    ///
    /// Text is entirely in lower or in upper case.
    static func bytes(_ text: String, prefix: String) -> [UInt8]? {
        let lower = text.lowercased()
        guard text == lower || text == text.uppercased(), lower.utf8.count <= 200 else {
            return nil
        }
        let start = Array((prefix.lowercased() + "1").utf8)
        let all = Array(lower.utf8)
        guard all.starts(with: start), all.count >= start.count + checksumLength else { return nil }
        var digits: [UInt8] = []
        for sign in all.dropFirst(start.count) {
            guard let digit = signs.firstIndex(of: sign) else { return nil }
            digits.append(UInt8(digit))
        }
        guard polynomial(expanded(prefix.lowercased()) + digits) == 1 else { return nil }
        return regrouped(digits.dropLast(checksumLength), from: 5, to: 8, pads: false)
    }

    /// Encodes bytes after a prefix, in lower case.
    static func text(_ bytes: [UInt8], prefix: String) -> String {
        // With padding, any bytes can be regrouped into five bits.
        let digits = regrouped(bytes[...], from: 8, to: 5, pads: true) ?? []
        let start = expanded(prefix)
        let sum =
            polynomial(start + digits + [UInt8](repeating: 0, count: checksumLength)) ^ 1
        let checksum = (0..<checksumLength).map { UInt8((sum >> UInt32(5 * (5 - $0))) & 31) }
        return prefix + "1"
            + String(decoding: (digits + checksum).map { signs[Int($0)] }, as: UTF8.self)
    }

    private static func expanded(_ prefix: String) -> [UInt8] {
        prefix.utf8.map { $0 >> 5 } + [0] + prefix.utf8.map { $0 & 31 }
    }

    private static func polynomial(_ digits: [UInt8]) -> UInt32 {
        let generators: [UInt32] = [
            0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3,
        ]
        var sum: UInt32 = 1
        for digit in digits {
            let top = sum >> 25
            sum = (sum & 0x1ff_ffff) << 5 ^ UInt32(digit)
            for (bit, generator) in generators.enumerated() where (top >> UInt32(bit)) & 1 == 1 {
                sum ^= generator
            }
        }
        return sum
    }

    private static func regrouped(
        _ digits: ArraySlice<UInt8>, from: UInt32, to: UInt32, pads: Bool
    ) -> [UInt8]? {
        var (rest, bits): (UInt32, UInt32) = (0, 0)
        var result: [UInt8] = []
        let mask = (UInt32(1) << to) - 1
        for digit in digits {
            rest = (rest << from | UInt32(digit)) & 0xfff
            bits += from
            while bits >= to {
                bits -= to
                result.append(UInt8(rest >> bits & mask))
            }
        }
        if pads {
            if bits > 0 { result.append(UInt8(rest << (to - bits) & mask)) }
        } else if bits >= from || rest << (to - bits) & mask != 0 {
            return nil
        }
        return result
    }
}
