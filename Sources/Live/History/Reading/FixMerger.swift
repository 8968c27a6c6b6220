/// Merges many blocks in order of time, with a binary heap of cursors.
struct FixMerger {
    private struct Head {
        var cursor: FixCursor
        var fix: PackedFix
        /// At equal times and vehicles, the fix written first comes first.
        let place: JournalPosition

        static func < (left: Head, right: Head) -> Bool {
            (left.fix.time, left.cursor.vehicle, left.place)
                < (right.fix.time, right.cursor.vehicle, right.place)
        }
    }

    private let query: FixQuery
    /// The error to throw for blocks that cannot be decoded.
    private let damage: any Error
    private var heads: [Head] = []

    /// - Throws: `damage` if a block cannot be decoded.
    init(_ blocks: [FixBlock], _ query: FixQuery, damage: any Error) throws {
        self.query = query
        self.damage = damage
        for block in blocks {
            var cursor = FixCursor(block)
            guard let fix = try next(&cursor) else { continue }
            heads.append(Head(cursor: cursor, fix: fix, place: block.firstPlace))
        }
        for position in stride(from: heads.count / 2 - 1, through: 0, by: -1) { sink(position) }
    }

    /// Returns the next fix that the query covers; nil at the end.
    ///
    /// - Complexity: O(log *n*) for *n* blocks.
    /// - Throws: `damage` if a block cannot be decoded.
    mutating func next() throws -> (vehicle: UInt32, fix: PackedFix)? {
        guard let first = heads.first else { return nil }
        var cursor = first.cursor
        if let fix = try next(&cursor) {
            heads[0].cursor = cursor
            heads[0].fix = fix
        } else {
            heads.swapAt(0, heads.count - 1)
            heads.removeLast()
        }
        sink(0)
        return (first.cursor.vehicle, first.fix)
    }

    private func next(_ cursor: inout FixCursor) throws -> PackedFix? {
        do {
            while let fix = try cursor.next() {
                if query.covers(fix) { return fix }
            }
            return nil
        } catch {
            throw damage
        }
    }

    private mutating func sink(_ start: Int) {
        var position = start
        while true {
            var least = position
            for child in [2 * position + 1, 2 * position + 2]
            where child < heads.count && heads[child] < heads[least] {
                least = child
            }
            guard least != position else { return }
            heads.swapAt(position, least)
            position = least
        }
    }
}
