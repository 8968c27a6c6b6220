package import NetworkAPI
import TransitModel
package import TransportAPI

extension ConnectionsAnswer {
    /// Describes a remote server's connections.
    ///
    /// `earlier` and `later` are the cursors of the adjacent pages.
    package init(
        _ found: OpendataConnections, about instant: OffsetTime, earlier: String?, later: String?
    ) {
        let nowhere = OpendataLocation(id: nil, name: nil, coordinate: nil)
        self.init()
        origin = WayPlaceAnswer(found.from ?? nowhere)
        destination = WayPlaceAnswer(found.to ?? nowhere)
        connections = found.connections.compactMap { ItineraryAnswer($0) }
        let walk = found.connections.lazy.compactMap { connection -> WalkAnswer? in
            guard connection.sections.count == 1, let only = connection.sections.first,
                only.journey == nil
            else { return nil }
            return WalkAnswer(only)
        }.first
        self.walk = walk
        onlyWalking = connections.isEmpty && walk != nil
        self.earlier = earlier
        self.later = later
        windowStart = (found.connections.first?.from.departure ?? instant).iso8601
        windowEnd = (found.connections.last?.from.departure ?? instant).iso8601
    }
}

extension EventAnswer {
    init(_ scheduled: OffsetTime?, expected: OffsetTime?) {
        self.init()
        self.scheduled = scheduled?.iso8601
        self.expected = expected?.iso8601
        delaySeconds = scheduled.flatMap { scheduled in
            expected.map { Int($0.time.seconds - scheduled.time.seconds) }
        }
    }
}

extension ItineraryAnswer {
    /// Describes a connection with at least one ride; nil for any other.
    init?(_ connection: OpendataConnection) {
        let rides = connection.sections.filter { $0.journey != nil }
        guard !rides.isEmpty else { return nil }
        let departs = connection.from.prognosis.departure
        let arrives = connection.to.prognosis.arrival
        self.init()
        departure = EventAnswer(connection.from.departure, expected: departs)
        arrival = EventAnswer(connection.to.arrival, expected: arrives)
        // The id stays empty: such a connection cannot be found again.
        durationSeconds = connection.durationSeconds
        vehicles = rides.count
        let skips = rides.contains { $0.departure.isCancelled || $0.arrival?.isCancelled == true }
        status = skips ? "broken" : "works"
        live = departs != nil || arrives != nil
        legs = connection.sections.compactMap { LegAnswer($0) }
        transfers = zip(rides, rides.dropFirst()).map { TransferAnswer(from: $0, to: $1) }
    }
}

extension LegAnswer {
    init?(_ section: OpendataSection) {
        if let journey = section.journey {
            self = .ride(RideAnswer(journey, section))
        } else if let walk = WalkAnswer(section) {
            self = .walk(walk)
        } else {
            return nil
        }
    }
}

extension WalkAnswer {
    init?(_ section: OpendataSection) {
        guard let to = section.arrival else { return nil }
        let start = section.departure.departure
        let end = to.arrival
        guard let departure = start ?? end, let arrival = end ?? start else { return nil }
        self.init()
        from = WayPlaceAnswer(section.departure.location)
        self.to = WayPlaceAnswer(to.location)
        self.departure = departure.iso8601
        self.arrival = arrival.iso8601
        seconds =
            section.walk?.seconds ?? max(0, Int(arrival.time.seconds - departure.time.seconds))
        estimated = true
    }
}

extension RideAnswer {
    init(_ journey: OpendataJourney, _ section: OpendataSection) {
        let end = section.arrival ?? journey.passList.last ?? section.departure
        self.init()
        trip = journey.name ?? ""
        serviceDay = RemoteNames.day(section.departure.departure)
        line = LineAnswer(journey)
        headsign = journey.to
        from = CallAnswer(section.departure, showing: .departure)
        to = CallAnswer(end, showing: .arrival)
        let between = journey.passList.dropFirst().dropLast()
        passed = between.isEmpty ? nil : between.map { CallAnswer($0, showing: .both) }
        cancelled = section.departure.isCancelled
        live = section.departure.prognosis.departure != nil || end.prognosis.arrival != nil
        wheelchair = "unknown"
        bicycles = "unknown"
    }
}

extension CallAnswer {
    init(_ stop: OpendataStop, showing times: Times) {
        self.init()
        self.stop = WayPlaceAnswer(stop.location)
        platform = stop.prognosis.platform ?? stop.platform
        scheduledPlatform = stop.prognosis.platform == nil ? nil : stop.platform
        arrival =
            times == .departure
            ? nil : EventAnswer(stop.arrival, expected: stop.prognosis.arrival)
        departure =
            times == .arrival
            ? nil : EventAnswer(stop.departure, expected: stop.prognosis.departure)
        skipped = stop.isCancelled
    }
}

extension TransferAnswer {
    /// The service has no transfer times, so only a broken transfer is recognised.
    init(from first: OpendataSection, to next: OpendataSection) {
        let alight = first.arrival ?? first.departure
        self.init()
        from = WayPlaceAnswer(alight.location)
        to = WayPlaceAnswer(next.departure.location)
        let arrives = alight.prognosis.arrival ?? alight.arrival
        let departs = next.departure.prognosis.departure ?? next.departure.departure
        availableSeconds =
            arrives.flatMap { arrives in
                departs.map { Int($0.time.seconds - arrives.time.seconds) }
            } ?? 0
        marginSeconds = availableSeconds
        state = availableSeconds < 0 ? "broken" : availableSeconds < 120 ? "tight" : "easy"
    }
}
