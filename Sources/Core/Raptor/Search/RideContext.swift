import TransitModel

/// The properties of a search that are known when the scanning loop is compiled.
protocol RideKind {
    static var layout: RaptorState.Layout { get }
    /// Whether riders may stay aboard where a vehicle calls at the next via.
    static var hasVia: Bool { get }
}

extension RideKind {
    static var hasVia: Bool { false }
    static var isPlain: Bool { layout == .oncePlain || layout == .byRidesPlain }
    /// Whether riders in a vehicle that is too late to be of use are passed over.
    ///
    /// Not in a search of many departures, where few are too late, and not where staying aboard is
    /// a visit.
    static var passesLate: Bool { !hasVia && !layout.isByRides }
}

enum OncePlain: RideKind {
    static var layout: RaptorState.Layout { .oncePlain }
}

enum Once: RideKind {
    static var layout: RaptorState.Layout { .once }
}

enum OnceToVia: RideKind {
    static var layout: RaptorState.Layout { .once }
    static var hasVia: Bool { true }
}

enum ByRidesPlain: RideKind {
    static var layout: RaptorState.Layout { .byRidesPlain }
}

enum ByRides: RideKind {
    static var layout: RaptorState.Layout { .byRides }
}

enum ByRidesToVia: RideKind {
    static var layout: RaptorState.Layout { .byRides }
    static var hasVia: Bool { true }
}

extension RaptorSearch {
    /// The columns needed to scan RAPTOR routes, for profiles of one width.
    struct RideTables<Offset: FixedWidthInteger & BitwiseCopyable> {
        let routes: ColumnRows<RoutingColumns.RaptorRoute>
        let locations: ColumnRows<UInt32>
        let rules: ColumnRows<CallRule>
        let runTimes: ColumnRows<RoutingColumns.RunTimes>
        let arrivals: ColumnRows<Offset>
        let departures: ColumnRows<Offset>

        init(
            _ tables: SearchTables, _ arrivals: ColumnRows<Offset>,
            _ departures: ColumnRows<Offset>
        ) {
            routes = tables.routes
            locations = tables.routeLocations
            rules = tables.routeRules
            runTimes = tables.runTimes
            self.arrivals = arrivals
            self.departures = departures
        }
    }

    /// The values that are constant while one stage scans its RAPTOR routes in one round.
    struct RideContext {
        let boardableAt: WorkTable<Int32>
        let bestArrival: WorkTable<Int32>
        let boardableLabels: WorkTable<Label>
        let bestArrivalLabels: WorkTable<Label>
        let keepsLabels: Bool
        private let previousRoundLabels: WorkTable<Label>
        let markedStops: LocationSet
        let reached: LocationSet
        let routeFirst: WorkTable<UInt16>
        let memory: WorkTable<RaptorRouteCache>
        let goal: WorkTable<UInt64>
        let transfer: ColumnRows<Int32>
        let walkOffsets: ColumnRows<UInt32>
        let margin: Int32
        let arrivalBounds: ArrivalLowerBounds?
        let stage: Int
        let round: Int
        /// The cells that hold for more rides; RAPTOR routes have as many.
        let after: CellsAfter
        /// The number of RAPTOR routes' entries from one number of rides to the next.
        private let routeStride: Int
        /// Whether any vehicle continues as another run.
        let continues: Bool

        init(_ search: borrowing RaptorSearch, stage number: Int, round: Int) {
            let stage = search.stages[number]
            boardableAt = stage.boardableAt(round)
            bestArrival = stage.bestArrival(round)
            boardableLabels = stage.boardableLabels
            bestArrivalLabels = stage.bestArrivalLabels
            keepsLabels = search.steps.isKept
            previousRoundLabels = stage.previousRoundLabels
            markedStops = stage.markedStops
            reached = stage.reached
            routeFirst = stage.routeFirst
            memory = stage.memory(round)
            goal = stage.goal
            transfer = search.tables.transferSeconds
            walkOffsets = search.tables.walkOffsets
            margin = search.marginSeconds
            arrivalBounds =
                search.arrivalBoundsByStage.isEmpty ? nil : search.arrivalBoundsByStage[number]
            self.stage = number
            self.round = round
            after = search.cellsAfter(round: round, stage)
            routeStride = stage.routeCapacity
            continues = search.columns.runs.continuations.count > 0
        }

        /// Records that a RAPTOR route is scanned from a position on, for this round and those with
        /// more rides.
        @inline(__always)
        func remember<Kind: RideKind>(
            _ kind: Kind.Type, _ route: Int, from position: Int, run: Int
        ) {
            guard let known = RaptorRouteCache(position: position, run: run) else { return }
            memory[route] = known
            guard Kind.layout.isByRides else { return }
            var next = route
            for _ in 0..<after.count {
                next &+= routeStride
                if memory[next].isCovered(by: known) { memory[next] = known }
            }
        }

        /// Returns the step of a ride that begins at a location, from its label at the beginning of
        /// the round.
        @inline(__always)
        func boarding(_ route: Int, run: Int, at position: Int, _ location: Int) -> Step {
            .ride(
                route, run: run, board: position,
                after: previousRoundLabels[location])
        }

        /// Returns whether arriving there by vehicle at that time is useful.
        @inline(__always)
        func allowsRiding<Kind: RideKind>(
            _ kind: Kind.Type, to location: Int, at time: Int32
        ) -> Bool {
            arrivalBounds?.allowsRiding(kind, to: location, at: time, round: round) ?? true
        }

        /// Returns whether arriving there on foot at that time is useful.
        @inline(__always)
        func allowsWalking<Kind: RideKind>(
            _ kind: Kind.Type, to location: Int, at time: Int32
        ) -> Bool {
            arrivalBounds?.allowsWalking(kind, to: location, at: time, round: round) ?? true
        }
    }
}
