import Persistence

/// Reads a history, in the program that writes it or in another.
package struct FixReader: Sendable {
    let store: RecordStore
    /// The blocks that are not sealed yet; of one vehicle, or nil for all.
    let openBlocks: @Sendable (_ vehicle: UInt32?) async throws -> [FixBlock]

    init(
        _ store: RecordStore,
        openBlocks: @escaping @Sendable (_ vehicle: UInt32?) async throws -> [FixBlock]
    ) {
        self.store = store
        self.openBlocks = openBlocks
    }

    /// Opens a history's file for reading alone, also while a server writes to it.
    ///
    /// Throws a `SQLiteStoreError`.
    package init(path: String) throws {
        let store = try RecordStore(reading: path, schema: FixHistorySchema.schema)
        self.init(store) { vehicle in
            try await store.read { try RecoveredBlocks($0) }.all
                .filter { vehicle == nil || $0.vehicle == vehicle }
        }
    }

    /// The fixes that a query asks for, by time; at equal times in any order.
    ///
    /// Read hour by hour: memory holds the blocks of one hour, about 3 kB a vehicle. What is stored
    /// while reading goes on may be left out.
    package func fixes(_ query: FixQuery) -> FixSequence {
        FixSequence(reader: self, query: query)
    }

    /// The vehicles that the history knows, with the texts that name them, by id.
    package func vehicleIDs() async throws -> [String] {
        try await store.read { try $0.texts("SELECT id FROM vehicle") }.sorted()
    }

    /// The newest fixes of one vehicle, newest first, at most `limit`.
    ///
    /// Memory holds `limit` fixes and the blocks of one hour.
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
            // Readers in a row would keep the writer waiting.
            await Task.yield()
        }
        return found
    }
}
