package import TransitModel

/// When the vehicles of a loop may come, where no timetable says: how long a lap takes, and how
/// often a vehicle begins one at which hours.
package struct LoopPlan: Sendable, Equatable {
    /// Seconds from each stop to the next, the last hop leading back to the first stop.
    package let hopSeconds: [Double]
    /// The hours of each day of the week, Monday first; a day without any has no service.
    package let week: [[Period]]

    /// Hours of a day at which vehicles come equally often.
    package struct Period: Sendable, Hashable {
        /// The first lap begins then; seconds of the service day.
        package let start: Int32
        /// No lap begins from then on; seconds of the service day.
        package let end: Int32
        /// Seconds between the beginnings of two laps.
        package let headway: Int32

        /// A period; `headway` is above 0.
        package init(start: Int32, end: Int32, headway: Int32) {
            self.start = start
            self.end = end
            self.headway = headway
        }
    }

    /// A plan; `week` has seven days.
    package init(hopSeconds: [Double], week: [[Period]]) {
        self.hopSeconds = hopSeconds
        self.week = week
    }

    /// How long a lap takes, in seconds.
    package var lapSeconds: Double { hopSeconds.reduce(0, +) }

    /// Whether a rider would notice if another plan held instead: other hours, or a lap or a
    /// headway that differs by a fifth and a minute.
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

/// The plans of a campus's routes, by their numbers, and the days for which they are made.
package struct LoopPlans: Sendable {
    /// The plans; a route without one has no estimated runs.
    package let plans: [Int64: LoopPlan]
    /// The first day and the last.
    package let days: ClosedRange<ServiceDay>

    /// Plans for some days.
    package init(_ plans: [Int64: LoopPlan], days: ClosedRange<ServiceDay>) {
        self.plans = plans
        self.days = days
    }
}
