import Notifications
import Realtime
import Timetables
import Transit
import TransitModel

/// A vehicle that comes near a rider.
struct NearbyNews: Sendable {
    let route: RouteIndex
    /// By the vehicle's id: it is told once until it has gone away.
    let vehicle: String
    let headsign: String?
    /// What the rider calls the place; nil for where they are.
    let place: String?
    /// How near it is.
    enum Distance: Sendable {
        case metres(Int)
        case minutes(Int)
    }

    let distance: Distance
}

/// Announces vehicles of routes that riders chose, where they are or at places that they saved.
///
/// A vehicle is told once until it has gone away, and of each route one in a while. Vehicles off
/// their route or not seen lately are not told.
struct NearbyEvaluator {
    let network: SavedNetwork
    let places: RiderPlaces
    /// Seconds between two vehicles of a route.
    let pauseSeconds: Double

    private struct Key: Hashable {
        let rider: RiderID
        let route: RouteIndex
    }

    private let routes: SavedRoutes
    private var listeners: [RiderID: Listener] = [:]
    private var ofRoute: [RouteIndex: Set<RiderID>] = [:]
    /// When a route was last told, and when each vehicle that was told was last around.
    private var told: [Key: (time: UnixTime, near: [String: UnixTime])] = [:]

    /// A vehicle has gone away once it is so many times further off than it is announced.
    private static let awayTimes = 2.0
    /// A vehicle that was not seen around for so long has gone away too, in seconds.
    private static let awaySeconds = 600.0
    /// Stops so near to a place are the place's, in metres.
    private static let stopMetres = 400.0

    init(_ network: SavedNetwork, places: RiderPlaces, pauseSeconds: Double) {
        self.network = network
        self.places = places
        self.pauseSeconds = pauseSeconds
        routes = SavedRoutes(network.timetable)
    }

    var count: Int { listeners.count }

    /// Those who listen.
    var riders: Set<RiderID> { Set(listeners.keys) }

    /// Listens for a rider as they want it now; nil for not at all.
    mutating func replace(_ rider: RiderID, _ settings: RiderSettings?) {
        for (route, riders) in ofRoute where riders.contains(rider) {
            ofRoute[route]?.remove(rider)
            if settings == nil { told[Key(rider: rider, route: route)] = nil }
        }
        listeners[rider] = nil
        guard let settings, !settings.nearbyRoutes.isEmpty else { return }
        listeners[rider] = Listener(rider: rider, settings: settings)
        for id in settings.nearbyRoutes {
            guard let route = routes.route(id) else { continue }
            ofRoute[route, default: []].insert(rider)
        }
    }

    /// What to announce now.
    ///
    /// - Complexity: the vehicles, times those who listen for their routes.
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
        if let here = places.place(of: listener.rider, now: now) { spots.append((nil, here)) }
        var nearest: (distance: NearbyNews.Distance, name: String?)?
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
        let seen = told[key]?.near[vehicle.id]
        let isKnown = seen.map { now.seconds(since: $0) <= Self.awaySeconds } ?? false
        if seen != nil { told[key]?.near[vehicle.id] = isAround ? now : nil }
        guard let nearest, !isKnown || !isAround, !listener.settings.isQuiet(atMinute: minute)
        else { return nil }
        if let last = told[key]?.time, now.seconds(since: last) < pauseSeconds, now >= last {
            return nil
        }
        return finding(
            listener,
            NearbyNews(
                route: route, vehicle: vehicle.id,
                headsign: network.timetable.trips.headsign(progress.trip), place: nearest.name,
                distance: nearest.distance), now)
    }

    private func finding(_ listener: Listener, _ news: NearbyNews, _ now: UnixTime) -> Finding {
        let topic = AlertTopic.other(
            listener.rider, ["near", network.timetable.routes.id(news.route)])
        return Finding(
            listener: listener, topic: topic, news: .nearby(news),
            id: "\(topic).\(now.seconds)", note: nil, lifeSeconds: 120, urgency: .high)
    }

    /// Whole minutes until the vehicle is at a stop near a place; nil if it does not call there any
    /// more.
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
        // Without a prediction the vehicle's own delay is the best that is known.
        let times = run.expected(call)
        let delay = run.isChanged ? 0 : Int64(progress.delaySeconds)
        return Int(max(0, times.arrival + delay - now.seconds) / 60)
    }

    /// Takes over that these were told.
    mutating func commit(_ findings: [Finding], now: UnixTime) {
        for finding in findings {
            guard case .nearby(let news) = finding.news else { continue }
            let key = Key(rider: finding.listener.rider, route: news.route)
            told[key, default: (now, [:])].time = now
            told[key]?.near[news.vehicle] = now
        }
    }
}
