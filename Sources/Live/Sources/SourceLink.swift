package import Matching
package import TransitModel

/// What a source depends on besides its connections: time and randomness.
package struct SourceDependencies: Sendable {
    /// The served clock, which may run faster than real time.
    package var clock: any WallClock
    /// Waits for a duration of real time; throws when the task is cancelled.
    package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// Returns a number in 0..<1, for the jitter of pauses.
    package var jitter: @Sendable () -> Double

    /// Uses real sleep.
    package init(clock: any WallClock, jitter: @escaping @Sendable () -> Double) {
        self.clock = clock
        self.jitter = jitter
    }
}

/// Passes on what a source receives.
package struct SourceLink: Sendable {
    /// The statistics of the source.
    package let journal: SourceJournal
    /// Time and randomness.
    package let dependencies: SourceDependencies
    private let inbox: SourceInbox
    private let idPrefix: String

    /// Connects a source to an inbox.
    ///
    /// `idPrefix` is prepended to the ids of its vehicles and alerts to distinguish those of
    /// several sources; it is empty if there is only one source.
    package init(
        journal: SourceJournal, inbox: SourceInbox, dependencies: SourceDependencies,
        idPrefix: String = ""
    ) {
        self.journal = journal
        self.inbox = inbox
        self.dependencies = dependencies
        self.idPrefix = idPrefix
    }

    /// The current instant by the served clock.
    package var now: UnixTime { dependencies.clock.now() }

    /// Creates an empty batch of this source.
    ///
    /// `asOf` is when the source knew what will be in the batch; nil if it does not say.
    package func batch(asOf: UnixTime?) -> LiveBatch {
        LiveBatch(source: journal.id, asOf: asOf ?? now)
    }

    /// Delivers a batch to the inbox and records it in the journal.
    package func deliver(_ batch: LiveBatch) {
        journal.recordAnswer(at: now, dataTime: batch.asOf)
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
    /// Returns the fix with another vehicle id, because two sources may use the same id.
    package func renamed(_ id: String) -> VehicleFix {
        var fix = VehicleFix(
            vehicleID: id, label: label, coordinate: coordinate, headingDegrees: headingDegrees,
            speedMetresPerSecond: speedMetresPerSecond, time: time, trip: trip,
            occupancy: occupancy)
        fix.laterTrips = laterTrips
        return fix
    }
}

extension AlertUpdate {
    fileprivate func renamed(_ id: String) -> AlertUpdate {
        AlertUpdate(id: id, texts: texts, classes: classes, periods: periods, subjects: subjects)
    }
}
