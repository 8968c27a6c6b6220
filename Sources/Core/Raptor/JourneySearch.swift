import Timetables
package import TransitModel

/// Finds journeys on one ``RoutingDay``.
///
/// Times are seconds of that day, expected ones where the day's overlay has them. The scratch memory is
/// made once and used again; one search uses it at a time.
package struct JourneySearch: ~Copyable {
    /// The most vehicles in one journey.
    package static let maximumVehicles = RoundSearch.maximumVehicles

    /// What is searched.
    package private(set) var day: RoutingDay
    private var rounds: RoundSearch
    private var following: FollowingSearch

    /// Makes scratch memory for searches on one day.
    package init(_ day: RoutingDay) {
        self.day = day
        rounds = RoundSearch(day.columns)
        following = FollowingSearch(day.columns)
    }

    /// Searches on another day from now on, of the same network or of another one.
    ///
    /// The memory is kept if it is large enough, as it is for the same day with other changes.
    package mutating func move(to day: RoutingDay) {
        guard day !== self.day else { return }
        self.day = day
        rounds.move(to: day.columns)
        following.move(to: day.columns)
    }

    /// The journeys that leave at a moment or later and arrive first, by number of vehicles.
    ///
    /// Each arrives earlier than those before it; a walk, or staying where one is, has no vehicle.
    package mutating func earliestArrivals(
        _ request: RoutingRequest, departure: ServiceTime
    ) -> [Journey] {
        searchOnce(request, isMirrored: false, at: departure.seconds)
    }

    /// The journeys that arrive by a moment and leave last, one for each number of vehicles that pays.
    package mutating func latestDepartures(
        _ request: RoutingRequest, arrival: ServiceTime
    ) -> [Journey] {
        searchOnce(request, isMirrored: true, at: -arrival.seconds)
    }

    /// All journeys by vehicle that leave in the window and that no other journey beats.
    ///
    /// No other one leaves as late, arrives as early and takes as few vehicles, on foot or by vehicle,
    /// in the window or out of it: windows side by side have together what the whole has. Sorted by
    /// departure, then arrival.
    package mutating func journeys(
        _ request: RoutingRequest, leaving window: Range<ServiceTime>
    ) -> [Journey] {
        searchRange(
            request, isMirrored: false,
            window: window.lowerBound.seconds..<window.upperBound.seconds)
    }

    /// All journeys by vehicle that arrive in the window and that no other journey beats.
    ///
    /// Sorted by departure, then arrival.
    package mutating func journeys(
        _ request: RoutingRequest, arriving window: Range<ServiceTime>
    ) -> [Journey] {
        searchRange(
            request, isMirrored: true,
            window: 1 - window.upperBound.seconds..<1 - window.lowerBound.seconds)
    }

    // MARK: - Searching

    private mutating func prepare(
        _ request: RoutingRequest, isMirrored: Bool, rows: Bool
    ) -> [AccessStop] {
        rounds.use(isMirrored ? day.mirrored : day.columns)
        let vias = Array(request.vias.prefix(RoutingRequest.maximumVias))
        rounds.prepare(
            request, vias: isMirrored ? vias.reversed() : vias,
            destinations: isMirrored ? request.origins : request.destinations, rows: rows)
        return isMirrored ? request.destinations : request.origins
    }

    private mutating func searchOnce(
        _ request: RoutingRequest, isMirrored: Bool, at time: Int32
    ) -> [Journey] {
        let origins = prepare(request, isMirrored: isMirrored, rows: false)
        let answers = rounds.leave(origins, at: time)
        let teller = JourneyTeller(day, rounds.columns, isMirrored: isMirrored)
        return answers.map { teller.journey($0, rounds) }
    }

    private mutating func searchRange(
        _ request: RoutingRequest, isMirrored: Bool, window: Range<Int32>
    ) -> [Journey] {
        guard !window.isEmpty else { return [] }
        let origins = prepare(request, isMirrored: isMirrored, rows: true)
        let teller = JourneyTeller(day, rounds.columns, isMirrored: isMirrored)
        // What leaves after the window prunes what leaves in it.
        _ = rounds.leave(origins, at: window.upperBound)
        var journeys: [Journey] = []
        for departure in rounds.departures(from: origins, in: window) {
            for answer in rounds.leave(origins, at: departure) where answer.vehicles > 0 {
                journeys.append(teller.journey(answer, rounds))
            }
        }
        return Self.sorted(journeys)
    }

    /// Journeys that leave from a moment on, one departure after another.
    mutating func follow(
        _ request: RoutingRequest, _ window: FollowingWindow, _ needed: Needed
    ) -> Following {
        let isMirrored = window.isMirrored
        func outlines(_ found: [FollowingSearch.Found]) -> [Outline] {
            found.filter { $0.journey != nil }.map { $0.outline.outline(isMirrored: isMirrored) }
        }
        func told(_ found: [FollowingSearch.Found], _ departures: Range<Int32>) -> [Journey] {
            Self.sorted(
                found.filter { departures.contains($0.outline.departure) }.compactMap(\.journey))
        }
        var found: [FollowingSearch.Found] = []
        var ahead: [FollowingSearch.Found] = []
        var last: [FollowingSearch.Found] = []
        var (moment, need) = (window.start, window.end - 1)
        // Of what leaves next all is known that takes fewer vehicles than what left last.
        func areNeighboursKnown() -> Bool {
            let least = last.map(\.outline.vehicles).min() ?? 0
            return moment > need + window.neighbours
                || found.allSatisfy {
                    $0.outline.departure < need - window.neighbours || $0.outline.vehicles <= least
                }
        }
        let search = window.start < window.end ? begin(request, isMirrored: isMirrored) : nil
        while let search, moment <= need || !areNeighboursKnown() {
            ahead += following.journeys(
                search.task, from: moment, beating: ahead, after: last, &rounds, search.teller)
            let next = ahead.map(\.outline.departure).min()
            guard let next, next < window.end else { break }
            last = ahead.filter { $0.outline.departure == next }
            ahead.removeAll { $0.outline.departure == next }
            found += last.filter { $0.journey != nil }
            moment = next + 1
            let wanted = needed(outlines(found), outlines(ahead))?.seconds
            need = min(window.end - 1, wanted.map { isMirrored ? -$0 : $0 } ?? .max)
        }
        let beside = need + 1..<max(need + 1, min(window.end, need + 1 + window.neighbours))
        return Following(
            journeys: told(found, .min..<need + 1), neighbours: told(found + ahead, beside),
            end: ServiceTime(seconds: isMirrored ? -need : need + 1))
    }

    /// Makes ready to look for journeys that follow one another; nil if there are none.
    private mutating func begin(
        _ request: RoutingRequest, isMirrored: Bool
    ) -> (task: FollowingSearch.Task, teller: JourneyTeller)? {
        let origins = prepare(request, isMirrored: isMirrored, rows: false)
        let vias = Array(request.vias.prefix(RoutingRequest.maximumVias))
        let task = FollowingSearch.Task(
            request: request, origins: origins,
            destinations: isMirrored ? request.origins : request.destinations,
            vias: isMirrored ? vias.reversed() : vias, columns: rounds.columns,
            opposite: isMirrored ? day.columns : day.mirrored,
            guessSeconds: guessSeconds(request))
        guard following.prepare(task) else { return nil }
        return (task, JourneyTeller(day, rounds.columns, isMirrored: isMirrored))
    }

    /// How long a journey may take, by how far it goes as the crow flies.
    private func guessSeconds(_ request: RoutingRequest) -> Int32 {
        let stops = day.timetable.stops
        guard let from = request.origins.first.flatMap({ stops.coordinate($0.stop) }),
            let to = request.destinations.first.flatMap({ stops.coordinate($0.stop) })
        else { return 7200 }
        // An hour, and 72 km/h.
        return 3600 + Int32(min(from.distanceMetres(to: to), 2e6) / 20)
    }

    private static func sorted(_ journeys: [Journey]) -> [Journey] {
        journeys.sorted {
            ($0.departure, $0.arrival, $0.vehicles) < ($1.departure, $1.arrival, $1.vehicles)
        }
    }
}
