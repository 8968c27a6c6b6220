import Persistence

/// The fixes that a query asks for, by time, read as they are wanted.
package struct FixSequence: AsyncSequence, Sendable {
    /// One fix.
    package typealias Element = ArchivedFix

    let reader: FixReader
    let query: FixQuery

    /// Begins reading.
    package func makeAsyncIterator() -> Iterator {
        Iterator(reader: reader, query: query)
    }

    /// Where reading stands.
    package struct Iterator: AsyncIteratorProtocol {
        private let reader: FixReader
        private let query: FixQuery
        private var names: NameCache
        private var source: HourSource?
        private var merger: FixMerger?
        /// Hours that were not read yet; nil once there are none.
        private var hours: ClosedRange<Int64>?

        init(reader: FixReader, query: FixQuery) {
            self.reader = reader
            self.query = query
            names = NameCache(reader.store)
            hours = query.hours
        }

        /// The next fix; throws if the store cannot be read.
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
