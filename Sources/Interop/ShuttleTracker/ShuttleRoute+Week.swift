package import TransitModel

extension ShuttleRoute {
    private static let weekMinutes = 7 * 1440

    /// Returns the active minutes of a week that begins on Sunday, in local time of the zone.
    ///
    /// Ranges include their last minute; without a schedule there are none.
    package func activeMinutes(in zone: TransitTimeZone) -> [ClosedRange<Int>] {
        schedule.flatMap { period -> [ClosedRange<Int>] in
            let start = period.startDay * 1440 + Self.minute(period.startTime, in: zone)
            let end = period.endDay * 1440 + Self.minute(period.endTime, in: zone)
            return start <= end ? [start...end] : [start...Self.weekMinutes - 1, 0...end]
        }
    }

    /// Returns the minute of the day in local time.
    private static func minute(_ time: ShuttleTime, in zone: TransitTimeZone) -> Int {
        let day = zone.day(at: time.unixTime)
        let seconds = Int(time.unixTime.seconds(since: zone.start(of: day)))
        return min(1439, max(0, seconds / 60))
    }
}
