import TransitModel

/// Mutates valid input as people and machines do; equal seeds give equal mutations.
struct Mutator {
    private var random: SeededRandom

    /// Texts on which parsers have failed elsewhere.
    private static let nasty: [String] = [
        "", "\u{0}", "\"", "\\", "\\ud800", "{", "}", "[", "]", ",", "null", "true", "-", "+", "%",
        "%0",
        "%ff", "&&&=", "=", "1e999", "-1e999", "NaN", "99999999999999999999",
        "-9223372036854775808",
        "9223372036854775807", "2147483648", "-1", "0.0000000000000000001", "24:00", "99:99",
        "0000-00-00",
        "9999-99-99T99:99:99Z", "\u{202e}", "e\u{301}\u{301}\u{301}", "\u{1f468}\u{200d}\u{1f469}",
        "\r\n", "  ",
        String(repeating: "[", count: 600), String(repeating: "9", count: 400),
    ]

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    private mutating func number(below limit: Int) -> Int {
        limit <= 0 ? 0 : Int(random.next() % UInt64(limit))
    }

    /// Returns the input with one to four changes.
    mutating func spoiled(_ input: [UInt8], with others: [[UInt8]]) -> [UInt8] {
        var bytes = input
        for _ in 0...number(below: 4) {
            let at = number(below: bytes.count + 1)
            let end = min(bytes.count, at + 1 + number(below: 12))
            switch number(below: 7) {
            case 0 where at < bytes.count: bytes[at] ^= 1 << UInt8(number(below: 8))
            case 1: bytes.removeSubrange(at..<end)
            case 2: bytes.insert(contentsOf: Array(bytes[at..<end]), at: at)
            case 3: bytes.removeSubrange(at...)
            case 4:
                let other = others[number(below: others.count)]
                let from = number(below: other.count + 1)
                bytes.insert(contentsOf: other[from...].prefix(1 + number(below: 40)), at: at)
            default:
                let text = Self.nasty[number(below: Self.nasty.count)]
                bytes.replaceSubrange(at..<end, with: Array(text.utf8))
            }
        }
        return bytes
    }
}
