package import History
package import Realtime
package import Timetables
package import TransitModel

/// The network in the words of the shuttle tracker's API, for any network.
///
/// That API numbers things; GTFS ids are mapped to numbers that follow from the ids alone, so that
/// they stay the same when the network is imported again.
package struct ShuttleListings: Sendable {
    /// The answer of `/stops`, by number.
    package let stops: [ShuttleStop]
    private let allRoutes: [ShuttleRoute]
    /// What operators entered; nil for networks that were made of feeds.
    private let campus: ShuttleCampus?
    private let timeZone: TransitTimeZone
    let stopNumbers: [StopIndex: Int64]
    let routeNumbers: [RouteIndex: Int64]
    private let routeNumbersByID: [String: Int64]
    private let since: ShuttleTime

    /// The API lists vehicles seen within this many seconds.
    private static let windowSeconds = 300.0

    /// Describes a network whose routes and stops are said to have been made at `since`; nil if
    /// that is outside the years that the API can write.
    ///
    /// A network that was made of what operators entered is told as they entered it.
    package init?(_ timetable: Timetable, since: UnixTime, campus: ShuttleCampus? = nil) {
        guard let since = ShuttleTime(since) else { return nil }
        self.since = since
        self.campus = campus
        timeZone = timetable.timeZone
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
                // The history has ids as they were while fewer or more feeds were there.
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
        allRoutes =
            campus?.routes
            ?? timetable.routes.indices.compactMap { route in
                routeNumbers[route].flatMap { number in
                    Self.route(route, number: number, stopNumbers, timetable, since: since)
                }
            }.sorted { $0.id < $1.id }
    }

    /// The answer of `/routes` at some moment, by number.
    package func routes(at now: UnixTime) -> [ShuttleRoute] {
        guard campus != nil else { return allRoutes }
        return allRoutes.map { $0.active($0.isScheduled(at: now, in: timeZone)) }
    }

    /// The longest pattern stands for the route; the API knows no others.
    private static func route(
        _ route: RouteIndex, number: Int64, _ stopNumbers: [StopIndex: Int64],
        _ timetable: Timetable, since: ShuttleTime
    ) -> ShuttleRoute? {
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
            created: since, updated: since, points: path?.points ?? [])
    }

    /// The vehicles seen lately, or all that operators entered.
    package func vehicles(_ snapshot: NetworkSnapshot) -> [ShuttleVehicle] {
        if let campus { return campus.vehicles }
        return recent(snapshot).compactMap { number, vehicle in
            guard let updated = ShuttleTime(vehicle.fix.time) else { return nil }
            return ShuttleVehicle(
                id: number, name: vehicle.fix.label ?? vehicle.id, created: since,
                updated: updated, trackerID: vehicle.id)
        }
    }

    /// Where they were last seen.
    package func updates(_ snapshot: NetworkSnapshot) -> [ShuttleUpdate] {
        recent(snapshot).compactMap { number, vehicle in
            ShuttleUpdate(
                // One vehicle's updates are numbered by their time.
                id: vehicle.fix.time.seconds, fix: vehicle.fix, vehicleID: number,
                routeID: vehicle.route.flatMap { routeNumbers[$0] }, created: snapshot.asOf,
                trackerID: trackerID(of: number))
        }
    }

    /// The device that operators entered for a vehicle; nil in networks of feeds.
    private func trackerID(of vehicle: Int64) -> String? {
        campus?.vehicles.first { $0.id == vehicle }?.trackerID
    }

    /// Fixes of one vehicle out of the history, as `/history` lists them.
    ///
    /// `number` is the vehicle's as ``archivedVehicles(_:)`` gives it. Routes that the network does
    /// not have any more are left unknown, because clients stop at routes that `/routes` does not
    /// list.
    package func updates(of fixes: [ArchivedFix], vehicle number: Int64) -> [ShuttleUpdate] {
        fixes.compactMap { archived in
            ShuttleUpdate(
                id: archived.fix.time.seconds, fix: archived.fix, vehicleID: number,
                routeID: archived.routeID.flatMap { routeNumbersByID[$0] },
                created: archived.received, trackerID: trackerID(of: number))
        }
    }

    /// The vehicles of the history that are listed, with their numbers, by id; of a campus the
    /// enabled ones alone, as in ``updates(_:)``.
    package func archivedVehicles(_ ids: [String]) -> [String: Int64] {
        let numbers = Self.vehicleNumbers(ids)
        guard let enabled else { return numbers }
        return numbers.filter { enabled.contains($0.value) }
    }

    /// The numbers of vehicles, by id.
    private static func vehicleNumbers(_ ids: [String]) -> [String: Int64] {
        StableNumbers(ids.map { ($0, $0) }).numbers
    }

    /// The enabled vehicles that operators entered; nil in networks of feeds.
    private var enabled: Set<Int64>? {
        campus.map { Set($0.vehicles.filter(\.isEnabled).map(\.id)) }
    }

    /// The vehicles that were seen lately, with their numbers; of a campus the enabled ones alone.
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
