import Testing
import TransitModel

@testable import NetworkEndpoints

@Suite struct FileDifferenceTests {
    /// Makes the new file as a device does.
    static func applied(_ difference: [UInt8], to old: [UInt8]) throws -> [UInt8] {
        var reader = ByteReader(difference)
        var new: [UInt8] = []
        var end = 0
        while !reader.isAtEnd {
            let head = try reader.number()
            let count = Int(head / 2)
            if head % 2 == 0 {
                for _ in 0..<count { new.append(try reader.byte()) }
            } else {
                let start = try end + Int(reader.signed())
                try #require(start >= 0 && start + count <= old.count)
                new += old[start..<start + count]
                end = start + count
            }
        }
        return new
    }

    private func bytes(_ count: Int, _ random: inout SeededRandom) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    @Test func `it makes every file of every other one`() throws {
        let text = Array("The quick brown fox jumps over the lazy dog by the river. ".utf8)
        let zeros = [UInt8](repeating: 0, count: 5000)
        let files = [
            [], [7], text, text + text, Array(text.reversed()), zeros, Array(zeros.prefix(70)),
            zeros + text + zeros,
        ]
        for old in files {
            for new in files {
                let difference = FileDifference.bytes(from: old, to: new)
                #expect(try Self.applied(difference, to: old) == new)
            }
        }
    }

    @Test(arguments: 1...30) func `edits cost about their bytes`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let old = bytes(20_000, &random)
        var new = old
        var edited = 0
        for _ in 0..<Int.random(in: 0...20, using: &random) {
            let start = Int.random(in: 0...new.count, using: &random)
            let end = min(new.count, start + Int.random(in: 0...300, using: &random))
            let own = bytes(Int.random(in: 0...300, using: &random), &random)
            switch Int.random(in: 0...2, using: &random) {
            case 0: new.replaceSubrange(start..<end, with: own)
            case 1: new.insert(contentsOf: new[start..<end], at: 0)
            default: new.replaceSubrange(start..<end, with: bytes(end - start, &random))
            }
            edited += max(own.count, end - start)
        }
        let difference = FileDifference.bytes(from: old, to: new)
        #expect(try Self.applied(difference, to: old) == new)
        // An edit may hide a block at each of its ends.
        #expect(difference.count <= edited + 20 * (4 * FileDifference.blockBytes + 12))
    }
}
