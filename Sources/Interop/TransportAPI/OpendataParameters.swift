/// Query parameters, parsed as PHP does, in which the service is written.
///
/// Lists may be `via[]=A&via[]=B`, `via[0]=A&via[1]=B` and, as some clients send them,
/// `via=A&via=B`.
package struct OpendataParameters: Sendable {
    private let pairs: [(name: String, value: String)]

    /// The maximum number of parameters read; further ones are ignored.
    private static let maximumCount = 300

    /// Parses a query string; nil has no parameters.
    package init(query: String?) {
        pairs = (query ?? "").split(separator: "&").prefix(Self.maximumCount).map { part in
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                Self.base(of: Self.decoded(halves[0])),
                halves.count == 2 ? Self.decoded(halves[1]) : ""
            )
        }
    }

    /// Returns the last value of a parameter; nil if it is absent or empty.
    package func text(_ name: String) -> String? {
        guard let value = pairs.last(where: { $0.name == name })?.value, !value.isEmpty
        else { return nil }
        return value
    }

    /// Returns all non-empty values of a parameter, in order.
    package func list(_ name: String) -> [String] {
        pairs.lazy.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
    }

    /// Returns the name without a list's brackets.
    private static func base(of name: String) -> String {
        guard name.hasSuffix("]"), let bracket = name.firstIndex(of: "["),
            bracket > name.startIndex
        else { return name }
        return String(name[..<bracket])
    }

    private static func decoded(_ text: Substring) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") })
        else { return String(text) }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
                let high = digit(bytes[place + 1]), let low = digit(bytes[place + 2])
            {
                result.append(high << 4 | low)
                place += 3
                continue
            }
            result.append(bytes[place] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[place])
            place += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }

    /// Encodes parameters as a query string.
    package static func text(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { encoded($0.name) + "=" + encoded($0.value) }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."), UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
