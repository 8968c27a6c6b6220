import Realtime
import Timetables
import Transit
import TransitModel

// Where step-free access is closed, and where riders board and alight.

extension ServiceAlert {
    /// Returns the stops and stations that it names for all lines and trips: an entrance or a lift
    /// means its station.
    func namedPlaces(_ stops: StopColumns) -> Set<StopIndex> {
        Set(
            subjects.lazy.filter { $0.route == nil && $0.trip == nil }
                .compactMap(\.stop).map(stops.riderPlace))
    }

    /// Returns its text in a language, else in English, else in any, cut to the length of a
    /// message; nil if it has none.
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
    /// The boarding and alighting stops, and their stations.
    var places: [StopIndex] {
        [ride.board, ride.alight].flatMap { position in
            let stop = run.stop(position)
            return [stop] + (run.timetable.stops.parent(stop).map { [$0] } ?? [])
        }
    }
}

extension RouteDeparture {
    /// Returns the planned runs as expected now; fewer if one is gone.
    func current(_ overlay: RealtimeOverlay, in timetable: Timetable) -> [FoundRide] {
        rides.compactMap { $0.ride.current(overlay, in: timetable) }
    }
}

extension Ride {
    /// Returns the ride as expected now; nil if its run is gone.
    func current(_ overlay: RealtimeOverlay, in timetable: Timetable) -> FoundRide? {
        RunOnDay(run, day: day, timetable, overlay).map { FoundRide(ride: self, run: $0) }
    }
}

/// What a rider knows about closed step-free access at a place; kept over restarts.
struct ClosureState: Hashable, Sendable, Codable {
    /// When it was found closed, at most ``renewalSeconds`` before the last time.
    var closedAt: UnixTime
    /// Since when it is open; nil while it is closed.
    var openSince: UnixTime?

    /// A place that closes again sooner was never open: sources leave alerts out and bring them
    /// back.
    private static let openSeconds = 6 * 3600.0
    /// The interval at which notes are written again, so that they do not expire.
    private static let renewalSeconds = 86_400.0

    /// Returns whether closing now is news.
    func isOver(_ now: UnixTime) -> Bool {
        openSince.map { now.seconds(since: $0) >= Self.openSeconds } ?? false
    }

    /// Returns the state for a place that is still closed; nil if nothing has to be written.
    func renewed(_ now: UnixTime) -> ClosureState? {
        guard openSince != nil || now.seconds(since: closedAt) > Self.renewalSeconds else {
            return nil
        }
        return ClosureState(closedAt: now)
    }
}
