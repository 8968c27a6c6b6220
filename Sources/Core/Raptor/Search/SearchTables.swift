import TransitModel

/// The columns of a layout, as inner loops read them.
///
/// They are not owned: the holder keeps the columns alive.
struct SearchTables {
    let routes: ColumnRows<RoutingColumns.RaptorRoute>
    let routeCount: Int
    let routeLocations: ColumnRows<UInt32>
    let routeRules: ColumnRows<CallRule>
    let runTimes: ColumnRows<RoutingColumns.RunTimes>
    let narrowArrivals: ColumnRows<UInt16>
    let narrowDepartures: ColumnRows<UInt16>
    let wideArrivals: ColumnRows<Int32>
    let wideDepartures: ColumnRows<Int32>
    let boardingOffsets: ColumnRows<UInt32>
    let boardingLocations: ColumnRows<RoutingColumns.BoardingLocation>
    let walkOffsets: ColumnRows<UInt32>
    /// The footpaths at the requested walking speed.
    var walks: ColumnRows<RoutingColumns.Walk>
    let transferSeconds: ColumnRows<Int32>

    init(_ columns: RoutingColumns) {
        routes = ColumnRows(columns.routes.rows)
        routeCount = columns.routes.rows.count
        routeLocations = ColumnRows(columns.routes.locations)
        routeRules = ColumnRows(columns.routes.rules)
        runTimes = ColumnRows(columns.runs.times)
        narrowArrivals = ColumnRows(columns.runs.narrow.arrivals)
        narrowDepartures = ColumnRows(columns.runs.narrow.departures)
        wideArrivals = ColumnRows(columns.runs.wide.arrivals)
        wideDepartures = ColumnRows(columns.runs.wide.departures)
        boardingOffsets = ColumnRows(columns.boarding.offsets)
        boardingLocations = ColumnRows(columns.boarding.rows)
        walkOffsets = ColumnRows(columns.transfers.offsets)
        walks = ColumnRows(columns.transfers.walks)
        transferSeconds = ColumnRows(columns.transfers.leastSeconds)
    }

    /// Returns the rows of the footpaths from a location.
    @inline(__always)
    func walkRows(from location: Int) -> Range<Int> {
        Int(walkOffsets[location])..<Int(walkOffsets[location &+ 1])
    }

    /// Returns the rows of the calls where riders may board at a location.
    @inline(__always)
    func boardingRows(from location: Int) -> Range<Int> {
        Int(boardingOffsets[location])..<Int(boardingOffsets[location &+ 1])
    }

    /// Returns when a run departs from a position of its RAPTOR route; `row` counts all runs.
    @inline(__always)
    func departure(_ route: RoutingColumns.RaptorRoute, row: Int, at position: Int) -> Int32 {
        let run = runTimes[row]
        let call = Int(run.profile) &+ position
        let seconds =
            route.isWide
            ? wideDepartures[call] : Int32(truncatingIfNeeded: narrowDepartures[call])
        return run.start &+ seconds
    }
}
