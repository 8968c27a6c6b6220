import Realtime
import Timetables
import TransitModel

/// The runs among which a vehicle's run is searched.
struct RunScope {
    /// The only route; nil for any.
    var route: RouteIndex?
    /// The only feeds, unless the route is known; nil for any.
    var feeds: [FeedIndex]?
}

/// Assigns vehicles that name no run, or a wrong one, to the best fitting run under way, by
/// position, time and direction over several fixes.
///
/// The work is bounded: runs are searched when a vehicle is new and every two minutes while none is
/// found, and at most ``maximumCandidates`` are followed.
struct RunAssigner {
    /// The maximum number of runs followed for one vehicle.
    static let maximumCandidates = 24
    /// The maximum number of vehicles followed.
    private static let maximumSearches = 20_000
    /// The maximum number of runs examined in one search.
    private static let maximumRuns = 4000
    /// The interval between searches in seconds.
    private static let searchIntervalSeconds = 120.0
    /// How long before its start a vehicle may wait at a run's first stop, in seconds.
    private static let earlySeconds = 600.0
    /// The maximum delay of a vehicle that is searched for, in seconds.
    private static let lateSeconds = 2400.0

    /// How long a run remains reserved for the vehicle that served it, in seconds.
    static let claimSeconds = 300.0

    /// The vehicles that serve runs.
    typealias Claims = ExpiringTable<DatedRun, Claim>

    /// The vehicle that served a run, and when it was last seen there.
    struct Claim: Sendable {
        let vehicle: String
        let time: UnixTime
    }

    private let timetable: Timetable
    private var map: PatternMap?
    private let chains: BlockChains
    private var searches = ExpiringTable<String, RunSearch>(
        maximum: maximumSearches, seconds: RunSearch.maximumGapSeconds
    ) { $0.seenAt }

    init(_ timetable: Timetable, chains: BlockChains) {
        self.timetable = timetable
        self.chains = chains
    }

    /// Stops following a vehicle whose reported run is accepted again.
    mutating func forget(_ vehicleID: String) {
        searches.remove(vehicleID)
    }

    /// Returns the run that fits a vehicle's fixes best so far.
    ///
    /// Only runs within the scope and not served by another vehicle are considered.
    mutating func run(
        for fix: VehicleFix, among scope: RunScope, paths: inout PathStore,
        claims: Claims
    ) -> Result<RunSearch.Candidate, RunSearch.NoMatch> {
        var search: RunSearch
        if let known = searches[fix.vehicleID],
            fix.time.seconds(since: known.seenAt) <= RunSearch.maximumGapSeconds
        {
            search = known
            search.add(fix)
            let isLost = search.candidates.isEmpty
            if search.found == nil,
                isLost
                    || fix.time.seconds(since: search.searchedAt) > Self.searchIntervalSeconds
            {
                if isLost { search = RunSearch(fix) }
                addRunsUnderWay(&search, fix, scope, &paths)
            }
        } else {
            search = RunSearch(fix)
            addRunsUnderWay(&search, fix, scope, &paths)
        }
        search.candidates.removeAll { isClaimed($0.run, by: claims, for: fix) }
        continueBlock(&search, fix, claims, &paths)
        let outcome = search.outcome(at: fix.coordinate)
        searches.set(search, for: fix.vehicleID, at: fix.time)
        return outcome
    }

    private func isClaimed(
        _ run: DatedRun, by claims: Claims, for fix: VehicleFix
    ) -> Bool {
        guard let claim = claims[run], claim.vehicle != fix.vehicleID else { return false }
        return fix.time.seconds(since: claim.time) <= Self.claimSeconds
    }

    /// Moves a vehicle that reached the end of its run to the next run of its block, if that fits.
    private mutating func continueBlock(
        _ search: inout RunSearch, _ fix: VehicleFix, _ claims: Claims,
        _ paths: inout PathStore
    ) {
        guard let found = search.found,
            let ended = search.candidates.first(where: { $0.run == found }),
            ended.along >= ended.schedule.path.length - ScheduledProgress.stopZoneMetres
        else { return }
        guard let next = chains.next(after: found), !isClaimed(next, by: claims, for: fix) else {
            return
        }
        if !search.candidates.contains(where: { $0.run == next }) {
            let pattern = timetable.patterns.pattern(of: next.run)
            let start = timetable.timeZone(of: pattern).start(of: next.day)
            add(next.run, pattern, next.day, start, to: &search, fix, &paths)
        }
        guard
            search.candidates.contains(where: { $0.run == next && $0.cost < RunSearch.maximumCost })
        else { return }
        search.found = next
        search.candidates.removeAll { $0.run == found }
    }

    private mutating func patterns(
        around place: Coordinate, _ scope: RunScope
    ) -> [PatternIndex] {
        if let route = scope.route { return Array(timetable.routes.patterns(of: route)) }
        let map = map ?? PatternMap(timetable)
        self.map = map
        let found = map.patterns(around: place).sorted { $0.rawValue < $1.rawValue }
        guard let feeds = scope.feeds else { return found }
        return found.filter { pattern in
            feeds.contains(timetable.routes.feeds[timetable.patterns.routes[pattern]])
        }
    }

    /// Adds the runs under way that pass the position and are not followed yet.
    private mutating func addRunsUnderWay(
        _ search: inout RunSearch, _ fix: VehicleFix, _ scope: RunScope,
        _ paths: inout PathStore
    ) {
        search.searchedAt = fix.time
        let known = Set(search.candidates.map(\.run))
        var left = Self.maximumRuns
        for pattern in patterns(around: fix.coordinate, scope) where left > 0 {
            let zone = timetable.timeZone(of: pattern)
            let today = zone.day(at: fix.time)
            // If the pattern's first run passes there, its other runs do too.
            guard let first = timetable.patterns.runs(of: pattern).first,
                let path = paths.path(
                    of: timetable.patterns.runTrips[first], pattern: pattern),
                path.projection(of: fix.coordinate).off <= RunSearch.offMetres
            else { continue }
            for day in [today, today.advanced(by: -1)] {
                let start = zone.start(of: day)
                let second = fix.time.seconds(since: start)
                for run in runs(of: pattern, on: day, at: second, &left)
                where !known.contains(DatedRun(run: run, day: day)) {
                    add(run, pattern, day, start, to: &search, fix, &paths)
                }
            }
        }
        search.candidates.sort { $0.cost < $1.cost }
        if search.candidates.count > Self.maximumCandidates {
            search.candidates.removeLast(search.candidates.count - Self.maximumCandidates)
        }
    }

    /// Returns the runs of a pattern that are under way, late, or about to start.
    private func runs(
        of pattern: PatternIndex, on day: ServiceDay, at second: Double, _ left: inout Int
    ) -> [RunIndex] {
        let patterns = timetable.patterns
        let last = patterns.stops(of: pattern).count - 1
        var found: [RunIndex] = []
        for run in patterns.runs(of: pattern) {
            // Runs are sorted by departure.
            if Double(patterns.runStarts[run]) - Self.earlySeconds > second { break }
            guard left > 0, timetable.services.isActive(patterns.runServices[run], on: day),
                !timetable.trips.isLoop(patterns.runTrips[run])
            else { continue }
            let end = patterns.times(of: run, in: pattern, at: last).arrival.seconds
            guard Double(end) + Self.lateSeconds >= second else { continue }
            left -= 1
            found.append(run)
        }
        return found
    }

    private func add(
        _ run: RunIndex, _ pattern: PatternIndex, _ day: ServiceDay, _ dayStart: UnixTime,
        to search: inout RunSearch, _ fix: VehicleFix, _ paths: inout PathStore
    ) {
        let trip = timetable.patterns.runTrips[run]
        guard let path = paths.path(of: trip, pattern: pattern) else { return }
        let schedule = ScheduledProgress(timetable, run: run, pattern: pattern, path: path)
        let second = fix.time.seconds(since: dayStart)
        let place = path.projection(
            of: fix.coordinate, from: schedule.scheduledDistance(at: second - Self.lateSeconds),
            to: schedule.scheduledDistance(at: second + Self.earlySeconds))
        guard RunSearch.fits(fix, place, path) else { return }
        let cost = RunSearch.cost(
            fix, along: place.along, off: place.off, dayStart: dayStart, schedule)
        search.candidates.append(
            RunSearch.Candidate(
                run: DatedRun(run: run, day: day), pattern: pattern, trip: trip,
                dayStart: dayStart, schedule: schedule, along: place.along, off: place.off,
                cost: cost))
    }
}
