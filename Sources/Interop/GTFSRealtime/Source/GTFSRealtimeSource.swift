import HTTPFetching
import Matching
package import Sources
import TransitModel

/// A source that polls a GTFS-Realtime feed: vehicle positions, trip updates, alerts or all.
///
/// Each answer replaces the one before. Feeds of changes (`DIFFERENTIAL`) are refused, since they
/// cannot be joined midway. Feeds with a time in the future, or too old, are refused.
package struct GTFSRealtimeSource: LiveSource {
    /// The source's kind in `takt.yml`.
    package static let kind = "gtfs-rt"
    /// The maximum time by which a feed's header may be ahead of our clock, in seconds.
    private static let futureSeconds = 120.0
    /// The maximum age of a feed's header, in seconds.
    private static let maximumAgeSeconds = 300.0
    /// The time for which alerts are kept while their feed cannot be fetched, in seconds.
    private static let alertSeconds = 3600.0

    package let id: String
    package var kind: String { Self.kind }
    /// The time from an answer to the next request.
    package let pause: Duration
    private var poll: AnswerPoll
    private var limits = FeedLimits()
    /// Whether the last feed had updates; if so, their absence is delivered once.
    private var hadUpdates = false
    private var hadAlerts = false
    private var alertsHeardAt: UnixTime?
    /// Whether the last feed had vehicles or trip updates, so that its age counts.
    private var isTimed = false

    /// Creates a source, which is polled every 15 s if the plan does not say how often.
    package init(_ plan: PollPlan) {
        id = plan.id
        pause = plan.pause ?? .seconds(15)
        poll = plan.poll
        limits = FeedLimits(bytes: plan.request.limitBytes)
    }

    /// Polls the feed once, and delivers its content.
    ///
    /// - Throws: `SourceFailure` if the feed cannot be fetched, decoded or used.
    package mutating func round(_ link: SourceLink) async throws(SourceFailure) {
        let answer: (body: [UInt8], validators: FetchValidators)?
        do throws(SourceFailure) {
            answer = try await poll.ask(link.journal)
        } catch {
            dropOldAlerts(link)
            throw error
        }
        guard let answer else {
            // An unchanged answer confirms alerts, but not vehicles, which do not stay for minutes.
            if !isTimed { link.journal.recordAnswer(at: link.now, dataTime: link.now) }
            if hadAlerts { alertsHeardAt = link.now }
            return
        }
        do throws(SourceFailure) {
            try read(answer.body, link)
        } catch {
            // The same bytes would otherwise count as unchanged, although nothing was delivered.
            poll.forget()
            throw error
        }
    }

    private mutating func read(_ body: [UInt8], _ link: SourceLink) throws(SourceFailure) {
        var fixes: [VehicleFix] = []
        var updates: [TripUpdate] = []
        var alerts: [AlertUpdate] = []
        var positions = 0
        let feed: RealtimeFeed
        do {
            feed = try RealtimeFeed.decode(
                body, limits: limits,
                plain: { feed, vehicle in
                    positions += 1
                    if let fix = feed.fix(vehicle) { fixes.append(fix) }
                }
            ) { feed, entity in
                if entity.hasVehicle, entity.vehicle.hasPosition { positions += 1 }
                if let fix = feed.fix(of: entity) { fixes.append(fix) }
                if let update = feed.tripUpdate(of: entity) { updates.append(update) }
                if let alert = feed.alert(of: entity) { alerts.append(alert) }
            }
        } catch {
            if case .tooLarge = error { throw SourceFailure(.tooLarge, error.description) }
            throw SourceFailure(.malformed, error.description)
        }
        guard !feed.isDifferential else {
            throw SourceFailure(
                .malformed, "The feed has changes only (DIFFERENTIAL), which is not supported.")
        }
        link.journal.quarantine("unreadable_entity", feed.rejectedEntityCount)
        let now = link.now
        link.journal.quarantine("no_place_or_time", positions - fixes.count)
        isTimed = positions > 0 || !updates.isEmpty
        let newest = (fixes.map(\.time) + updates.compactMap(\.time)).max()
        let time = [feed.time, newest].compactMap { $0 }.max() ?? now
        let age = now.seconds(since: feed.time ?? time)
        guard isTimed == false || age >= -Self.futureSeconds else {
            throw Self.wrongClock(link, "from_the_future", age)
        }
        guard isTimed == false || age <= Self.maximumAgeSeconds else {
            link.journal.recordAnswer(at: now, dataTime: feed.time ?? time)
            throw Self.wrongClock(link, "too_old", age)
        }
        var batch = link.batch(asOf: isTimed ? min(time, now) : nil)
        batch.fixes = fixes
        if hadUpdates || !updates.isEmpty { batch.tripUpdates = updates }
        if hadAlerts || !alerts.isEmpty { batch.alerts = alerts }
        hadUpdates = !updates.isEmpty
        hadAlerts = !alerts.isEmpty
        alertsHeardAt = now
        link.deliver(batch)
    }

    private mutating func dropOldAlerts(_ link: SourceLink) {
        guard hadAlerts, let heard = alertsHeardAt,
            link.now.seconds(since: heard) > Self.alertSeconds
        else { return }
        var batch = LiveBatch(source: link.journal.id, asOf: heard)
        batch.alerts = []
        hadAlerts = false
        link.deliver(batch)
    }

    private static func wrongClock(
        _ link: SourceLink, _ reason: String, _ age: Double
    ) -> SourceFailure {
        link.journal.quarantine(reason)
        let hours = (age / 3600).rounded()
        // Whole hours are a wrong time zone; larger differences are age.
        if (1...14).contains(hours.magnitude), abs(age - hours * 3600) < 180 {
            let way = hours > 0 ? "behind" : "ahead"
            return SourceFailure(
                .malformed,
                "The feed's clock is \(Int(hours.magnitude)) h \(way); it was set aside.")
        }
        let span = span(age.magnitude)
        return SourceFailure(
            .malformed,
            age > 0
                ? "The feed is \(span) old; it was set aside."
                : "The feed is \(span) ahead of our clock; it was set aside.")
    }

    /// Formats seconds in minutes, hours or days.
    private static func span(_ seconds: Double) -> String {
        switch seconds {
        case ..<7200: "\(Int((seconds / 60).rounded())) min"
        case ..<172_800: "\(Int((seconds / 3600).rounded())) h"
        default: "\(Int((seconds / 86_400).rounded())) days"
        }
    }
}
