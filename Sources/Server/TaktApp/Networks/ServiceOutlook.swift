import Timetables
import TransitModel
import WebServer

/// Whether a network serves today, and which of its feeds do no more.
struct ServiceOutlook: Sendable {
    /// One feed of the network.
    struct Feed: Sendable {
        let id: String
        let name: String
        let span: FeedSpan
    }

    /// The feeds, in the order of the network.
    let feeds: [Feed]
    private let timetable: Timetable

    /// A stretch without any service that is no holiday any more, in days.
    private static let longGap = 7

    /// Looks through a network; throws if its file lacks a column.
    ///
    /// - Complexity: linear in the network's runs.
    init(_ timetable: Timetable) throws(NetworkFileError) {
        self.timetable = timetable
        feeds = zip(try timetable.sources.feeds(), try timetable.feedSpans()).map {
            Feed(id: $0.id, name: $0.name, span: $1)
        }
    }

    /// Why nothing runs today although it should, in a sentence; nil if something runs, or nothing is
    /// missed, as on the Sundays of a line that never runs on them.
    func missing(at now: UnixTime) -> String? {
        let days = feeds.compactMap(\.span.days)
        let today = timetable.timeZone.day(at: now)
        guard let first = days.map(\.lowerBound).min(), let last = days.map(\.upperBound).max()
        else { return nil }
        if today < first {
            return "Nothing runs today: the network begins on \(first)."
        }
        if today > last {
            return "Nothing runs today: the network ended on \(last); import a newer feed."
        }
        let week = (0..<Self.longGap).map { today.advanced(by: $0) }
        guard !week.contains(where: { timetable.services.activity(on: $0).contains(true) }) else {
            return nil
        }
        return "Nothing runs today or in the six days to come, although the network goes on until "
            + "\(last); ask the feed's publisher, or import another one."
    }

    /// The feeds of several of which nothing runs any more, a sentence each.
    func ended(at now: UnixTime) -> [String] {
        let today = timetable.timeZone.day(at: now)
        guard feeds.count > 1 else { return [] }
        return feeds.compactMap { feed in
            guard let last = feed.span.days?.upperBound, last < today else { return nil }
            return
                "The feed '\(feed.id)' (\(feed.name)) ended on \(last): nothing of it runs any more. Ask "
                + "its publisher for a newer one, or leave it out of 'feed.urls'."
        }
    }

    /// The same as figures for Prometheus.
    func figures(at now: UnixTime) -> MetricsText {
        var text = MetricsText()
        text.figure(
            "takt_network_serves_today", "0 where nothing runs today although it should.", .gauge,
            missing(at: now) == nil ? 1 : 0)
        let name = "takt_feed_days_left"
        text.family(name, "Days until a feed's last day of service, below 0 after it.", .gauge)
        let today = timetable.timeZone.day(at: now)
        for feed in feeds {
            guard let last = feed.span.days?.upperBound else { continue }
            text.sample(name, Double(today.distance(to: last)), ["feed": feed.id])
        }
        return text
    }
}
