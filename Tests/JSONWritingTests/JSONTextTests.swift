import Foundation
import Testing
import TransitModel

@testable import JSONWriting

/// JSON texts, compared with those of Foundation's encoder.
@Suite struct JSONTextTests {
    private static let foundation: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONTextEncoder().encode(value), as: UTF8.self)
    }

    private func expectSame(_ value: some Encodable, _ comment: Comment? = nil) throws {
        let expected = String(decoding: try Self.foundation.encode(value), as: UTF8.self)
        #expect(try text(value) == expected, comment)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `numbers have the fewest digits that give them back`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let edges = [
            0, -0.0, 1, 1e-4, 0.000_099_9, 0.000_1, 0.1 + 0.2, 1e9, 999_999_999.999_999, 3e-308,
            1e16, 1e22, .pi, 0.5, 47.166_667, 120, 8.000_001,
        ]
        let decimals = (0..<5000).map { _ in
            let scales: [Double] = [1, 10, 1e3, 1e6, 1e7, 1e12]
            let scale = scales.randomElement(using: &random) ?? 1
            return (Double.random(in: -1000...1000, using: &random) * scale).rounded() / scale
        }
        for number in edges + edges.map({ -$0 }) + decimals {
            let description = number.description
            let expected = description.hasSuffix(".0") ? description.dropLast(2) : description[...]
            var json = JSONText()
            json.value(finite: number)
            #expect(String(decoding: json.bytes, as: UTF8.self) == expected, "seed \(seed)")
        }
    }

    /// Any value; objects encode their members in the order of the list.
    private indirect enum Sample: Encodable {
        case none
        case flag(Bool)
        case whole(Int)
        case large(UInt64)
        case fraction(Double)
        case short(Float)
        case text(String)
        case list([Sample])
        case object([(String, Sample)])

        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .list(let list):
                var container = encoder.unkeyedContainer()
                for (number, element) in list.enumerated() {
                    #expect(container.count == number)
                    switch element {
                    case .none: try container.encodeNil()
                    case .whole(let number): try container.encode(number)
                    case .text(let text): try container.encode(text)
                    case .list(let inner) where number % 2 == 0:
                        var nested = container.nestedUnkeyedContainer()
                        for each in inner { try nested.encode(each) }
                    default: try container.encode(element)
                    }
                }
            case .object(let members):
                var container = encoder.container(keyedBy: Key.self)
                for (name, value) in members {
                    let key = Key(stringValue: name)
                    switch value {
                    case .none: try container.encodeNil(forKey: key)
                    case .flag(let flag): try container.encode(flag, forKey: key)
                    case .whole(let number): try container.encode(number, forKey: key)
                    case .text(let text): try container.encode(text, forKey: key)
                    default: try container.encode(value, forKey: key)
                    }
                }
            default:
                var container = encoder.singleValueContainer()
                switch self {
                case .flag(let flag): try container.encode(flag)
                case .whole(let number): try container.encode(number)
                case .large(let number): try container.encode(number)
                case .fraction(let number): try container.encode(number)
                case .short(let number): try container.encode(number)
                case .text(let text): try container.encode(text)
                default: try container.encodeNil()
                }
            }
        }

        static func random(_ depth: Int, _ random: inout SeededRandom) -> Sample {
            switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &random) {
            case 0: return .none
            case 1: return .flag(.random(using: &random))
            case 2: return .whole(Int(truncatingIfNeeded: random.next() >> (random.next() % 64)))
            case 3: return .large(random.next())
            case 4:
                let power = Double(Int.random(in: -12...30, using: &random))
                return .fraction(
                    (random.unit() - 0.5) * .init(sign: .plus, exponent: Int(power), significand: 1)
                )
            case 5: return .short(Float(Int.random(in: -9999...9999, using: &random)) / 100)
            case 6: return .text(word(&random))
            case 7:
                let count = Int.random(in: 0...4, using: &random)
                return .list((0..<count).map { _ in self.random(depth - 1, &random) })
            default:
                let names = Set(
                    (0..<Int.random(in: 0...6, using: &random)).map { _ in name(&random) })
                return .object(
                    names.shuffled(using: &random).map { ($0, self.random(depth - 1, &random)) })
            }
        }

        private static func word(_ random: inout SeededRandom) -> String {
            let letters = Array("abz09 /\\\"\n\r\t\u{8}\u{c}\u{0}\u{1f}\u{7f}éß€😀\u{301}\u{2028}")
            return String(
                (0..<Int.random(in: 0...20, using: &random)).compactMap { _ in
                    letters.randomElement(using: &random)
                })
        }

        private static func name(_ random: inout SeededRandom) -> String {
            let letters = Array("aabB1_-/ !~")
            return String(
                (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in
                    letters.randomElement(using: &random)
                })
        }
    }

    @Test(arguments: 0..<8) func `random values have the text that Foundation gives them`(
        seed: Int
    ) throws {
        var random = SeededRandom(seed: UInt64(seed))
        for round in 0..<300 {
            try expectSame([Sample.random(4, &random)], "seed \(seed), round \(round)")
        }
    }

    private struct Place: Encodable {
        let name: String
        let latitude: Double?
        let code: Int8
    }

    /// Encodes the members of another value in addition to its own, and some of its own more than
    /// once.
    private struct Flat: Encodable {
        let place: Place

        enum Keys: String, CodingKey { case also, name, zone }

        func encode(to encoder: any Encoder) throws {
            try place.encode(to: encoder)
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode([1, 2], forKey: .zone)
            var nested = container.nestedContainer(keyedBy: Keys.self, forKey: .also)
            try nested.encode("inner", forKey: .zone)
            try nested.encodeIfPresent(Int?.none, forKey: .name)
            try container.encode("last", forKey: .name)
        }
    }

    private struct Nothing: Encodable {
        func encode(to encoder: any Encoder) throws {}
    }

    @Test func `values may share an object, be empty, or hold dictionaries`() throws {
        let place = Place(name: "A/B", latitude: nil, code: -3)
        try expectSame(Flat(place: place))
        try expectSame([Nothing(), Nothing()])
        try expectSame(["b": place, "a": Place(name: "", latitude: 47, code: 0)])
        try expectSame([3: "c", 10: "j"])
        try expectSame([[Int]](repeating: [], count: 2))
        try expectSame("alone")
        try expectSame(Int?.none)
        try expectSame(Date(timeIntervalSinceReferenceDate: 12.5))
        try expectSame(
            (0..<500).reduce(into: [String: Int]()) { $0["key \($1 * 7919 % 500)"] = $1 })
    }

    @Test func `what JSON cannot say, or says in a form of its own, is refused`() throws {
        for number in [Double.nan, .infinity] {
            #expect(throws: EncodingError.self) { try text(["a": number]) }
        }
        #expect(throws: EncodingError.self) { try text([Data([1])]) }
        #expect(throws: EncodingError.self) { try text(["a": URL(string: "http://t.example")]) }
    }
}
