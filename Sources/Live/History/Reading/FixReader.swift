import Persistence

/// Reads a history, in the process that writes it or in another one.
package struct FixReader: Sendable {
    let store: RecordStore
    /// Returns the blocks that are not sealed yet, of one vehicle or, for nil, of all.
    let openBlocks: @Sendable (_ vehicle: UInt32?) async throws -> [FixBlock]

    init(
        _ store: RecordStore,
        openBlocks: @escaping @Sendable (_ vehicle: UInt32?) async throws -> [FixBlock]
    ) {
        self.store = store
        self.openBlocks = openBlocks
    }

    /// Opens a history's file read-only, also while a server writes to it.
    ///
    /// - Throws: A `SQLiteStoreError` if the file cannot be opened.
    package init(path: String) throws {
        let store = try RecordStore(reading: path, schema: FixHistorySchema.schema)
        self.init(store) { vehicle in
            try await store.read { try RecoveredBlocks($0) }.all
                .filter { vehicle == nil || $0.vehicle == vehicle }
        }
    }

    /// Returns the fixes of a query in order of time; the order at equal times is unspecified.
    ///
    /// They are read hour by hour: memory holds the blocks of one hour, about 3 kB for each
    /// vehicle. Fixes stored while reading may be left out.
    package func fixes(_ query: FixQuery) -> FixSequence {
        FixSequence(reader: self, query: query)
    }

    /// Returns the ids of all vehicles in the history, sorted.
    ///
    /// - Throws: An error of the store if it cannot be read.
    package func vehicleIDs() async throws -> [String] {
        try await store.read { try $0.texts("SELECT id FROM vehicle") }.sorted()
    }

    /// Returns the newest fixes that a query covers, newest first, at most `limit`.
    ///
    /// Memory holds `limit` fixes and the blocks of one hour.
    ///
    /// - Throws: An error of the store if it cannot be read, or its damage if a block cannot be
    ///   decoded.
    package func newestFixes(_ query: FixQuery, limit: Int) async throws -> [ArchivedFix] {
        guard limit > 0, let hours = query.hours else { return [] }
        guard let source = try await HourSource(self, query) else { return [] }
        var names = NameCache(store)
        var found: [ArchivedFix] = []
        var last = hours.upperBound
        while found.count < limit, let hour = try await source.lastHour(in: hours.lowerBound...last)
        {
            var merger = try FixMerger(
                try await source.blocks(of: hour), query, damage: store.damage)
            var inHour: [(vehicle: UInt32, fix: PackedFix)] = []
            while let next = try merger.next() { inHour.append(next) }
            for (vehicle, fix) in inHour.reversed() where found.count < limit {
                if let fix = try await names.archived(fix, of: vehicle, query) { found.append(fix) }
            }
            guard hour > hours.lowerBound else { break }
            last = hour - 1
            // Consecutive reads would otherwise keep the writer waiting.
            await Task.yield()
        }
        return found
    }
}
