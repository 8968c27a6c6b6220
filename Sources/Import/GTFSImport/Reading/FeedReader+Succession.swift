import GTFS
import Timetables
import TransitModel

/// A newer version of a feed that replaces the earlier one on its first service day.
struct Succession {
    /// The reader of the newer version, which has finished.
    let newer: FeedReader
    /// The first service day of the newer version; the earlier version ends the day before.
    let day: ServiceDay
    /// Whether the earlier version is in force today; live data then uses its trip ids, so they
    /// stay.
    let isEarlierInForce: Bool
    /// The number of stops before the earlier version is read.
    let stopCount: Int

    /// The suffix of ids in the earlier version that the newer version has too.
    static let mark = "~before"
    /// The suffix of ids in the newer version while the earlier one is in force.
    static let nextMark = "~next"

    init?(_ newer: FeedReader, isEarlierInForce: Bool) {
        guard let day = newer.firstServiceDay() else { return nil }
        self.newer = newer
        self.day = day
        self.isEarlierInForce = isEarlierInForce
        stopCount = newer.draft.stops.count
    }

    /// Whether the newer version also has the stop.
    func knows(_ stop: StopIndex) -> Bool { stop != .none && stop.row < stopCount }
}

// Two consecutive versions of a feed.
extension FeedReader {
    /// The first service day of any trip read here; nil if there is none.
    func firstServiceDay() -> ServiceDay? {
        var used = Set<Int>()
        for trip in draft.trips[firstTrip...] where trip.group != TripDraft.notAssembled {
            used.insert(trip.service.row)
        }
        return used.compactMap { draft.services[$0].firstActiveDay }.min()
    }

    /// Ends the services of an earlier version on the day before its successor begins.
    func cutServices() {
        guard let succession else { return }
        for row in firstService..<draft.services.count {
            draft.services[row].end(before: succession.day)
        }
    }

    /// The stored id of a trip.
    ///
    /// If the newer version has the same id, one of the two gets a suffix.
    func tripID(_ id: ByteText) -> StringIndex {
        guard let succession, let twin = succession.newer.tripIDs.find(id) else {
            return networkID(id)
        }
        guard succession.isEarlierInForce else { return versionID(id) }
        draft.trips[twin.row].id = draft.strings.index(
            idPrefix + id.string + Succession.nextMark)
        return networkID(id)
    }
}

extension ServiceDraft {
    /// The first day of service; nil if there is none.
    var firstActiveDay: ServiceDay? {
        let removed = Set(exceptions.filter { !$0.isAdded }.map(\.day))
        var days = exceptions.filter(\.isAdded).map(\.day)
        if let first, let last, first <= last, weekdays != 0 {
            let regular = (0...first.distance(to: last)).lazy.map { first.advanced(by: $0) }
                .first { weekdays >> UInt8($0.weekday) & 1 != 0 && !removed.contains($0) }
            if let regular { days.append(regular) }
        }
        return days.min()
    }

    /// Removes every day from `day` on.
    mutating func end(before day: ServiceDay) {
        isCut = true
        exceptions.removeAll { $0.day >= day }
        guard let first, let last else { return }
        if first >= day {
            (self.first, self.last, weekdays) = (nil, nil, 0)
        } else {
            self.last = min(last, day.advanced(by: -1))
        }
    }
}
