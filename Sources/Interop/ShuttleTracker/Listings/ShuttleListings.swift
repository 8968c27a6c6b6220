package import History
package import Realtime
package import Timetables
package import TransitModel

/// Any network in the terms of the shuttle tracker's API.
///
/// That API has numeric ids. They are derived from the GTFS ids alone, so that they survive another
/// import of the network.
package struct ShuttleListings: Sendable {
    /// The answer of `/stops`, ordered by id.
    package let stops: [ShuttleStop]
    /// The operators' input; nil for networks imported from feeds.
    private let campus: ShuttleCampus?
    private let timetable: Timetable
    let stopNumbers: [StopIndex: Int64]
    let routeNumbers: [RouteIndex: Int64]
    private let routeNumbersByID: [String: Int64]
    private let since: ShuttleTime

    /// The age up to which vehicles are listed, in seconds.
    private static let windowSeconds = 300.0

    /// Lists a network; a campus is listed as its operators entered it.
    ///
    /// `since`: The creation time of routes and stops.
    ///
    /// Returns nil if `since` is outside the years of ``ShuttleTime``.
    package init?(_ timetable: Timetable, since: UnixTime, campus: ShuttleCampus? = nil) {
        guard let since = ShuttleTime(since) else { return nil }
        self.since = since
        self.campus = campus
        self.timetable = timetable
        let served = timetable.stops.indices.filter {
            !timetable.stops.callOffsets[$0].isEmpty && timetable.stops.coordinate($0) != nil
        }
        let stopNumbers = StableNumbers(served.map { ($0, timetable.lastingID(of: $0)) }).numbers
        let routeNumbers = StableNumbers(
            timetable.routes.indices.map { ($0, timetable.lastingID(of: $0)) }
        ).numbers
        self.routeNumbers = routeNumbers
        self.stopNumbers = stopNumbers
        routeNumbersByID = Dictionary(
            routeNumbers.flatMap { route, number in
                // The history has ids from times with fewer or more feeds.
                let id = timetable.routes.id(route)
                let others = timetable.otherSpellings(of: id, in: timetable.routes.feeds[route])
                return ([id] + others).map { ($0, number) }
            },
            uniquingKeysWith: { first, _ in first })
        stops =
            campus?.stops
            ?? served.compactMap { stop in
                guard let number = stopNumbers[stop], let place = timetable.stops.coordinate(stop)
                else { return nil }
                return ShuttleStop(
                    id: number, coordinate: place, created: since, updated: since,
                    name: timetable.stops.name(stop),
                    summary: timetable.strings[timetable.stops.descriptions[stop]])
            }.sorted { $0.id < $1.id }
    }

    /// Returns the answer of `/routes` at an instant, ordered by id.
    ///
    /// Those of a feed are made for each answer, which takes longer to encode: few ask for them,
    /// and their lines are the largest part of all listings.
    package func routes(at now: UnixTime) -> [ShuttleRoute] {
        if let campus {
            return campus.routes.map { $0.active($0.isScheduled(at: now, in: timetable.timeZone)) }
        }
        return routeNumbers.compactMap(route).sorted { $0.id < $1.id }
    }

    /// Lists a route with its longest pattern; the API has only one per route.
    private func route(_ route: RouteIndex, number: Int64) -> ShuttleRoute? {
        let longest = timetable.routes.patterns(of: route).max {
            (timetable.patterns.stops(of: $0).count, $1)
                < (timetable.patterns.stops(of: $1).count, $0)
        }
        guard let longest, let run = timetable.patterns.runs(of: longest).first else { return nil }
        let path = RunPath(timetable, trip: timetable.patterns.runTrips[run], pattern: longest)
        return ShuttleRoute(
            id: number, name: timetable.routes.lineName(route),
            summary: timetable.strings[timetable.routes.longNames[route]],
            colour: timetable.routes.colour(route),
            stopIDs: timetable.patterns.stops(of: longest).compactMap { stopNumbers[$0] },
            created: since, updated: since, points: path.map { Array($0.points) } ?? [])
    }

    /// Returns the vehicles reported recently, or all of a campus.
    package func vehicles(_ snapshot: NetworkSnapshot) -> [ShuttleVehicle] {
        if let campus { return campus.vehicles }
        return recent(snapshot).compactMap { number, vehicle in
            guard let updated = ShuttleTime(vehicle.fix.time) else { return nil }
            return ShuttleVehicle(
                id: number, name: vehicle.fix.label ?? vehicle.id, created: since,
                updated: updated, trackerID: vehicle.id)
        }
    }

    /// Returns the last fixes of vehicles reported recently.
    package func updates(_ snapshot: NetworkSnapshot) -> [ShuttleUpdate] {
        recent(snapshot).compactMap { number, vehicle in
            ShuttleUpdate(
                // Updates of a vehicle are numbered by their time.
                id: vehicle.fix.time.seconds, fix: vehicle.fix, vehicleID: number,
                routeID: vehicle.route.flatMap { routeNumbers[$0] }, created: snapshot.asOf,
                trackerID: trackerID(of: number))
        }
    }

    /// Returns the device of a campus's vehicle; nil in other networks.
    private func trackerID(of vehicle: Int64) -> String? {
        campus?.vehicles.first { $0.id == vehicle }?.trackerID
    }

    /// Returns a vehicle's fixes from the history, as `/history` lists them.
    ///
    /// Routes no longer in the network are nil, since clients fail on routes that `/routes` does
    /// not list.
    ///
    /// `number`: The vehicle's number from ``archivedVehicles(_:)``.
    package func updates(of fixes: [ArchivedFix], vehicle number: Int64) -> [ShuttleUpdate] {
        fixes.compactMap { archived in
            ShuttleUpdate(
                id: archived.fix.time.seconds, fix: archived.fix, vehicleID: number,
                routeID: archived.routeID.flatMap { routeNumbersByID[$0] },
                created: archived.received, trackerID: trackerID(of: number))
        }
    }

    /// Returns the numbers of the history's vehicles by id; of a campus only the enabled ones.
    package func archivedVehicles(_ ids: [String]) -> [String: Int64] {
        let numbers = Self.vehicleNumbers(ids)
        guard let enabled else { return numbers }
        return numbers.filter { enabled.contains($0.value) }
    }

    private static func vehicleNumbers(_ ids: [String]) -> [String: Int64] {
        StableNumbers(ids.map { ($0, $0) }).numbers
    }

    /// The enabled vehicles of a campus; nil in other networks.
    private var enabled: Set<Int64>? {
        campus.map { Set($0.vehicles.filter(\.isEnabled).map(\.id)) }
    }

    /// Returns the vehicles reported recently, with their numbers; of a campus only the enabled
    /// ones.
    func recent(_ snapshot: NetworkSnapshot) -> [(number: Int64, vehicle: LiveVehicle)] {
        let seen = snapshot.vehicles.filter {
            snapshot.asOf.seconds(since: $0.fix.time) <= Self.windowSeconds
        }
        let numbers = Self.vehicleNumbers(seen.map(\.id))
        let enabled = enabled
        return seen.compactMap { vehicle in
            guard let number = numbers[vehicle.id], enabled?.contains(number) ?? true else {
                return nil
            }
            return (number, vehicle)
        }
    }
}
