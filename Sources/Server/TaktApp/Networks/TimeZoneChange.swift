package import Timetables
package import TransitModel

/// A new version of a feed whose times are in another time zone than those of the version before.
///
/// What riders saved as a time of day, and what was learnt or recorded by service day, then means
/// other instants.
package struct TimeZoneChange: Codable, Equatable, Sendable {
    /// Names of the tz database, as in `Europe/Zurich`.
    let from: String
    let to: String

    /// Compares two networks; nil if on each service day of `new` their clocks agree, also where
    /// the zones' names differ.
    ///
    /// - Complexity: Linear in the days of `new`.
    package init?(from old: TransitTimeZone, to new: Timetable) {
        let zone = new.timeZone
        let (first, last) = (new.services.firstDay, new.services.lastDay)
        guard old.identifier != zone.identifier, first <= last,
            (0...first.distance(to: last)).contains(where: {
                let day = first.advanced(by: $0)
                return old.start(of: day) != zone.start(of: day)
            })
        else { return nil }
        (from, to) = (old.identifier, zone.identifier)
    }

    /// A sentence or two for operators; `feed` is what changed, as in `'gtfs.zip'`.
    package func sentence(on feed: String) -> String {
        "\(feed) changed its time zone from \(from) to \(to): its times, and those that riders saved, "
            + "now mean other moments. If that is a mistake, ask its publisher to correct "
            + "'agency_timezone'."
    }
}
