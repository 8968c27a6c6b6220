import GTFS
import Timetables

/// Numbers distinct byte strings in the order of their first appearance.
///
/// An open-addressing hash table over one arena of bytes. A slot has 32 bits of the hash next to
/// the number, so that a lookup touches one slot and, on a hit, the key's bytes.
final class ByteKeyTable {
    private var arena: UnsafeMutablePointer<UInt8>
    private var arenaCapacity: Int
    private var arenaCount = 0
    /// The number of distinct keys.
    private(set) var count = 0
    /// The start of each key, and the end of the last one.
    ///
    /// A pointer avoids the exclusivity checks of an array in a class.
    private var offsets: UnsafeMutablePointer<Int>
    private var slots: UnsafeMutablePointer<UInt64>
    private var slotCount: Int
    private static let empty = UInt64.max

    /// Creates an empty table with room for about `capacity` keys before it grows.
    init(capacity: Int = 1024) {
        arenaCapacity = max(256, capacity * 8)
        arena = .allocate(capacity: arenaCapacity)
        var size = 16
        while size < capacity * 2 { size *= 2 }
        slotCount = size
        slots = .allocate(capacity: size)
        slots.initialize(repeating: Self.empty, count: size)
        offsets = .allocate(capacity: Self.offsetCount(slots: size))
        offsets.initialize(to: 0)
    }

    deinit {
        arena.deallocate()
        offsets.deallocate()
        slots.deallocate()
    }

    /// The keys of half the slots, one more before the table grows, and the final end.
    private static func offsetCount(slots: Int) -> Int { slots / 2 + 2 }

    /// The bytes of a key, valid until the next insertion.
    func key(_ number: Int) -> ByteText {
        ByteText(start: arena + offsets[number], count: offsets[number + 1] - offsets[number])
    }

    /// The concatenated keys, and the start of each one.
    var content: (bytes: UnsafeBufferPointer<UInt8>, offsets: [Int]) {
        (
            UnsafeBufferPointer(start: arena, count: arenaCount),
            Array(UnsafeBufferPointer(start: offsets, count: count + 1))
        )
    }

    /// The number of a key; nil if it was never inserted.
    @inline(__always)
    func find(_ key: ByteText) -> Int? {
        let hash = StableHash.hash(key)
        let slot = slots[self.slot(of: key, hash: hash)]
        return slot == Self.empty ? nil : Int(truncatingIfNeeded: slot & 0xffff_ffff)
    }

    /// The number of a key, which is inserted if it is new.
    func insert(_ key: ByteText) -> (number: Int, isNew: Bool) {
        let hash = StableHash.hash(key)
        let slot = self.slot(of: key, hash: hash)
        if slots[slot] != Self.empty {
            return (Int(truncatingIfNeeded: slots[slot] & 0xffff_ffff), false)
        }
        let number = count
        precondition(number < Int(UInt32.max), "a table holds at most 2^32 - 1 keys")
        append(key)
        slots[slot] = hash & 0xffff_ffff_0000_0000 | UInt64(number)
        if count * 2 > slotCount { grow() }
        return (number, true)
    }

    @inline(__always)
    private func slot(of key: ByteText, hash: UInt64) -> Int {
        let mask = slotCount &- 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while true {
            let entry = slots[slot]
            if entry == Self.empty { return slot }
            if entry >> 32 == hash >> 32 {
                let number = Int(truncatingIfNeeded: entry & 0xffff_ffff)
                if self.key(number).hasSameBytes(as: key) { return slot }
            }
            slot = (slot &+ 1) & mask
        }
    }

    private func append(_ key: ByteText) {
        if arenaCount + key.count > arenaCapacity {
            arenaCapacity = max(arenaCapacity * 2, arenaCount + key.count)
            let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: arenaCapacity)
            larger.update(from: arena, count: arenaCount)
            arena.deallocate()
            arena = larger
        }
        if let source = key.baseAddress {
            (arena + arenaCount).update(from: source, count: key.count)
        }
        arenaCount += key.count
        count += 1
        offsets[count] = arenaCount
    }

    private func grow() {
        slots.deallocate()
        slotCount *= 2
        slots = .allocate(capacity: slotCount)
        slots.initialize(repeating: Self.empty, count: slotCount)
        let moreOffsets = UnsafeMutablePointer<Int>.allocate(
            capacity: Self.offsetCount(slots: slotCount))
        moreOffsets.initialize(from: offsets, count: count + 1)
        offsets.deallocate()
        offsets = moreOffsets
        let mask = slotCount - 1
        for number in 0..<count {
            let hash = StableHash.hash(key(number))
            var slot = Int(truncatingIfNeeded: hash) & mask
            while slots[slot] != Self.empty { slot = (slot + 1) & mask }
            slots[slot] = hash & 0xffff_ffff_0000_0000 | UInt64(number)
        }
    }
}

extension ByteKeyTable {
    /// The number of a text, which is inserted if it is new.
    func insert(_ text: String) -> Int {
        var text = text
        return text.withUTF8 { (bytes: ByteText) in insert(bytes).number }
    }

    /// The number of a list of words, which is inserted if it is new.
    func insert(_ words: [UInt32]) -> (number: Int, isNew: Bool) {
        words.withUnsafeBytes { insert($0.assumingMemoryBound(to: UInt8.self) as ByteText) }
    }

    /// The key as the list of words that was inserted.
    func words(_ number: Int) -> [UInt32] {
        let bytes = UnsafeRawBufferPointer(key(number))
        return (0..<bytes.count / 4).map {
            bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)
        }
    }
}

/// All strings of a network under construction, each stored once.
final class StringPool {
    private let table = ByteKeyTable()

    /// The index of a text; `ColumnIndex.none` for the empty text.
    func index(_ text: String) -> StringIndex {
        text.isEmpty ? .none : StringIndex(table.insert(text))
    }

    /// The text with that index; empty for `ColumnIndex.none`.
    func string(_ index: StringIndex) -> String {
        index == .none ? "" : table.key(index.row).string
    }

    func write(to file: inout NetworkFileWriter) {
        let (bytes, offsets) = table.content
        file.add(.stringOffsets, offsets.map { UInt32($0) })
        file.add(.stringBytes, Array(bytes))
    }
}

/// The ids of one table of one feed, with their rows in the network.
final class IDMap<Table> {
    private let table: ByteKeyTable
    /// The rows, indexed by the number of their id.
    private(set) var rows: [ColumnIndex<Table>] = []

    init(capacity: Int = 1024) {
        table = ByteKeyTable(capacity: capacity)
    }

    /// Assigns a row to an id; false if the id already exists.
    func insert(_ id: ByteText, _ row: ColumnIndex<Table>) -> Bool {
        guard table.insert(id).isNew else { return false }
        rows.append(row)
        return true
    }

    /// The row of an id; nil if it is unknown.
    @inline(__always)
    func find(_ id: ByteText) -> ColumnIndex<Table>? {
        table.find(id).map { rows[$0] }
    }

    /// The number of an id, an index into ``rows``; nil if it is unknown.
    @inline(__always)
    func number(of id: ByteText) -> Int? { table.find(id) }
}
