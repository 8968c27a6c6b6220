import Timetables
import TransitModel
import WebServer

/// Whether a network has service today, and which of its feeds have ended.
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

    /// The days without any service from which a gap is no longer a holiday.
    private static let longGap = 7

    /// Examines a network.
    ///
    /// - Complexity: Linear in the network's runs.
    /// - Throws: A `NetworkFileError` if its file lacks a column.
    init(_ timetable: Timetable) throws(NetworkFileError) {
        self.timetable = timetable
        feeds = zip(try timetable.sources.feeds(), try timetable.feedSpans()).map {
            Feed(id: $0.id, name: $0.name, span: $1)
        }
    }

    /// Returns why nothing runs today although it should, in a sentence; nil if something runs or
    /// nothing is expected to, as on the Sundays of a line without Sunday service.
    func missing(at now: UnixTime) -> String? {
        let days = feeds.compactMap(\.span.days)
        let today = timetable.timeZone.day(at: now)
        guard let first = days.map(\.lowerBound).min(), let last = days.map(\.upperBound).max()
        else { return nil }
        if today < first {
            return "Nothing runs today: the network begins on \(first)."
        }
        if today > last {
            return "Nothing runs today: the network ended on \(last); ask its "
                + "feed's publisher for a newer one, or import another."
        }
        let week = (0..<Self.longGap).map { today.advanced(by: $0) }
        guard !week.contains(where: { timetable.services.activity(on: $0).contains(true) }) else {
            return nil
        }
        return "Nothing runs today or in the next six days, although the network continues until "
            + "\(last); ask the feed's publisher, or import another one."
    }

    /// Returns a sentence for each feed that has ended, if there are several feeds.
    func ended(at now: UnixTime) -> [String] {
        let today = timetable.timeZone.day(at: now)
        guard feeds.count > 1 else { return [] }
        return feeds.compactMap { feed in
            guard let last = feed.span.days?.upperBound, last < today else { return nil }
            return
                "The feed '\(feed.id)' (\(feed.name)) ended on \(last) and has no more service. "
                + "Ask its publisher for a newer one, or leave it out of 'feed.urls'."
        }
    }

    /// Returns a sentence for each lack of service, for the log and operators.
    func lacks(at now: UnixTime) -> [String] {
        [missing(at: now)].compactMap(\.self) + ended(at: now)
    }

    /// Returns the same as Prometheus metrics.
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
