import TransitModel

/// The difference of a file from an older one: ranges of the older one, and bytes that it lacks.
///
/// Its parts follow one another in the order of the new file. Each begins with a number as
/// `ByteWriter` writes it, the double of a count of bytes. If it is even, so many bytes follow. If
/// it is odd, so many bytes are in the old file; how far their beginning is from the end of the
/// range before follows as a signed number. `Web/app/pocket/difference.js` reads it.
enum FileDifference {
    /// The length of the blocks of the old file that are looked for.
    static let blockBytes = 32

    /// Returns the difference; O(old + new).
    static func bytes(from old: [UInt8], to new: [UInt8]) -> [UInt8] {
        let blocks = BlockIndex(of: old)
        var writer = ByteWriter()
        var hash = RollingHash(new.prefix(blockBytes))
        // `new[written..<next]` was not found, and the last range ended at `end` of the old file.
        var (written, next, end) = (0, 0, 0)
        while next + blockBytes <= new.count {
            // Where bytes were replaced by as many, the old file continues.
            var place = end + next - written
            if !isBlock(at: next, of: new, at: place, of: old) { place = blocks.place(of: hash) }
            guard isBlock(at: next, of: new, at: place, of: old) else {
                if next + blockBytes < new.count {
                    hash.move(from: new[next], to: new[next + blockBytes])
                }
                next += 1
                continue
            }
            var (from, to) = (place, place + blockBytes)
            var start = next
            while start > written, from > 0, new[start - 1] == old[from - 1] {
                (start, from) = (start - 1, from - 1)
            }
            next += blockBytes
            while next < new.count, to < old.count, new[next] == old[to] {
                (next, to) = (next + 1, to + 1)
            }
            writer.write(literal: new[written..<start])
            writer.write(UInt64(to - from) * 2 + 1)
            writer.write(signed: Int64(from - end))
            (written, end) = (next, to)
            hash = RollingHash(new[next...].prefix(blockBytes))
        }
        writer.write(literal: new[written...])
        return writer.bytes
    }

    private static func isBlock(
        at next: Int, of new: [UInt8], at place: Int, of old: [UInt8]
    ) -> Bool {
        place >= 0 && place + blockBytes <= old.count
            && (0..<blockBytes).allSatisfy { new[next + $0] == old[place + $0] }
    }

    /// A polynomial of a block's bytes, which moves byte by byte (Rabin and Karp).
    private struct RollingHash {
        private(set) var value: UInt64 = 0
        private static let factor: UInt64 = 0x9e37_79b9_7f4a_7c15
        /// The factor of a block's first byte.
        private static let first = (1..<blockBytes).reduce(UInt64(1)) { power, _ in power &* factor
        }

        init(_ block: ArraySlice<UInt8>) {
            for byte in block { add(byte) }
        }

        private mutating func add(_ byte: UInt8) {
            value = value &* Self.factor &+ UInt64(byte) + 1
        }

        mutating func move(from first: UInt8, to next: UInt8) {
            value &-= (UInt64(first) + 1) &* Self.first
            add(next)
        }
    }

    /// The blocks of a file by their hash; of blocks with the same place in the table the first.
    private struct BlockIndex {
        /// The numbers of blocks; -1 for none.
        private var blocks: [Int32]
        private let shift: UInt64

        init(of file: [UInt8]) {
            let count = file.count / blockBytes
            var bits: UInt64 = 1
            while 1 << bits < 2 * count { bits += 1 }
            shift = 64 - bits
            blocks = Array(repeating: -1, count: 1 << bits)
            for block in 0..<count {
                let start = block * blockBytes
                let slot = slot(of: RollingHash(file[start..<start + blockBytes]))
                if blocks[slot] < 0 { blocks[slot] = Int32(block) }
            }
        }

        /// Returns where a block with that hash may be; -1 if there is none.
        func place(of hash: RollingHash) -> Int {
            let block = Int(blocks[slot(of: hash)])
            return block < 0 ? -1 : block * blockBytes
        }

        private func slot(of hash: RollingHash) -> Int {
            let mixed = (hash.value ^ (hash.value >> 29)) &* 0xbf58_476d_1ce4_e5b9
            return Int(mixed >> shift)
        }
    }
}

extension ByteWriter {
    fileprivate mutating func write(literal bytes: ArraySlice<UInt8>) {
        guard !bytes.isEmpty else { return }
        write(UInt64(bytes.count) * 2)
        write(contentsOf: bytes)
    }
}
