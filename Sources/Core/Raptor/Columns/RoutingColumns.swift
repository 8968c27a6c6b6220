package import TransitModel

/// The tables that a search reads: what runs on some days, where it calls, and how riders transfer.
///
/// Times are seconds of one clock for all days. The tables never change.
package struct RoutingColumns: Sendable {
    package let locations: RaptorLocations
    package let routes: Routes
    package let runs: Runs
    package let transfers: Transfers
    /// Where riders may board.
    let boarding: Boarding

    /// The duration of an impossible transfer.
    ///
    /// Added to a time it stays below `Int32.max`.
    package static let never: Int32 = .max / 4

    /// Creates the tables of a search.
    /// - Complexity: linear in the routes' stops.
    package init(
        _ locations: RaptorLocations, _ routes: Routes, _ runs: Runs, _ transfers: Transfers
    ) {
        self.locations = locations
        self.routes = routes
        self.runs = runs
        self.transfers = transfers
        boarding = Boarding(routes, runs, locationCount: locations.count)
    }

    /// Returns a run's arrival and departure at a position.
    func times(
        _ route: RaptorRoute, row: Int, at position: Int
    ) -> (arrival: Int32, departure: Int32) {
        let start = runs.times[row].start
        let call = Int(runs.times[row].profile) + position
        return route.isWide
            ? (start + runs.wide.arrivals[call], start + runs.wide.departures[call])
            : (
                start + Int32(runs.narrow.arrivals[call]),
                start + Int32(runs.narrow.departures[call])
            )
    }
}

// MARK: - Rows

extension RoutingColumns {
    /// A RAPTOR route: runs with the same stops that never overtake one another.
    package struct RaptorRoute: BitwiseCopyable, Sendable {
        /// The index of its first location in ``Routes/locations`` and ``Routes/rules``.
        package let stops: UInt32
        /// The row of its first run; the others follow in order of departure.
        package let runs: UInt32
        /// At least 1.
        package let runCount: UInt32
        /// At least 2.
        package let stopCount: UInt16
        /// Whether its profiles are in ``Runs/wide``.
        package let isWide: Bool
        /// Whether any of its calls has a boarding or alighting rule.
        let hasRules: Bool

        package init(
            stops: Range<Int>, runs: Range<Int>, isWide: Bool, hasRules: Bool
        ) {
            self.stops = UInt32(stops.lowerBound)
            self.runs = UInt32(runs.lowerBound)
            runCount = UInt32(runs.count)
            stopCount = UInt16(stops.count)
            self.isWide = isWide
            self.hasRules = hasRules
        }
    }

    /// When a run is where.
    package struct RunTimes: BitwiseCopyable, Sendable {
        package let start: Int32
        /// The index of the first profile entry.
        package let profile: UInt32

        package init(start: Int32, profile: UInt32) {
            self.start = start
            self.profile = profile
        }
    }

    /// A footpath to `target`.
    package struct Walk: BitwiseCopyable, Sendable {
        package let seconds: Int32
        package let target: UInt32

        package init(seconds: Int32, target: UInt32) {
            self.seconds = seconds
            self.target = target
        }
    }

    /// The run as which a vehicle continues.
    package struct Continuation: BitwiseCopyable, Sendable {
        package let route: UInt32
        /// The number of the run within its RAPTOR route.
        package let run: UInt32

        /// The vehicle does not continue.
        package static let none = Continuation(route: .max, run: 0)

        package init(route: UInt32, run: UInt32) {
            self.route = route
            self.run = run
        }
    }
}

// MARK: - Tables

extension RoutingColumns {
    /// The routes of RAPTOR, each with its locations and the rules of its calls.
    package struct Routes: Sendable {
        package let rows: Column<RaptorRoute>
        package let locations: Column<UInt32>
        /// The rules of calls, including skipped ones.
        package let rules: Column<CallRule>

        package init(
            rows: Column<RaptorRoute>, locations: Column<UInt32>, rules: Column<CallRule>
        ) {
            self.rows = rows
            self.locations = locations
            self.rules = rules
        }
    }

    /// The runs with the profiles of their times.
    package struct Runs: Sendable {
        package let times: Column<RunTimes>
        package let narrow: Profiles<UInt16>
        package let wide: Profiles<Int32>
        /// The run as which each run's vehicle continues; empty if none does.
        package let continuations: Column<Continuation>

        package init(
            times: Column<RunTimes>, narrow: Profiles<UInt16>, wide: Profiles<Int32>,
            continuations: Column<Continuation>
        ) {
            self.times = times
            self.narrow = narrow
            self.wide = wide
            self.continuations = continuations
        }
    }

    /// The arrivals and departures of profiles, in seconds after the start of the run.
    package struct Profiles<
        Offset: FixedWidthInteger & BitwiseCopyable & Sendable
    >: Sendable {
        package let arrivals: Column<Offset>
        package let departures: Column<Offset>

        package init(arrivals: Column<Offset>, departures: Column<Offset>) {
            self.arrivals = arrivals
            self.departures = departures
        }
    }
}
