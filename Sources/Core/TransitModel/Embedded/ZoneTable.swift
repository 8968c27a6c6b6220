#if hasFeature(Embedded)

/// A time zone's UTC offsets and the instants at which they change, as the host knows them.
///
/// Instants before 1990 have the first offset, instants after 2059 the last one.
final class ZoneOffsets: Sendable {
    private let starts: [Int64]
    private let offsets: [Int32]

    /// The start of the year 1990 in UTC.
    private static let firstSecond: Int64 = 631_152_000
    /// The start of the year 2060 in UTC.
    private static let endSecond: Int64 = 2_840_140_800
    /// An upper bound: no zone has this many changes in these years.
    private static let maximumChanges = 1000

    /// Coordinated Universal Time.
    static let utc = ZoneOffsets(starts: [firstSecond], offsets: [0])

    private static let known = Mutex<[String: ZoneOffsets]>([:])

    private init(starts: [Int64], offsets: [Int32]) {
        self.starts = starts
        self.offsets = offsets
    }

    /// Returns the zone of that name, or nil if the host does not know it.
    static func named(_ identifier: String) -> ZoneOffsets? {
        if let known = known.withLock({ $0[identifier] }) { return known }
        let name = Array(identifier.utf8)
        var starts = [Int64](repeating: 0, count: maximumChanges)
        var offsets = [Int32](repeating: 0, count: maximumChanges)
        let count = Int(
            hostZoneChanges(
                name, Int32(name.count), firstSecond, endSecond, &starts, &offsets,
                Int32(maximumChanges)))
        guard count > 0, count <= maximumChanges else { return nil }
        let made = ZoneOffsets(
            starts: Array(starts[..<count]), offsets: Array(offsets[..<count]))
        known.withLock { $0[identifier] = made }
        return made
    }

    /// Returns the offset in seconds east of Greenwich at an instant.
    /// - Complexity: O(log n) in the zone's changes.
    func seconds(at time: UnixTime) -> Int {
        let instant = time.seconds
        return Int(offsets[max(0, starts.partitioningIndex { $0 > instant } - 1)])
    }
}

#endif
