import TransitModel

@testable import Raptor

/// Columns drawn as lists of runs, without any timetable.
struct DrawnColumns {
    /// The stops of a RAPTOR route, and the seconds at which each of its runs calls there.
    struct Line {
        let stops: [UInt32]
        let runs: [[Int32]]
        var rules: [CallRule]?
    }

    var stopCount: Int
    var lines: [Line]
    /// Footpaths in one direction.
    var walks: [(from: UInt32, to: UInt32, seconds: Int32)] = []
    var leastSeconds: Int32 = 0

    var timetable: RaptorTimetable { RaptorTimetable(columns) }

    var columns: RoutingColumns {
        var rows: [RoutingColumns.RaptorRoute] = []
        var (stops, rules): ([UInt32], [CallRule]) = ([], [])
        var times: [RoutingColumns.RunTimes] = []
        var profiles: [UInt16] = []
        for line in lines {
            rows.append(
                RoutingColumns.RaptorRoute(
                    stops: stops.count..<stops.count + line.stops.count,
                    runs: times.count..<times.count + line.runs.count, isWide: false,
                    hasRules: line.rules != nil))
            stops += line.stops
            rules += line.rules ?? line.stops.map { _ in .open }
            for run in line.runs {
                times.append(
                    RoutingColumns.RunTimes(start: run[0], profile: UInt32(profiles.count)))
                profiles += run.map { UInt16($0 - run[0]) }
            }
        }
        let profile = RoutingColumns.Profiles(
            arrivals: Column(copying: profiles), departures: Column(copying: profiles))
        let none = RoutingColumns.Profiles<Int32>(
            arrivals: Column(copying: []), departures: Column(copying: []))
        return RoutingColumns(
            RaptorLocations(stopCount: stopCount),
            RoutingColumns.Routes(
                rows: Column(copying: rows), locations: Column(copying: stops),
                rules: Column(copying: rules)),
            RoutingColumns.Runs(
                times: Column(copying: times), narrow: profile, wide: none,
                continuations: Column(copying: [])),
            transfers)
    }

    private var transfers: RoutingColumns.Transfers {
        var offsets: [UInt32] = [0]
        var rows: [RoutingColumns.Walk] = []
        for stop in 0..<UInt32(stopCount) {
            rows += walks.filter { $0.from == stop }.sorted { $0.seconds < $1.seconds }.map {
                RoutingColumns.Walk(seconds: $0.seconds, target: $0.to)
            }
            offsets.append(UInt32(rows.count))
        }
        return RoutingColumns.Transfers(
            offsets: offsets, walks: rows, isStated: rows.map { _ in true },
            leastSeconds: [Int32](repeating: leastSeconds, count: stopCount))
    }
}

extension RaptorJourney {
    /// The rides, departure and arrival, and each leg: `stop-stop`, after the route's number for a
    /// ride.
    var line: String {
        let legs = legs.map { leg in
            switch leg {
            case .walk(let walk):
                "\(walk.from.map { "\($0)" } ?? "")~\(walk.to.map { "\($0)" } ?? "")"
            case .ride(let ride): "\(ride.route):\(ride.from)-\(ride.to)"
            }
        }
        return "\(rides) \(departure.seconds) \(arrival.seconds) \(legs.joined(separator: " "))"
    }
}
