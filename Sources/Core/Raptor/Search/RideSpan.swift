/// The tables of one RAPTOR route's runs.
struct RaptorRouteTables<Offset: FixedWidthInteger & BitwiseCopyable> {
    let runs: ColumnRows<RoutingColumns.RunTimes>
    let arrivals: ColumnRows<Offset>
    let departures: ColumnRows<Offset>

    @inline(__always)
    init(_ tables: RaptorSearch.RideTables<Offset>, firstRun: Int) {
        runs = tables.runTimes.from(firstRun)
        arrivals = tables.arrivals
        departures = tables.departures
    }

    @inline(__always)
    func departure(_ run: Int, at position: Int) -> Int32 {
        let run = runs[run]
        return run.start
            &+ Int32(truncatingIfNeeded: departures[Int(run.profile) &+ position])
    }

    @inline(__always)
    func arrival(_ run: Int, at position: Int) -> Int32 {
        let run = runs[run]
        return run.start &+ Int32(truncatingIfNeeded: arrivals[Int(run.profile) &+ position])
    }

    /// Returns the first run that departs from a position at or after `notBefore`, or `runCount` if
    /// there is none.
    ///
    /// Departures are ascending within a RAPTOR route, which has a run.
    @inline(__always)
    func earliestRun(notBefore: Int32, of runCount: Int, at position: Int) -> Int {
        var low = 0
        var size = runCount
        while size > 1 {
            let half = size &>> 1
            if departure(low &+ half &- 1, at: position) < notBefore { low &+= half }
            size &-= half
        }
        return departure(low, at: position) < notBefore ? low &+ 1 : low
    }

    /// Returns the first run that departs from a position at or after `notBefore`, given that the
    /// run before `run` does.
    ///
    /// Searches linearly, as it is one of the preceding few.
    @inline(__always)
    func runBefore(_ run: Int, notBefore: Int32, at position: Int) -> Int {
        var run = run &- 1
        while run > 0, departure(run &- 1, at: position) >= notBefore { run &-= 1 }
        return run
    }
}

/// The run of a RAPTOR route that the rider is in, and the run before it, which is boarded as soon
/// as it can be caught.
struct RideSpan<Offset: FixedWidthInteger & BitwiseCopyable> {
    let run: Int
    /// The number of the ride's step, once it has one.
    var ride: UInt32 = 0
    private let start: Int32
    private let arrivals: ColumnRows<Offset>
    private let before: RunBefore<Offset>

    @inline(__always)
    init(_ run: Int, _ tables: RaptorRouteTables<Offset>) {
        self.run = run
        let times = tables.runs[run]
        start = times.start
        arrivals = tables.arrivals.from(Int(times.profile))
        let before = tables.runs[run > 0 ? run &- 1 : 0]
        self.before = RunBefore(
            start: run > 0 ? before.start : Int32.min / 2,
            departures: tables.departures.from(Int(before.profile)))
    }

    @inline(__always)
    func arrival(at position: Int) -> Int32 {
        start &+ Int32(truncatingIfNeeded: arrivals[position])
    }

    @inline(__always)
    func departureBefore(at position: Int) -> Int32 { before.departure(at: position) }

    /// Returns the rider in a RAPTOR route's run.
    @inline(__always)
    func rider(_ route: Int, at position: Int) -> RaptorState.Aboard {
        RaptorState.Aboard(route: route, run: run, position: position, ride: ride)
    }

    /// Returns the last position that riders who are at one can pass over: the same, unless they
    /// arrive at the next too late to be of use; the last one if they are nowhere.
    ///
    /// They may still board an earlier run on the way.
    @inline(__always)
    func passed<Kind: RideKind>(
        from position: Int, _ stops: RouteStops<Kind>, bound: Int32
    ) -> Int {
        guard Kind.passesLate, arrival(at: position &+ 1) >= bound else { return position }
        let next = nextBoarding(from: position &+ 1, stops)
        return next < stops.last ? next &- 1 : next
    }

    /// Returns the first position from `first` on where riders can board the run before; the last
    /// one if there is none.
    @inline(__always)
    func nextBoarding<Kind: RideKind>(from first: Int, _ stops: RouteStops<Kind>) -> Int {
        run > 0
            ? before.nextBoarding(from: first, to: stops.last, stops.locations, stops.origins)
            : stops.last
    }
}

/// The locations of a RAPTOR route, and where riders board in this round.
struct RouteStops<Kind: RideKind> {
    let locations: ColumnRows<UInt32>
    let origins: RoundOrigins<Kind>
    let last: Int
}

/// The departures of the run before a rider's; small enough for registers in calls.
private struct RunBefore<Offset: FixedWidthInteger & BitwiseCopyable> {
    /// Far in the past if there is no such run, so that it is never caught.
    let start: Int32
    let departures: ColumnRows<Offset>

    @inline(__always)
    func departure(at position: Int) -> Int32 {
        start &+ Int32(truncatingIfNeeded: departures[position])
    }

    @inline(never)
    func nextBoarding<Kind: RideKind>(
        from first: Int, to last: Int, _ locations: ColumnRows<UInt32>,
        _ origins: RoundOrigins<Kind>
    ) -> Int {
        var position = first
        while position < last, departure(at: position) < origins[Int(locations[position])] {
            position &+= 1
        }
        return position
    }
}
