import TransitModel

/// Counts the new records of each diary on the present day, in UTC, so that no phone fills the
/// disk.
///
/// The counts are of one server, and begin at zero when it starts or changes its network.
struct DailyRecords {
    private let limit: Int
    private var day: ServiceDay?
    private var counts: [Int64: Int] = [:]

    /// `limit`: The number of records from which on a diary takes no more on that day.
    init(limit: Int) {
        self.limit = limit
    }

    /// Adds records to the count of a diary, by the number of its participant.
    mutating func add(_ count: Int, to diary: Int64, now: UnixTime) {
        guard count > 0 else { return }
        let today = TransitTimeZone.utc.day(at: now)
        if day != today {
            day = today
            counts.removeAll()
        }
        counts[diary, default: 0] += count
    }

    /// Returns whether a diary takes no more today.
    func isFull(_ diary: Int64, now: UnixTime) -> Bool {
        day == TransitTimeZone.utc.day(at: now) && counts[diary, default: 0] >= limit
    }
}
