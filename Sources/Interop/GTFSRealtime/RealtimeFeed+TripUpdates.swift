package import TransitModel

extension RealtimeFeed {
    /// Converts the feed's trip updates, in order.
    ///
    /// Deleted entities, and updates with neither trip nor route, are skipped. If an event has both
    /// a time and a delay, the time counts.
    package func tripUpdates() -> [TripUpdate] {
        entities.compactMap(tripUpdate)
    }

    /// Converts the trip update of an entity; nil if it is skipped.
    func tripUpdate(of entity: TransitRealtime_FeedEntity) -> TripUpdate? {
        guard entity.hasTripUpdate, !entity.isDeleted else { return nil }
        return TripUpdate(entity.tripUpdate, feedTime: time)
    }
}

extension TripUpdate {
    fileprivate init?(_ update: TransitRealtime_TripUpdate, feedTime: UnixTime?) {
        let descriptor = update.trip
        guard let trip = TripReference(descriptor) else { return nil }
        var copy: TripReference?
        if update.hasTripProperties {
            let properties = update.tripProperties
            copy = TripReference(
                tripID: properties.tripID.isEmpty ? nil : properties.tripID,
                serviceDay: ServiceDay(properties.startDate),
                startTime: ServiceTime(properties.startTime))
        }
        self.init(
            trip: trip, relationship: Relationship(descriptor.scheduleRelationship),
            calls: update.stopTimeUpdate.map(CallUpdate.init),
            delaySeconds: update.hasDelay ? update.delay : nil,
            time: update.hasTimestamp ? UnixTime(wireSeconds: update.timestamp) : feedTime,
            copy: copy,
            headsign: nonEmpty(
                ControlCharacters.leftOut(of: update.tripProperties.tripHeadsign)))
    }
}

extension TripUpdate.Relationship {
    fileprivate init(_ wire: TransitRealtime_TripDescriptor.ScheduleRelationship) {
        self =
            switch wire {
            case .scheduled, .unscheduled: .scheduled
            case .added, .new: .new
            case .canceled: .cancelled
            case .deleted: .deleted
            case .replacement: .replacement
            case .duplicated: .duplicated
            }
    }
}

extension CallUpdate {
    fileprivate init(_ update: TransitRealtime_TripUpdate.StopTimeUpdate) {
        let assigned = update.stopTimeProperties.assignedStopID
        self.init(
            stopSequence: update.hasStopSequence ? Int(update.stopSequence) : nil,
            stopID: update.stopID.isEmpty ? nil : update.stopID,
            arrival: update.hasArrival ? EventUpdate(update.arrival) : nil,
            departure: update.hasDeparture ? EventUpdate(update.departure) : nil,
            assignedStopID: assigned.isEmpty ? nil : assigned,
            uncertaintySeconds: [update.arrival, update.departure].filter(\.hasUncertainty)
                .map { max(0, $0.uncertainty) }.max(),
            departureOccupancy: update.hasDepartureOccupancyStatus
                ? OccupancyStatus(update.departureOccupancyStatus) : nil,
            relationship: Relationship(update.scheduleRelationship))
    }
}

extension CallUpdate.Relationship {
    fileprivate init(_ wire: TransitRealtime_TripUpdate.StopTimeUpdate.ScheduleRelationship) {
        self =
            switch wire {
            case .scheduled, .unscheduled: .scheduled
            case .skipped: .skipped
            case .noData: .noData
            }
    }
}

extension EventUpdate {
    fileprivate init?(_ event: TransitRealtime_TripUpdate.StopTimeEvent) {
        if event.time > 0, let time = UnixTime(wireSeconds: UInt64(event.time)) {
            self = .at(time)
        } else if event.hasDelay, event.scheduledTime > 0,
            let time = UnixTime(wireSeconds: UInt64(event.scheduledTime))
        {
            // An added trip's delay refers to a schedule that only the source knows.
            self = .at(time.advanced(bySeconds: Double(event.delay)))
        } else if event.hasDelay {
            self = .delayed(event.delay)
        } else {
            return nil
        }
    }
}
