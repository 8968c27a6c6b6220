import Timetables
import TransitModel

/// Groups a network's stops as riders know them: each station with its platforms is one place, and
/// so are adjacent stops of the same name.
struct StopGroups {
    /// The maximum distance of stops with the same name that form one place.
    static let sameNameMetres = 500.0

    /// For each stop, the stop that leads its place.
    private(set) var leads: [StopIndex]
    /// The weight of the calls at each stop, see ``StopGroups/weights(_:)``.
    let weights: [Float]
    /// Whether trains call at each stop.
    let hasTrains: [Bool]

    /// Groups all stops of a network.
    ///
    /// - Complexity: linear in the stops, plus sorting the names of those without a station.
    init(_ timetable: Timetable) {
        (weights, hasTrains) = Self.weights(timetable)
        leads = timetable.stops.indices.map { Self.root(of: $0, timetable.stops) }
        leadJoined(timetable.stops)
        joinNeighbours(timetable)
    }

    /// Returns the topmost parent of a stop.
    ///
    /// Chains are short, and cycles in bad data are cut off.
    private static func root(of stop: StopIndex, _ stops: StopColumns) -> StopIndex {
        var root = stop
        for _ in 0..<4 {
            guard let parent = stops.parent(root) else { break }
            root = parent
        }
        return root
    }

    /// Computes the weight of each stop: the calls of all runs, where one by rail counts as eight
    /// by bus.
    private static func weights(_ timetable: Timetable) -> (weights: [Float], hasTrains: [Bool]) {
        var hasTrains = [Bool](repeating: false, count: timetable.stops.count)
        var weights = [Float](repeating: 0, count: timetable.stops.count)
        let patterns = timetable.patterns
        for pattern in patterns.indices {
            let mode = timetable.routes.mode(patterns.routes[pattern])
            let weight = Float(patterns.allRunCount(of: pattern)) * weight(of: mode)
            for stop in patterns.stops(of: pattern) {
                weights[stop.row] += weight
                if mode == .rail { hasTrains[stop.row] = true }
            }
        }
        return (weights, hasTrains)
    }

    private static func weight(of mode: TransitMode) -> Float {
        switch mode {
        case .rail, .air: 8
        case .subway, .monorail, .ferry: 3
        case .tram, .cableTram, .funicular, .aerialLift: 1.5
        case .bus, .trolleybus, .coach, .taxi, .other: 1
        }
    }

    /// Chooses the lead of stations that several feeds have: a station before a stop, then the
    /// larger weight.
    private mutating func leadJoined(_ stops: StopColumns) {
        let groups = stops.indices.filter { !stops.joined(to: $0).isEmpty }
        if groups.isEmpty { return }
        let totals = totals()
        func rank(_ stop: StopIndex) -> (Int, Float, UInt32) {
            (
                stops.locationType(stop) == .station ? 0 : 1, -totals[stop.row], stop.rawValue
            )
        }
        var lead: [StopIndex: StopIndex] = [:]
        for stop in groups {
            lead[stop] = ([stop] + stops.joined(to: stop)).min { rank($0) < rank($1) }
        }
        for row in leads.indices { leads[row] = lead[leads[row]] ?? leads[row] }
    }

    /// Returns the total weight of each place, at its lead.
    private func totals() -> [Float] {
        var totals = weights
        for row in leads.indices where leads[row].row != row {
            totals[leads[row].row] += weights[row]
        }
        return totals
    }

    /// Joins places with equal names.
    ///
    /// The lead is a station before a stop, then the one with the larger weight.
    private mutating func joinNeighbours(_ timetable: Timetable) {
        let stops = timetable.stops
        let totals = totals()
        // Texts are stored once, so equal names have equal indices.
        var alone = stops.indices.filter { stop in
            leads[stop.row] == stop && stops.names[stop] != .none && Self.isSearchable(stop, stops)
        }
        func isBefore(_ left: StopIndex, _ right: StopIndex) -> Bool {
            let names = (stops.names[left].rawValue, stops.names[right].rawValue)
            if names.0 != names.1 { return names.0 < names.1 }
            let stations = (
                stops.locationType(left) == .station, stops.locationType(right) == .station
            )
            if stations.0 != stations.1 { return stations.0 }
            let weights = (totals[left.row], totals[right.row])
            return weights.0 != weights.1 ? weights.0 > weights.1 : left < right
        }
        alone.sort(by: isBefore)
        var joined: [StopIndex: StopIndex] = [:]
        var start = 0
        while start < alone.count {
            var end = start + 1
            while end < alone.count, stops.names[alone[end]] == stops.names[alone[start]] {
                end += 1
            }
            var first: [(stop: StopIndex, place: Coordinate)] = []
            for stop in alone[start..<end] where end > start + 1 {
                guard let place = stops.coordinate(stop) else { continue }
                // Names that occur all over a country (`Bahnhof`) are compared with a limited
                // number of places.
                if let near = first.first(where: {
                    abs($0.place.latitude - place.latitude) < 0.01
                        && $0.place.distanceMetres(to: place) <= Self.sameNameMetres
                }) {
                    joined[stop] = near.stop
                } else if first.count < 2000 {
                    first.append((stop, place))
                }
            }
            start = end
        }
        if joined.isEmpty { return }
        for stop in leads.indices { leads[stop] = joined[leads[stop]] ?? leads[stop] }
    }

    /// Returns whether riders search for it; not so for entrances and other parts of stations.
    static func isSearchable(_ stop: StopIndex, _ stops: StopColumns) -> Bool {
        let type = stops.locationType(stop)
        return type == .station || type == .stop
    }
}
