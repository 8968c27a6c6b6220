import Persistence

/// The fixes of a query in order of time, read on demand.
package struct FixSequence: AsyncSequence, Sendable {
    package typealias Element = ArchivedFix

    let reader: FixReader
    let query: FixQuery

    package func makeAsyncIterator() -> Iterator {
        Iterator(reader: reader, query: query)
    }

    /// The state of an iteration.
    package struct Iterator: AsyncIteratorProtocol {
        private let reader: FixReader
        private let query: FixQuery
        private var names: NameCache
        private var source: HourSource?
        private var merger: FixMerger?
        /// The hours that are not read yet; nil once there are none.
        private var hours: ClosedRange<Int64>?

        init(reader: FixReader, query: FixQuery) {
            self.reader = reader
            self.query = query
            names = NameCache(reader.store)
            hours = query.hours
        }

        /// Returns the next fix; nil at the end.
        ///
        /// - Throws: The store's errors, also if a stored block is damaged.
        package mutating func next() async throws -> ArchivedFix? {
            while true {
                while let (vehicle, fix) = try merger?.next() {
                    if let archived = try await names.archived(fix, of: vehicle, query) {
                        return archived
                    }
                }
                guard try await nextHour() else { return nil }
            }
        }

        private mutating func nextHour() async throws -> Bool {
            merger = nil
            if source == nil { source = try await HourSource(reader, query) }
            guard let left = hours, let source, let hour = try await source.firstHour(in: left)
            else {
                hours = nil
                return false
            }
            merger = try FixMerger(
                try await source.blocks(of: hour), query, damage: reader.store.damage)
            hours = hour < left.upperBound ? (hour + 1)...left.upperBound : nil
            return true
        }
    }
}
