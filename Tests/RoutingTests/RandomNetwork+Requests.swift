import Testing
import Timetables
import TransitModel

@testable import Routing

extension RandomNetwork {
    /// Returns a random request.
    func request(_ random: inout SeededRandom) -> SlowRequest {
        func stop() -> Int { Int.random(in: 0..<stops.count, using: &random) }
        func access() -> [SlowRequest.Access] {
            guard features.contains(.access) else { return [.init(stop: stop(), seconds: 0)] }
            return (0..<Int.random(in: 1...3, using: &random)).map { _ in
                .init(
                    stop: stop(),
                    seconds: max(0, Int.random(in: -4...10, using: &random) * 60))
            }
        }
        var request = SlowRequest(origins: access(), destinations: access())
        // For a stop near both ends, the search assumes a direct walk.
        request.destinations.removeAll { end in
            request.origins.contains { $0.stop == end.stop && $0.seconds + end.seconds > 0 }
        }
        if features.contains(.vias) {
            request.vias = (0..<Int.random(in: 0...2, using: &random)).map { _ in
                .init(
                    stops: Set((0..<Int.random(in: 1...2, using: &random)).map { _ in stop() }),
                    staySeconds: max(0, Int.random(in: -5...10, using: &random) * 60))
            }
        }
        request.maximumRides = [1, 2, 3, 4, 8, 8, 15].randomElement(using: &random) ?? 8
        if features.contains(.margins) {
            request.marginSeconds = Int.random(in: 0...5, using: &random) * 60
        }
        if features.contains(.speeds) {
            request.walkingPercent = [50, 100, 133, 200].randomElement(using: &random) ?? 100
        }
        return request
    }

    /// Converts a request for the fast search.
    func routingRequest(_ request: SlowRequest, _ timetable: Timetable) throws -> RoutingRequest {
        func stop(_ number: Int) throws -> StopIndex {
            try #require(timetable.stops.find(id: "S\(number)"))
        }
        func access(_ list: [SlowRequest.Access]) throws -> [AccessStop] {
            try list.map { AccessStop(stop: try stop($0.stop), seconds: Int32($0.seconds)) }
        }
        var made = RoutingRequest(
            from: try access(request.origins), to: try access(request.destinations))
        made.vias = try request.vias.map {
            ViaStops(stops: try $0.stops.sorted().map(stop), staySeconds: Int32($0.staySeconds))
        }
        made.maximumRides = request.maximumRides
        made.marginSeconds = Int32(request.marginSeconds)
        made.walkingPercent = Int32(request.walkingPercent)
        return made
    }

    /// Returns random restrictions.
    func filter(_ random: inout SeededRandom) -> Filter {
        var filter = Filter()
        guard features.contains(.filters) else { return filter }
        if Bool.random(using: &random) {
            filter.types = Set(routes.filter { _ in Int.random(in: 0..<3, using: &random) > 0 })
        }
        if Bool.random(using: &random) {
            filter.excludedRoutes = [Int.random(in: 0..<routes.count, using: &random)]
        }
        filter.wheelchair = Bool.random(using: &random)
        filter.bicycles = Bool.random(using: &random)
        return filter
    }

    /// Converts restrictions for the fast search.
    func routingFilter(_ filter: Filter, _ timetable: Timetable) throws -> RoutingFilter {
        var made = RoutingFilter()
        made.modes = filter.types.map { Set($0.compactMap { TransitMode(routeType: $0) }) }
        // A route without trips may not be in the network.
        made.excludedRoutes = Set(
            filter.excludedRoutes.compactMap { timetable.routes.find(id: "R\($0)") })
        made.wheelchair = filter.wheelchair
        made.bicycles = filter.bicycles
        return made
    }

    /// The offsets of the adjacent days' starts from the day's own start in Europe/Zurich, where a
    /// day begins twelve hours before its noon.
    var clockShifts: [Int: Int] {
        var shifts = [-1: -86_400, 0: 0, 1: 86_400]
        switch day {
        case ServiceDay("20260328"): shifts[1] = 82_800
        case ServiceDay("20260329"): shifts[-1] = -82_800
        case ServiceDay("20261024"): shifts[1] = 90_000
        case ServiceDay("20261025"): shifts[-1] = -90_000
        default: break
        }
        return shifts
    }
}
