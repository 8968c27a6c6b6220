import Foundation
import NetworkAPI
import Timetables
import TransitModel

/// Drawn requests of every path about a network, wrong ones included.
struct DrawnRequests {
    /// A path with its query, and the instant at which it is asked.
    struct Request {
        let target: String
        let now: UnixTime
    }

    private let timetable: Timetable
    private let days: ClosedRange<ServiceDay>
    private let stops: [StopIndex]
    private var random: SeededRandom

    /// Asks about `days`, nil for all days of the network and some beside them, and about `stops`,
    /// nil for all.
    init(
        about timetable: Timetable, seed: UInt64, days: ClosedRange<ServiceDay>? = nil,
        stops: [StopIndex]? = nil
    ) {
        self.timetable = timetable
        self.stops = stops ?? Array(timetable.stops.indices)
        let services = timetable.services
        self.days =
            days
            ?? services.firstDay.advanced(by: -1)...services.lastDay.advanced(by: 1)
        random = SeededRandom(seed: seed)
    }

    /// Draws requests; each path of the API has its share, connections the largest one.
    mutating func draw(_ count: Int) -> [Request] {
        let paths = NetworkRoute.allCases.filter { $0 != .connection }
        return (0..<count).map { number in
            let route = number.isMultiple(of: 2) ? .connections : paths[number / 2 % paths.count]
            return Request(
                target: number % 50 == 7 ? wrong() : path(route) + query(route), now: instant())
        }
    }

    // MARK: - Ingredients

    private mutating func chance(_ part: Int) -> Bool {
        Int.random(in: 0..<part, using: &random) == 0
    }

    private mutating func instant() -> UnixTime {
        let start = timetable.timeZone.start(of: days.lowerBound).seconds
        let end = timetable.timeZone.start(of: days.upperBound.advanced(by: 1)).seconds
        return UnixTime(seconds: Int64.random(in: start..<end, using: &random))
    }

    private mutating func stop() -> StopIndex {
        stops[Int.random(in: 0..<stops.count, using: &random)]
    }

    private mutating func stopID() -> String { Self.encoded(timetable.stops.id(stop())) }

    private mutating func routeID() -> String {
        let row = Int.random(in: 0..<timetable.routes.count, using: &random)
        return Self.encoded(timetable.routes.id(RouteIndex(row)))
    }

    private mutating func tripID() -> String {
        let row = Int.random(in: 0..<timetable.trips.count, using: &random)
        return Self.encoded(timetable.trips.id(TripIndex(row)))
    }

    private mutating func day() -> ServiceDay {
        days.lowerBound.advanced(
            by: Int.random(
                in: 0...days.lowerBound.distance(to: days.upperBound), using: &random))
    }

    private mutating func coordinate() -> String {
        let near = timetable.stops.coordinate(stop())
        let latitude = (near?.latitude ?? 47) + Double.random(in: -0.002...0.002, using: &random)
        return "\(latitude),\(near?.longitude ?? 8)"
    }

    private mutating func name() -> String {
        let name = timetable.stops.name(stop())
        return Self.encoded(String(name.prefix(Int.random(in: 0...name.count, using: &random))))
    }

    private mutating func place() -> String {
        if chance(4) { return coordinate() }
        return chance(5) ? name() : stopID()
    }

    private mutating func time() -> String {
        Self.encoded(timetable.timeZone.iso8601(instant()))
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }

    // MARK: - Requests

    private mutating func path(_ route: NetworkRoute) -> String {
        guard route.rawValue.contains(":id") else { return route.rawValue }
        let id =
            switch route {
            case .route, .lineTimetable: routeID()
            case .trip: tripID()
            default: stopID()
            }
        return route.rawValue.replacing(":id", with: id)
    }

    private mutating func query(_ route: NetworkRoute) -> String {
        switch route {
        case .network, .stop, .route, .connection: return ""
        case .alerts, .routes: return chance(2) ? "" : "?limit=\(1 + number(5))"
        case .routesGeoJSON: return chance(2) ? "?sideBySide=true" : "?bbox=7.9,46.9,8.03,47.02"
        case .lineTimetable: return "?date=\(day())" + (chance(3) ? "&direction=0" : "")
        case .trip: return "?date=\(day())"
        case .stops: return "?bbox=7.9,46.9,8.03,47.02&limit=\(1 + number(9))"
        case .stopSearch: return "?q=\(name())&limit=5" + (chance(3) ? "&near=\(coordinate())" : "")
        case .stopsNearby: return "?at=\(coordinate())&radius=\(1 + number(3000))"
        case .departures, .arrivals:
            return "?further=2&limit=9" + (chance(2) ? "&at=\(time())" : "")
        case .boardGroups: return "?each=2" + (chance(2) ? "&kind=arrivals" : "")
        case .connections: return connections()
        }
    }

    private mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    private mutating func connections() -> String {
        var text = "?from=\(place())&to=\(place())&results=\(1 + number(6))"
        if !chance(5) { text += "&at=\(time())" }
        for name in ["arriveBy", "passed", "wheelchair", "bicycle", "path"] where chance(4) {
            text += "&\(name)=true"
        }
        if chance(4) { text += "&via=\(stopID())" + (chance(2) ? "&stay=\(number(9))" : "") }
        if chance(6) { text += "&modes=bus,rail" }
        if chance(6) { text += "&exclude=\(routeID())" }
        if chance(4) { text += "&changes=\(number(3))&margin=\(number(4))" }
        if chance(4) { text += "&walkingSpeed=0.9&walk=\(number(30))" }
        return text
    }

    private mutating func wrong() -> String {
        [
            "/", "/api/v1/vehicles", "/api/v1/connections?from=%ZZ&to=x", "/api/v1/stops/%20",
            "/api/v1/connections?from=A", "/api/v1/stops/search?limit=x", "/api/v1/trips/x?date=1",
            "/api/v1/connections?from=47.0,8.0&to=99,8", "/api/v1/connections/AAAA",
            "/api/v1/stops/nearby?at=47.0", "/api/v1/routes/x/timetable",
        ][number(11)]
    }
}
