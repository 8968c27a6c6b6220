package import Timetables
import TransitModel

extension ScheduledProgress {
    /// Computes ``ScheduledProgress/runKey`` for the runs of one pattern.
    package struct RunKeys {
        private let timetable: Timetable
        private let pattern: PatternIndex
        private let route: UInt64
        private let firstHop: UInt64
        private let lastHop: UInt64

        /// Computes the parts of the keys that a pattern's runs share.
        package init(_ timetable: Timetable, _ pattern: PatternIndex) {
            self.timetable = timetable
            self.pattern = pattern
            let stops = timetable.patterns.stops(of: pattern)
            let ids = [0, 1, stops.count - 2, stops.count - 1].map {
                timetable.lastingID(of: stops[$0])
            }
            firstHop = ScheduledProgress.key(ids[0], ids[1])
            lastHop = ScheduledProgress.key(ids[2], ids[3])
            route = ScheduledProgress.key(
                timetable.lastingID(of: timetable.patterns.routes[pattern]), "route")
        }

        package func key(of run: RunIndex) -> UInt64 {
            let times = timetable.patterns.times(of: run, in: pattern, at: 0)
            return ScheduledProgress.runKey(
                route: route, hops: (firstHop, lastHop), departure: times.departure.seconds)
        }
    }

    /// Combines the parts of a run key.
    static func runKey(
        route: UInt64, hops: (first: UInt64, last: UInt64), departure: Int32
    ) -> UInt64 {
        let sum = route &+ hops.first &* 3 &+ hops.last &* 5
        return (sum ^ UInt64(truncatingIfNeeded: departure)) &* 0x100_0000_01b3
    }
}
