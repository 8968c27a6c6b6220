import Notifications
import Realtime
import Timetables
import Transit
import TransitModel

/// A vehicle that approaches a rider.
struct NearbyAlert: Sendable {
    let route: RouteIndex
    /// The vehicle's id; it is announced once until it has gone away.
    let vehicle: String
    let headsign: String?
    /// The rider's name of the place; nil for the rider's position.
    let place: String?
    /// The vehicle's distance.
    enum Distance: Sendable {
        case metres(Int)
        case minutes(Int)
    }

    let distance: Distance
}

/// Announces vehicles of chosen routes near riders or the places that they saved.
///
/// A vehicle is announced once until it has gone away, and each route once per pause. Vehicles off
/// their route or not seen lately are ignored.
struct NearbyEvaluator {
    let network: SavedNetwork
    let positions: RiderPositions
    /// The pause between announcements of a route, in seconds.
    let pauseSeconds: Double

    private struct Key: Hashable {
        let rider: RiderID
        let route: RouteIndex
    }

    private let routes: SavedRoutes
    private var listeners: [RiderID: Listener] = [:]
    private var ofRoute: [RouteIndex: Set<RiderID>] = [:]
    /// When each route was last announced, and when each announced vehicle was last nearby.
    private var sent: [Key: (time: UnixTime, near: [String: UnixTime])] = [:]

    /// A vehicle has gone away at this multiple of the announcement distance.
    private static let awayTimes = 2.0
    /// A vehicle not seen nearby for this many seconds has gone away too.
    private static let awaySeconds = 600.0
    /// Stops within this distance of a place belong to it, in metres.
    private static let stopMetres = 400.0

    init(_ network: SavedNetwork, positions: RiderPositions, pauseSeconds: Double) {
        self.network = network
        self.positions = positions
        self.pauseSeconds = pauseSeconds
        routes = SavedRoutes(network.timetable)
    }

    var count: Int { listeners.count }

    /// The riders who listen.
    var riders: Set<RiderID> { Set(listeners.keys) }

    /// Replaces a rider's settings; nil stops listening.
    mutating func replace(_ rider: RiderID, _ settings: RiderSettings?) {
        for (route, riders) in ofRoute where riders.contains(rider) {
            ofRoute[route]?.remove(rider)
            if settings == nil { sent[Key(rider: rider, route: route)] = nil }
        }
        listeners[rider] = nil
        guard let settings, !settings.nearbyRoutes.isEmpty else { return }
        listeners[rider] = Listener(rider: rider, settings: settings)
        for id in settings.nearbyRoutes {
            guard let route = routes.route(id) else { continue }
            ofRoute[route, default: []].insert(rider)
        }
    }

    /// Returns the vehicles to announce now.
    ///
    /// - Complexity: O(v · r) for v vehicles and the r riders who listen to their routes.
    mutating func run(_ snapshot: NetworkSnapshot, now: UnixTime, minute: Int) -> [Finding] {
        guard !listeners.isEmpty else { return [] }
        var findings: [Finding] = []
        for vehicle in snapshot.vehicles {
            guard let progress = vehicle.progress, vehicle.freshness(at: now) == .live,
                let route = vehicle.route, let riders = ofRoute[route]
            else { continue }
            for rider in riders.sorted(by: { $0.rawValue < $1.rawValue }) {
                guard let listener = listeners[rider] else { continue }
                if let finding = evaluate(
                    listener, vehicle, progress, route, snapshot.overlay, now: now, minute: minute)
                {
                    findings.append(finding)
                }
            }
        }
        return findings
    }

    private mutating func evaluate(
        _ listener: Listener, _ vehicle: LiveVehicle, _ progress: VehicleProgress,
        _ route: RouteIndex, _ overlay: RealtimeOverlay, now: UnixTime, minute: Int
    ) -> Finding? {
        let key = Key(rider: listener.rider, route: route)
        var spots = listener.settings.nearbyPlaces.compactMap { place in
            place.coordinate.map { (name: String?.some(place.name), coordinate: $0) }
        }
        if let here = positions.place(of: listener.rider, now: now) { spots.append((nil, here)) }
        var nearest: (distance: NearbyAlert.Distance, name: String?)?
        var isAround = false
        for spot in spots {
            let metres = vehicle.fix.coordinate.distanceMetres(to: spot.coordinate)
            if let minutes = listener.settings.nearbyMinutes {
                guard let left = minutesLeft(progress, to: spot.coordinate, overlay, now) else {
                    continue
                }
                isAround = isAround || Double(left) <= Double(minutes) * Self.awayTimes
                if left <= minutes, nearest == nil { nearest = (.minutes(left), spot.name) }
            } else {
                let radius = Double(listener.settings.vehicleRadiusMetres)
                isAround = isAround || metres <= radius * Self.awayTimes
                if metres <= radius, nearest == nil {
                    nearest = (.metres(Int(metres.rounded())), spot.name)
                }
            }
        }
        let seen = sent[key]?.near[vehicle.id]
        let isKnown = seen.map { now.seconds(since: $0) <= Self.awaySeconds } ?? false
        if seen != nil { sent[key]?.near[vehicle.id] = isAround ? now : nil }
        guard let nearest, !isKnown || !isAround, !listener.settings.isQuiet(atMinute: minute)
        else { return nil }
        if let last = sent[key]?.time, now.seconds(since: last) < pauseSeconds, now >= last {
            return nil
        }
        return finding(
            listener,
            NearbyAlert(
                route: route, vehicle: vehicle.id,
                headsign: network.timetable.trips.headsign(progress.trip), place: nearest.name,
                distance: nearest.distance), now)
    }

    private func finding(_ listener: Listener, _ alert: NearbyAlert, _ now: UnixTime) -> Finding {
        let topic = AlertTopic.other(
            listener.rider, ["near", network.timetable.routes.id(alert.route)])
        return Finding(
            listener: listener, topic: topic, content: .nearby(alert),
            id: "\(topic).\(now.seconds)", note: nil, lifeSeconds: 120, urgency: .high)
    }

    /// Whole minutes until the vehicle is at a stop near a place; nil if it no longer calls there.
    private func minutesLeft(
        _ progress: VehicleProgress, to place: Coordinate, _ overlay: RealtimeOverlay,
        _ now: UnixTime
    ) -> Int? {
        guard let next = progress.nextCall,
            let run = RunOnDay(
                .scheduled(progress.run, progress.pattern), day: progress.serviceDay,
                network.timetable, overlay), !run.isCancelled, next < run.count
        else { return nil }
        let stops = network.timetable.stops
        let call = (next..<run.count).first { position in
            !run.isSkipped(position)
                && (stops.coordinate(run.stop(position))?.distanceMetres(to: place) ?? .infinity)
                    <= Self.stopMetres
        }
        guard let call else { return nil }
        // Without a prediction the vehicle's own delay is the best estimate.
        let times = run.expected(call)
        let delay = run.isChanged ? 0 : Int64(progress.delaySeconds)
        return Int(max(0, times.arrival + delay - now.seconds) / 60)
    }

    /// Records that these were announced.
    mutating func commit(_ findings: [Finding], now: UnixTime) {
        for finding in findings {
            guard case .nearby(let alert) = finding.content else { continue }
            let key = Key(rider: finding.listener.rider, route: alert.route)
            sent[key, default: (now, [:])].time = now
            sent[key]?.near[alert.vehicle] = now
        }
    }
}
