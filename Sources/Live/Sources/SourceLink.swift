package import Matching
package import TransitModel

/// What a source takes from the world besides its connections: time and chance.
package struct SourceDependencies: Sendable {
    /// The time that is served; it may run faster than real time.
    package var clock: any WallClock
    /// Waits a span of real time; throws when the task is cancelled.
    package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// A number from 0 (inclusive) to 1 (exclusive), for the length of pauses.
    package var jitter: @Sendable () -> Double

    /// The real world, but for clock and chance.
    package init(clock: any WallClock, jitter: @escaping @Sendable () -> Double) {
        self.clock = clock
        self.jitter = jitter
    }
}

/// How a source hands on what it hears.
package struct SourceLink: Sendable {
    /// The source's books.
    package let journal: SourceJournal
    /// Time and chance.
    package let surroundings: SourceDependencies
    private let inbox: SourceInbox
    private let idPrefix: String

    /// Ties a source to a box.
    ///
    /// `idPrefix` is put before the ids of its vehicles and alerts, so that those of two sources can
    /// be told apart; it is empty where there is one source.
    package init(
        journal: SourceJournal, inbox: SourceInbox, surroundings: SourceDependencies,
        idPrefix: String = ""
    ) {
        self.journal = journal
        self.inbox = inbox
        self.surroundings = surroundings
        self.idPrefix = idPrefix
    }

    /// The present moment on the clock that is served.
    package var now: UnixTime { surroundings.clock.now() }

    /// An empty batch of this source.
    ///
    /// `asOf` is when the source knew what will be in it; nil if it does not say.
    package func batch(asOf: UnixTime?) -> LiveBatch {
        LiveBatch(source: journal.id, asOf: asOf ?? now)
    }

    /// Hands on what came and writes it into the books.
    package func deliver(_ batch: LiveBatch) {
        journal.heard(at: now, dataTime: batch.asOf)
        let count =
            batch.fixes.count + (batch.tripUpdates?.count ?? 0) + (batch.alerts?.count ?? 0)
        journal.note { $0.entities += count }
        var batch = batch
        if !idPrefix.isEmpty {
            batch.fixes = batch.fixes.map { $0.renamed(idPrefix + $0.vehicleID) }
            batch.goneVehicles = batch.goneVehicles.map { idPrefix + $0 }
            batch.alerts = batch.alerts?.map { $0.renamed(idPrefix + $0.id) }
        }
        inbox.put(batch)
    }
}

extension VehicleFix {
    /// The fix of a vehicle of another id, as those of two sources may have the same.
    package func renamed(_ id: String) -> VehicleFix {
        VehicleFix(
            vehicleID: id, label: label, coordinate: coordinate, headingDegrees: headingDegrees,
            speedMetresPerSecond: speedMetresPerSecond, time: time, trip: trip,
            occupancy: occupancy)
    }
}

extension AlertUpdate {
    fileprivate func renamed(_ id: String) -> AlertUpdate {
        AlertUpdate(id: id, texts: texts, classes: classes, periods: periods, subjects: subjects)
    }
}
