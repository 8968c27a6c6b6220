import Raptor
import Routing
import Timetables
import TransitModel

/// A request's places, resolved in the network.
struct ResolvedEndpoints {
    let origins: [AccessStop]
    let destinations: [AccessStop]
    let vias: [ViaStops]
    let origin: ItineraryPlace
    let destination: ItineraryPlace
    /// The duration of walks in percent, as in `SearchRequest.walkingPercent`.
    let walkingPercent: Int32
    /// How the rider gets to the first stop and from the last one.
    let profile: WalkProfile
    /// The walk from origin to destination; nil if it is too long, impossible or a coordinate is
    /// unknown.
    let directWalk: WalkFinder.Found?
}

/// Resolves the places of requests to stops.
struct PlaceFinder: Sendable {
    let timetable: Timetable
    let transfers: TransferFinder
    let walks: WalkFinder
    private let near: NearStops
    private let stopZones: [StringIndex: TransitTimeZone]

    /// The maximum number of stops within walking distance of a place.
    static let maximumAccessStops = 40
    /// The maximum number of stops to which walks are searched from a place.
    static let maximumCandidates = 160
    /// The same for those who ride there on a bicycle, and reach ten times the area.
    static let maximumRiddenStops = 160
    static let maximumRiddenCandidates = 1000
    /// The maximum number of stops that make up one place.
    static let maximumMembers = 200
    /// The radius in which a via that is not a stop is visited at stops.
    static let viaMetres = 300.0
    /// Places nearer than this are the same.
    static let sameMetres = 25.0
    /// The longest direct walk that is shown, in seconds.
    static let maximumDirectWalk: Int32 = 3600

    init(_ timetable: Timetable, transfers: TransferFinder, streets: StreetRouter? = nil) {
        self.timetable = timetable
        self.transfers = transfers
        walks = WalkFinder(streets, timetable.stops, detour: transfers.detour)
        near = NearStops(timetable)
        var zones: [StringIndex: TransitTimeZone] = [:]
        for name in timetable.stops.timeZones.buffer where name != .none && zones[name] == nil {
            zones[name] = TransitTimeZone(identifier: timetable.strings[name])
        }
        stopZones = zones
    }

    func ends(of request: PlanningRequest) throws(PlanningProblem) -> ResolvedEndpoints {
        guard request.vias.count <= PlanningRequest.maximumVias else {
            throw .tooManyVias(request.vias.count)
        }
        let options = request.options
        let speed = speed(options)
        try check(request)
        let origins = try access(request.origin, .origin, options, speed)
        let destinations = try access(request.destination, .destination, options, speed)
        var vias: [ViaStops] = []
        for (number, via) in request.vias.enumerated() {
            guard (0...PlanningRequest.maximumStaySeconds).contains(via.staySeconds) else {
                throw .badStay(via: number + 1)
            }
            vias.append(
                ViaStops(
                    stops: try viaStops(via.place, .via(number + 1)), staySeconds: via.staySeconds))
        }
        let percent = Int32((transfers.networkSpeed / speed * 100).rounded())
        return ResolvedEndpoints(
            origins: origins, destinations: destinations, vias: vias,
            origin: place(request.origin), destination: place(request.destination),
            walkingPercent: percent, profile: options.profile,
            directWalk: directWalk(request, (origins, destinations), speed, percent))
    }

    /// Returns the name and time zone of a stop; `zone` applies where the stop has none.
    func place(_ stop: StopIndex, zone: TransitTimeZone? = nil) -> ItineraryPlace {
        let stops = timetable.stops
        var own: TransitTimeZone?
        if !stopZones.isEmpty {
            own =
                stops.parent(stop).flatMap { stopZones[stops.timeZones[$0]] }
                ?? stopZones[stops.timeZones[stop]]
        }
        return ItineraryPlace(
            name: stops.name(stop), stop: stop, coordinate: stops.coordinate(stop),
            timeZone: own ?? zone ?? timetable.timeZone)
    }

    func place(_ place: PlanningPlace) -> ItineraryPlace {
        switch place {
        case .stop(let stop, _): return self.place(stop)
        case .point(let coordinate, let name):
            return ItineraryPlace(
                name: name ?? "", stop: nil, coordinate: coordinate, timeZone: timetable.timeZone)
        }
    }

    private func speed(_ options: PlanningOptions) -> Double {
        guard let speed = options.walkingSpeed, speed.isFinite else {
            return transfers.networkSpeed
        }
        return min(3, max(0.3, speed))
    }

    private func check(_ request: PlanningRequest) throws(PlanningProblem) {
        var ends: [(PlanningPlace, PlanningProblem.End)] = [
            (request.origin, .origin), (request.destination, .destination),
        ]
        for (number, via) in request.vias.enumerated() {
            ends.append((via.place, .via(number + 1)))
        }
        for (place, end) in ends {
            switch place {
            case .stop(let stop, let members):
                guard ([stop] + members).allSatisfy({ $0.row < timetable.stops.count }) else {
                    throw .unknownPlace(end)
                }
            case .point(let coordinate, _):
                guard coordinate.isPlausible else { throw .noSuchCoordinate(end) }
            }
        }
        let name = place(request.origin).name
        switch (request.origin, request.destination) {
        case (.stop(let from, let starts), .stop(let to, let ends)):
            let isSame =
                from == to || timetable.stops.parent(from) == to
                || timetable.stops.parent(to) == from
                || timetable.stops.joined(to: from).contains(to)
                || !Set(starts).isDisjoint(with: ends)
            if isSame, request.vias.isEmpty { throw .samePlace(name: name) }
        case (.point(let from, _), .point(let to, _)):
            if from.distanceMetres(to: to) < Self.sameMetres, request.vias.isEmpty {
                throw .samePlace(name: name)
            }
        default: break
        }
    }

    private func access(
        _ place: PlanningPlace, _ end: PlanningProblem.End, _ options: PlanningOptions,
        _ speed: Double
    ) throws(PlanningProblem) -> [AccessStop] {
        switch place {
        case .stop(let stop, let members):
            return try served(stop, members, end).map { AccessStop(stop: $0) }
        case .point(let coordinate, _):
            let limit = min(PlanningOptions.maximumWalkSeconds, max(0, options.walkSeconds))
            let walker = WalkFinder.Walker(speed, options.profile)
            let candidates = near.stops(
                around: coordinate, metres: walks.radius(walker, seconds: limit)
            ).filter {
                !options.wheelchair || timetable.stops.wheelchairBoarding($0.stop) != .no
            }
            let isRidden = walker.profile == .bicycle
            let count = isRidden ? Self.maximumRiddenCandidates : Self.maximumCandidates
            let found = walks.access(
                coordinate, candidates.prefix(count), walker, seconds: limit)
            guard !found.isEmpty else {
                throw nothingNearby(end, coordinate)
            }
            return Array(
                found.prefix(isRidden ? Self.maximumRiddenStops : Self.maximumAccessStops))
        }
    }

    private func served(
        _ stop: StopIndex, _ members: [StopIndex], _ end: PlanningProblem.End
    ) throws(PlanningProblem) -> [StopIndex] {
        let called = members.prefix(Self.maximumMembers)
            .filter { !timetable.stops.callOffsets[$0].isEmpty }
        if !called.isEmpty { return called }
        let platforms = timetable.stops.platforms(of: stop)
        if platforms.contains(where: { !timetable.stops.callOffsets[$0].isEmpty }) {
            return platforms
        }
        // No vehicle calls there, but a walk may lead to where one does.
        guard timetable.footpaths.offsets[stop].isEmpty else { return [stop] }
        throw .unserved(end, name: timetable.stops.name(stop))
    }

    private func viaStops(
        _ place: PlanningPlace, _ end: PlanningProblem.End
    ) throws(PlanningProblem) -> [StopIndex] {
        switch place {
        case .stop(let stop, let members): return try served(stop, members, end)
        case .point(let coordinate, _):
            let hits = near.stops(around: coordinate, metres: Self.viaMetres)
            if !hits.isEmpty { return hits.prefix(Self.maximumAccessStops).map { $0.stop } }
            throw nothingNearby(end, coordinate)
        }
    }

    private func nothingNearby(_ end: PlanningProblem.End, _ place: Coordinate) -> PlanningProblem {
        let nearest = near.nearest(to: place)
        return .nothingNearby(
            end, nearest: nearest.map { timetable.stops.name($0.stop) },
            metres: nearest?.metres ?? 0)
    }

    /// By the network's footpaths between stops, else by streets or by distance.
    private func directWalk(
        _ request: PlanningRequest, _ ends: (origins: [AccessStop], destinations: [AccessStop]),
        _ speed: Double, _ percent: Int32
    ) -> WalkFinder.Found? {
        guard request.vias.isEmpty else { return nil }
        let (origin, destination) = (place(request.origin), place(request.destination))
        let profile = request.options.profile
        // Footpaths between stops say nothing of those who ride.
        let stated =
            profile == .bicycle ? nil : statedWalk(ends, percent, profile == .wheelchair)
        if let stated, stated > Self.maximumDirectWalk { return nil }
        var walk: WalkFinder.Found?
        if let from = walks.end(origin), let to = walks.end(destination) {
            walk = walks.walk(
                from, to, WalkFinder.Walker(speed, profile),
                seconds: Self.maximumDirectWalk)
        }
        guard let stated else { return walk }
        let metres =
            walk?.streets?.length.metres
            ?? transfers.metres(
                origin.coordinate, destination.coordinate, seconds: stated)
        return WalkFinder.Found(seconds: stated, metres: metres, streets: walk?.streets)
    }

    /// Returns the shortest footpath between two ends that are stops.
    private func statedWalk(
        _ ends: (origins: [AccessStop], destinations: [AccessStop]), _ percent: Int32,
        _ isWheelchair: Bool
    ) -> Int32? {
        guard ends.origins.contains(where: { $0.seconds == 0 }),
            ends.destinations.contains(where: { $0.seconds == 0 })
        else { return nil }
        var best: Int32?
        for origin in ends.origins {
            for destination in ends.destinations {
                let walk = transfers.walkSeconds(
                    origin.stop, destination.stop, percent, isWheelchair)
                if let walk { best = min(best ?? walk, walk) }
            }
        }
        return best
    }
}
