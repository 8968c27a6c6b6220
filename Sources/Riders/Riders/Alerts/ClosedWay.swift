import Realtime
import Timetables
import Transit
import TransitModel

// Where ways without steps are closed, and where riders get on and off.

extension ServiceAlert {
    /// The stops and stations that it names for all lines and trips: an entrance or a lift stands
    /// for its station.
    func namedPlaces(_ stops: StopColumns) -> Set<StopIndex> {
        Set(
            subjects.lazy.filter { $0.route == nil && $0.trip == nil }
                .compactMap(\.stop).map(stops.riderPlace))
    }

    /// What it says in a language, else in English, else in one that there is, cut to what a
    /// message holds; nil if it says nothing.
    func notice(_ language: MessageLanguage) -> String? {
        let texts = header.isEmpty ? description : header
        func text(_ code: String) -> String? {
            texts[code]
                ?? texts.filter { $0.key.hasPrefix(code + "-") }.min { $0.key < $1.key }?.value
        }
        let text = text(language.rawValue) ?? text("en") ?? texts.min { $0.key < $1.key }?.value
        return text.flatMap { $0.isEmpty ? nil : String($0.prefix(Self.maximumNotice)) }
    }

    private static let maximumNotice = 200
}

extension FoundRide {
    /// The stops where it is boarded and left, and the stations that these belong to.
    var places: [StopIndex] {
        [ride.board, ride.alight].flatMap { position in
            let stop = run.stop(position)
            return [stop] + (run.timetable.stops.parent(stop).map { [$0] } ?? [])
        }
    }
}

extension RouteDeparture {
    /// The planned runs as they are expected now; fewer if one is gone.
    func current(_ overlay: RealtimeOverlay, in timetable: Timetable) -> [FoundRide] {
        rides.compactMap { $0.ride.current(overlay, in: timetable) }
    }
}

extension Ride {
    /// The ride as it is expected now; nil if its run is gone.
    func current(_ overlay: RealtimeOverlay, in timetable: Timetable) -> FoundRide? {
        RunOnDay(run, day: day, timetable, overlay).map { FoundRide(ride: self, run: $0) }
    }
}

/// What a rider knows of a place whose way without steps is closed; kept over restarts.
struct ClosureState: Hashable, Sendable, Codable {
    /// When it was found closed, at most ``renewalSeconds`` before it last was.
    var closedAt: UnixTime
    /// Since when it is open; nil while it is closed.
    var openSince: UnixTime?

    /// Who closes again sooner never was open: sources leave messages out and bring them back.
    private static let openSeconds = 6 * 3600.0
    /// Notes are written anew so often, so that they do not expire.
    private static let renewalSeconds = 86_400.0

    /// Whether closing now is news.
    func isOver(_ now: UnixTime) -> Bool {
        openSince.map { now.seconds(since: $0) >= Self.openSeconds } ?? false
    }

    /// The state for a place that is closed still; nil if nothing of it has to be written down.
    func renewed(_ now: UnixTime) -> ClosureState? {
        guard openSince != nil || now.seconds(since: closedAt) > Self.renewalSeconds else {
            return nil
        }
        return ClosureState(closedAt: now)
    }
}
