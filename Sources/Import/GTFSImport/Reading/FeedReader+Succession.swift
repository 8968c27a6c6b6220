import GTFS
import Timetables
import TransitModel

/// A newer version of a feed, which takes over on its first day of service.
struct Succession {
    /// The newer version, read already.
    let newer: FeedReader
    /// Its first day of service: on this day and later the earlier version does not serve.
    let day: ServiceDay
    /// The earlier version is what serves today: live data name its trips, so they keep their ids.
    let isEarlierInForce: Bool
    /// How many stops there were before the earlier version was read.
    let stopCount: Int

    /// What ids of the earlier version end with where both versions have them.
    static let mark = "~before"
    /// What ids of the newer version end with as long as the earlier one serves.
    static let nextMark = "~next"

    init?(_ newer: FeedReader, isEarlierInForce: Bool) {
        guard let day = newer.firstServiceDay() else { return nil }
        self.newer = newer
        self.day = day
        self.isEarlierInForce = isEarlierInForce
        stopCount = newer.draft.stops.count
    }

    /// Whether the newer version has this stop too.
    func knows(_ stop: StopIndex) -> Bool { stop != .none && stop.row < stopCount }
}

// Two versions of one feed, one after the other.
extension FeedReader {
    /// The first day on which a trip runs that was read here; nil if there is none.
    func firstServiceDay() -> ServiceDay? {
        var used = Set<Int>()
        for trip in draft.trips[firstTrip...] where trip.group != TripDraft.notAssembled {
            used.insert(trip.service.row)
        }
        return used.compactMap { draft.services[$0].firstActiveDay }.min()
    }

    /// Leaves to an earlier version the days before its successor begins.
    func cutServices() {
        guard let succession else { return }
        for row in firstService..<draft.services.count {
            draft.services[row].end(before: succession.day)
        }
    }

    /// The id of a trip, which is another version's trip too if the feed did not change it.
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
    /// The first day that is not taken away again; nil if there is none.
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

    /// Leaves out every day from this one on.
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
