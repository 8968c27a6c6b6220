package import DiarySensing
private import Foundation

/// One recorded diary to replay: fixes and motions in order of time, and the trips noted by its
/// keeper.
package struct RecordedDiary: Sendable {
    /// What to call it in tables.
    package let name: String
    /// In order of time.
    package let fixes: [LocationFix]
    /// In order of time.
    package let motions: [MotionReport]
    /// Spans of Unix seconds; nil if nobody noted trips, and movement is estimated from the fixes.
    package let trips: [Range<Double>]?

    /// Makes a diary of records in order of time.
    package init(
        name: String, fixes: [LocationFix], motions: [MotionReport], trips: [Range<Double>]? = nil
    ) {
        self.name = name
        self.fixes = fixes
        self.motions = motions
        self.trips = trips
    }

    /// When its keeper was under way, noted or else estimated.
    package var movement: Movement {
        trips.map(Movement.init(trips:)) ?? Movement(estimatedFrom: fixes)
    }
}

/// What a way of recording would have cost and kept, over one diary or several.
package struct ReplayReport: Sendable {
    /// How long the diaries last, in hours.
    package let hours: Double
    /// The share of the time in each state, all four of them.
    package let shares: [SensingState: Double]
    /// The share of the time under way.
    package let movingShare: Double
    /// Modelled, in percent an hour.
    package let drain: EnergyModel.Drain
    /// Of the time under way, the share at 10 m; nil if nobody was under way.
    package let preciseShare: Double?
    /// How far off the kept ways are in half of the moments, metres; of several diaries the worst.
    package let medianLossMetres: Double?
    /// The same for 95 of 100 moments.
    package let p95LossMetres: Double?
    /// For each noted trip, the seconds until it was noticed, nil if it was not; see
    /// ``TripNotices``.
    package let noticeDelaysSeconds: [Double?]

    /// How many of the noted trips were noticed in time.
    package var noticed: Int {
        noticeDelaysSeconds.count { ($0 ?? .infinity) <= TripNotices.limitSeconds }
    }

    /// Half of the noticed trips were noticed faster, in seconds; nil if none was.
    package var medianNoticeSeconds: Double? {
        noticeDelaysSeconds.compactMap(\.self).sorted().quantile(0.5)
    }

    /// Judges one outcome.
    package init(_ outcome: DiaryReplay.Outcome, of diary: RecordedDiary, movement: Movement) {
        let timeline = outcome.timeline
        let whole =
            timeline.start.timeIntervalSince1970..<timeline.end.timeIntervalSince1970
        hours = timeline.seconds / 3600
        shares = timeline.shares
        movingShare =
            timeline.seconds > 0 ? movement.seconds(within: whole) / timeline.seconds : 0
        drain = EnergyModel.drain(timeline, movement)
        let loss = AccuracyLoss(
            timeline, delivered: outcome.delivered, recorded: diary.fixes, movement: movement)
        preciseShare = loss.preciseShare
        medianLossMetres = loss.medianMetres
        p95LossMetres = loss.p95Metres
        noticeDelaysSeconds = TripNotices(timeline, trips: diary.trips ?? []).delaysSeconds
    }

    /// Sums reports of one policy over several diaries, weighted by their lengths; nil without any.
    package init?(_ reports: [ReplayReport]) {
        let hours = reports.reduce(0) { $0 + $1.hours }
        guard hours > 0 else { return nil }
        func mean(_ value: (ReplayReport) -> Double) -> Double {
            reports.reduce(0) { $0 + value($1) * $1.hours } / hours
        }
        self.hours = hours
        shares = Dictionary(
            uniqueKeysWithValues: SensingState.allCases.map { state in
                (state, mean { $0.shares[state] ?? 0 })
            })
        movingShare = mean(\.movingShare)
        drain = EnergyModel.Drain(
            percentPerHour: mean(\.drain.percentPerHour), low: mean(\.drain.low),
            high: mean(\.drain.high))
        let moving = movingShare * hours
        preciseShare =
            moving > 0
            ? reports.reduce(0) { $0 + ($1.preciseShare ?? 0) * $1.movingShare * $1.hours } / moving
            : nil
        medianLossMetres = reports.compactMap(\.medianLossMetres).max()
        p95LossMetres = reports.compactMap(\.p95LossMetres).max()
        noticeDelaysSeconds = reports.flatMap(\.noticeDelaysSeconds)
    }

    /// Replays a policy over diaries; nil if they hold nothing.
    package init?(
        _ policy: DiaryReplay.Policy, sight: DiaryReplay.Sight = .recorded,
        over diaries: [RecordedDiary]
    ) {
        self.init(
            diaries.compactMap { diary in
                DiaryReplay(policy, sight: sight).run(diary.fixes, diary.motions).map {
                    ReplayReport($0, of: diary, movement: diary.movement)
                }
            })
    }
}
