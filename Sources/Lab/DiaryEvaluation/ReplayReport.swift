package import DiarySensing
private import Foundation

/// A recorded diary to replay: fixes, motions and known trips.
package struct RecordedDiary: Sendable {
    /// The name in tables.
    package let name: String
    /// The fixes in order of time.
    package let fixes: [LocationFix]
    /// The motions in order of time.
    package let motions: [MotionReport]
    /// Spans of Unix seconds; nil if no trips are known, so that movement is estimated.
    package let trips: [Range<Double>]?

    package init(
        name: String, fixes: [LocationFix], motions: [MotionReport], trips: [Range<Double>]? = nil
    ) {
        self.name = name
        self.fixes = fixes
        self.motions = motions
        self.trips = trips
    }

    /// The times at which the person moved, from known trips or estimated from fixes.
    package var movement: Movement {
        trips.map(Movement.init(trips:)) ?? Movement(estimatedFrom: fixes)
    }
}

/// The cost and accuracy of a recording policy, over one or several diaries.
package struct ReplayReport: Sendable {
    /// The length of the diaries in hours.
    package let hours: Double
    /// The share of time in each of the four states.
    package let shares: [SensingState: Double]
    /// The share of time moving.
    package let movingShare: Double
    /// The modelled drain, in percent per hour.
    package let drain: EnergyModel.Drain
    /// The share of the moving time recorded at 10 m; nil if there is none.
    package let preciseShare: Double?
    /// The median error while moving, in metres; over several diaries the maximum.
    package let medianLossMetres: Double?
    /// The 95th percentile of the error while moving, in metres; over several diaries the maximum.
    package let p95LossMetres: Double?
    /// The seconds until each known trip was noticed, nil if it was not; see ``TripNotices``.
    package let noticeDelaysSeconds: [Double?]

    /// The number of known trips noticed in time.
    package var noticed: Int {
        noticeDelaysSeconds.count { ($0 ?? .infinity) <= TripNotices.limitSeconds }
    }

    /// The median delay of noticed trips, in seconds; nil if none was noticed.
    package var medianNoticeSeconds: Double? {
        noticeDelaysSeconds.compactMap(\.self).sorted().quantile(0.5)
    }

    /// Evaluates one replay.
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

    /// Combines reports of one policy, weighted by length; nil if their length is zero.
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

    /// Replays a policy over diaries; nil if they are empty.
    package init?(
        _ policy: DiaryReplay.Policy, input: DiaryReplay.Input = .recorded,
        over diaries: [RecordedDiary]
    ) {
        self.init(
            diaries.compactMap { diary in
                DiaryReplay(policy, input: input).run(diary.fixes, diary.motions).map {
                    ReplayReport($0, of: diary, movement: diary.movement)
                }
            })
    }
}
