import Raptor
import Routing
import Timetables
import TransitModel

/// Finds walks between places and stops: along streets where these are known, else by the distance.
struct WalkFinder: Sendable {
    /// Who walks or rides.
    struct Walker {
        /// Metres a second on foot.
        let speed: Double
        let profile: WalkProfile

        init(_ speed: Double, _ profile: WalkProfile) {
            self.speed = speed
            self.profile = profile
        }

        /// The speed in metres a second where nothing slows the walker down.
        var topSpeed: Double { profile.topSpeed(onFoot: speed) }
    }

    /// A walk between two places.
    struct Found {
        /// At least 1, unless the feed states the walk.
        let seconds: Int32
        let metres: Double
        /// Nil if the streets are unknown.
        let streets: StreetWalk?
    }

    private let router: StreetRouter?
    private let stops: StopColumns
    /// Metres on the ground for each metre of distance, where the streets are unknown.
    private let detour: Double

    /// The maximum length of a walk that is shown, in metres.
    static let maximumMetres = 15_000.0

    init(_ router: StreetRouter?, _ stops: StopColumns, detour: Double) {
        self.router = router
        self.stops = stops
        self.detour = detour
    }

    /// Returns the distance within which a walk may take that long, in metres.
    func radius(_ walker: Walker, seconds: Int32) -> Double {
        Double(seconds) * walker.topSpeed / (router == nil ? detour : 1)
    }

    /// Returns the stops that are at most that many seconds from a place, the nearest first.
    func access(
        _ place: Coordinate, _ hits: some Collection<NearStops.Hit>, _ walker: Walker,
        seconds limit: Int32
    ) -> [AccessStop] {
        func estimate(_ hit: NearStops.Hit) -> AccessStop? {
            stop(hit, (hit.metres * detour / walker.topSpeed).rounded(.up), limit)
        }
        guard let router else { return hits.compactMap(estimate) }
        let query = StreetRouter.Query(
            from: WalkEnd(place), walker.profile, maximumMetres: Double(limit) * walker.topSpeed)
        let answers = router.lengths(query, to: hits.compactMap { stops.walkEnd($0.stop) })
        var found: [AccessStop] = []
        for (hit, answer) in zip(hits, answers) {
            let access: AccessStop? =
                switch answer {
                case .walk(let length):
                    stop(hit, length.seconds(metresPerSecond: walker.speed).rounded(.up), limit)
                case .noWay: nil
                case .unmapped: estimate(hit)
                }
            if let access { found.append(access) }
        }
        return found.sorted { ($0.seconds, $0.stop) < ($1.seconds, $1.stop) }
    }

    private func stop(_ hit: NearStops.Hit, _ seconds: Double, _ limit: Int32) -> AccessStop? {
        guard seconds <= Double(limit) else { return nil }
        return AccessStop(stop: hit.stop, seconds: max(1, Int32(seconds)))
    }

    /// Returns the walk between two ends; nil if it takes longer than the limit or there is none.
    ///
    /// Nothing is known of wheelchairs where the streets are unknown.
    func walk(
        _ from: WalkEnd, _ to: WalkEnd, _ walker: Walker, seconds limit: Int32
    ) -> Found? {
        let maximumMetres = min(Self.maximumMetres, Double(limit) * walker.topSpeed)
        let query = StreetRouter.Query(
            from: from, walker.profile, maximumMetres: maximumMetres)
        if let router, let walk = router.walk(query, to: to) {
            let seconds = walk.length.seconds(metresPerSecond: walker.speed).rounded(.up)
            guard seconds <= Double(limit) else { return nil }
            return Found(
                seconds: max(1, Int32(seconds)), metres: walk.length.metres, streets: walk)
        }
        guard router.map({ isUnmapped($0, query, to) }) ?? true, walker.profile != .wheelchair
        else {
            return nil
        }
        let metres = from.coordinate.distanceMetres(to: to.coordinate) * detour
        let seconds = (metres / walker.topSpeed).rounded(.up)
        guard seconds <= Double(limit) else { return nil }
        return Found(seconds: max(1, Int32(seconds)), metres: metres.rounded(), streets: nil)
    }

    /// Returns where walks to an end of a leg end; nil if its coordinate is unknown.
    func end(_ place: ItineraryPlace) -> WalkEnd? {
        place.stop.flatMap(stops.walkEnd) ?? place.coordinate.map { WalkEnd($0) }
    }

    private func isUnmapped(
        _ router: StreetRouter, _ query: StreetRouter.Query, _ end: WalkEnd
    ) -> Bool {
        router.lengths(query, to: [end]) == [.unmapped]
    }

    /// Returns the seconds between two ends, by the distance where there is no way; at least 1.
    func seconds(_ from: WalkEnd, _ to: WalkEnd, _ walker: Walker) -> Int32 {
        if let streets = streets(from, to, walker.profile) {
            let seconds = streets.length.seconds(metresPerSecond: walker.speed).rounded(.up)
            return max(1, Int32(min(86_400, seconds)))
        }
        let metres = from.coordinate.distanceMetres(to: to.coordinate) * detour
        let seconds = (metres / walker.topSpeed).rounded(.up)
        return max(1, Int32(min(86_400, seconds)))
    }

    /// Returns the walk along streets; nil if there is none or the streets are unknown.
    func streets(_ from: WalkEnd?, _ to: WalkEnd?, _ profile: WalkProfile) -> StreetWalk? {
        guard let router, let from, let to else { return nil }
        return router.walk(
            StreetRouter.Query(from: from, profile, maximumMetres: Self.maximumMetres), to: to)
    }
}
