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
    private func departure(_ run: Int, at position: Int) -> Int32 {
        let run = runs[run]
        return run.start
            &+ Int32(truncatingIfNeeded: departures[Int(run.profile) &+ position])
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
    /// The number of the ride's step.
    let ride: UInt32
    private let start: Int32
    private let arrivals: ColumnRows<Offset>
    /// Far in the past if there is no run before, so that it is never caught.
    private let startBefore: Int32
    private let departuresBefore: ColumnRows<Offset>

    @inline(__always)
    init(_ run: Int, ride: UInt32, _ tables: RaptorRouteTables<Offset>) {
        self.run = run
        self.ride = ride
        let times = tables.runs[run]
        start = times.start
        arrivals = tables.arrivals.from(Int(times.profile))
        let before = tables.runs[run > 0 ? run &- 1 : 0]
        startBefore = run > 0 ? before.start : Int32.min / 2
        departuresBefore = tables.departures.from(Int(before.profile))
    }

    @inline(__always)
    func arrival(at position: Int) -> Int32 {
        start &+ Int32(truncatingIfNeeded: arrivals[position])
    }

    @inline(__always)
    func departureBefore(at position: Int) -> Int32 {
        startBefore &+ Int32(truncatingIfNeeded: departuresBefore[position])
    }
}
