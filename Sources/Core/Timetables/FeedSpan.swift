package import TransitModel

/// The trips of one feed in a network, and the days on which they run.
package struct FeedSpan: Sendable, Equatable {
    package let trips: Int
    /// The first and the last day on which any of them runs; nil if none ever does.
    package let days: ClosedRange<ServiceDay>?
}

extension Timetable {
    /// Returns the span of each feed, in the order of ``FeedColumns/feeds()``.
    ///
    /// - Complexity: linear in the runs, and in the different sets of days times the days of the
    ///   network.
    /// - Throws: ``NetworkFileError`` if the columns are missing or damaged.
    package func feedSpans() throws(NetworkFileError) -> [FeedSpan] {
        let count = try sources.feeds().count
        var trips = [Int](repeating: 0, count: count)
        for route in self.trips.routes.buffer {
            let feed = routes.feeds[route].row
            if feed < count { trips[feed] += 1 }
        }
        var feedOfService = [Int](repeating: count, count: services.count)
        for pattern in patterns.indices {
            let feed = routes.feeds[patterns.routes[pattern]].row
            for run in patterns.runs(of: pattern) {
                feedOfService[patterns.runServices[run].row] = feed
            }
        }
        // A feed's trips count even where those of another feed are shown instead.
        for row in 0..<(self.trips.hasShared ? self.trips.count : 0) {
            if let service = self.trips.ownService(TripIndex(row)) {
                feedOfService[service.row] = routes.feeds[self.trips.routes[TripIndex(row)]].row
            }
        }
        var days = [ClosedRange<ServiceDay>?](repeating: nil, count: count)
        var known: [UInt32: ClosedRange<ServiceDay>?] = [:]
        for (row, feed) in feedOfService.enumerated() where feed < count {
            let service = ServiceIndex(row)
            let set = services.daySets[service]
            let found = known[set] ?? self.days(of: service)
            known[set] = .some(found)
            guard let found else { continue }
            let before = days[feed] ?? found
            days[feed] =
                min(before.lowerBound, found.lowerBound)...max(before.upperBound, found.upperBound)
        }
        return (0..<count).map { FeedSpan(trips: trips[$0], days: days[$0]) }
    }

    private func days(of service: ServiceIndex) -> ClosedRange<ServiceDay>? {
        let all = (0..<services.dayCount).lazy.map { self.services.firstDay.advanced(by: $0) }
        guard let first = all.first(where: { services.isActive(service, on: $0) }),
            let last = all.last(where: { services.isActive(service, on: $0) })
        else { return nil }
        return first...last
    }
}
