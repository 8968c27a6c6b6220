package import TransitModel

/// The estimated service of a loop without a timetable: lap times and headways.
package struct LoopPlan: Sendable, Equatable {
    /// Seconds from each stop to the next; the last hop leads back to the first stop.
    package let hopSeconds: [Double]
    /// The periods of each weekday, Monday first; empty for no service.
    package let week: [[Period]]

    /// A period of a day with a constant headway.
    package struct Period: Sendable, Hashable {
        /// The start of the first lap, in seconds of the service day.
        package let start: Int32
        /// The exclusive end of lap starts, in seconds of the service day.
        package let end: Int32
        /// Seconds between the starts of two laps.
        package let headway: Int32

        /// Creates a period; `headway` must be positive.
        package init(start: Int32, end: Int32, headway: Int32) {
            self.start = start
            self.end = end
            self.headway = headway
        }
    }

    /// Creates a plan; `week` must have seven days.
    package init(hopSeconds: [Double], week: [[Period]]) {
        self.hopSeconds = hopSeconds
        self.week = week
    }

    /// The duration of a lap in seconds.
    package var lapSeconds: Double { hopSeconds.reduce(0, +) }

    /// Whether the plans differ noticeably for riders.
    ///
    /// They do if hours differ, or if a lap or headway differs by at least a fifth and at least a
    /// minute.
    package func isNoticeablyOther(than other: LoopPlan) -> Bool {
        func differ(_ one: Double, _ two: Double) -> Bool {
            abs(one - two) >= max(60, 0.2 * max(one, two))
        }
        guard hopSeconds.count == other.hopSeconds.count,
            !differ(lapSeconds, other.lapSeconds),
            week.map(\.count) == other.week.map(\.count)
        else { return true }
        return zip(week.joined(), other.week.joined()).contains { one, two in
            one.start != two.start || one.end != two.end
                || differ(Double(one.headway), Double(two.headway))
        }
    }
}

/// The plans of a campus's routes and the days for which they are valid.
package struct LoopPlans: Sendable {
    /// Plans by route id; a route without one has no estimated runs.
    package let plans: [Int64: LoopPlan]
    /// The first and the last day.
    package let days: ClosedRange<ServiceDay>

    package init(_ plans: [Int64: LoopPlan], days: ClosedRange<ServiceDay>) {
        self.plans = plans
        self.days = days
    }
}
