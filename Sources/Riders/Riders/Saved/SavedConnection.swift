package import TransitModel

/// Two places between which a rider travels, with the routes that they chose.
package struct SavedConnection: Codable, Hashable, Sendable {
    /// Unique among the rider's; given by the server.
    package let id: String
    /// What the rider calls it; nil if they gave it no name.
    package var name: String?
    /// Where from.
    package var from: SavedPlace
    /// Where to.
    package var to: SavedPlace
    /// Places on the way, at most 5.
    package var vias: [SavedPlace]
    /// How: at most ``maximumRoutes``, maybe none yet.
    package var routes: [SavedRoute]

    /// The most routes of a connection.
    package static let maximumRoutes = 12
    /// The most places on the way.
    package static let maximumVias = 5

    /// Two places and the ways between them.
    package init(
        id: String, name: String? = nil, from: SavedPlace, to: SavedPlace, vias: [SavedPlace] = [],
        routes: [SavedRoute] = []
    ) {
        self.id = id
        self.name = name
        self.from = from
        self.to = to
        self.vias = vias
        self.routes = routes
    }

    /// The same places the other way round; its routes have to be chosen anew, as lines seldom run
    /// back the way they came.
    package func reversed(id: String) -> SavedConnection {
        SavedConnection(id: id, from: to, to: from, vias: vias.reversed())
    }

    /// What is wrong with it, in a sentence; nil if nothing is.
    package var problem: String? {
        guard (name?.count ?? 0) <= 100 else { return "'name' has at most 100 characters." }
        guard vias.count <= Self.maximumVias else {
            return "A connection has at most \(Self.maximumVias) places on the way."
        }
        guard routes.count <= Self.maximumRoutes else {
            return "A connection has at most \(Self.maximumRoutes) routes."
        }
        guard Set(routes.map(\.id)).count == routes.count else {
            return "Each route of a connection has an id of its own."
        }
        return ([from, to] + vias).lazy.compactMap(\.problem).first
            ?? routes.lazy.compactMap(\.problem).first
    }
}

/// A stop or another place that a rider saved.
package struct SavedPlace: Codable, Hashable, Sendable {
    /// GTFS `stop_id`; nil for a place that is no stop.
    package let stop: String?
    /// What it is called.
    package let name: String
    /// Degrees north; nil if it is not known.
    package let latitude: Double?
    /// Degrees east; nil if it is not known.
    package let longitude: Double?

    /// Describes a place.
    package init(stop: String?, name: String, latitude: Double?, longitude: Double?) {
        self.stop = stop
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Where it is; nil if that is not known.
    package var coordinate: Coordinate? {
        guard let latitude, let longitude else { return nil }
        let place = Coordinate(latitude: latitude, longitude: longitude)
        return place.isPlausible ? place : nil
    }

    var problem: String? {
        guard !name.isEmpty, name.count <= 200, (stop?.utf8.count ?? 0) <= 200 else {
            return "A place has a name of 1 to 200 characters."
        }
        guard stop != nil || coordinate != nil else {
            return "A place is a stop or has a latitude and a longitude."
        }
        return nil
    }
}

extension SavedPlace {
    /// Places nearer than this are one, in metres.
    private static let sameMetres = 50.0

    /// Whether riders would take it for the same place.
    package func isSame(as other: SavedPlace) -> Bool {
        if let stop, let known = other.stop { return stop == known }
        guard stop == nil, other.stop == nil, let coordinate, let place = other.coordinate else {
            return false
        }
        return coordinate.distanceMetres(to: place) < Self.sameMetres
    }
}

extension SavedConnection {
    /// Takes in a route; if it is there already, its reminders are added to those of that one.
    package mutating func add(_ route: SavedRoute) {
        guard let row = routes.firstIndex(where: { $0.isSame(as: route) }) else {
            routes.append(route)
            return
        }
        for reminder in route.reminders {
            let known = routes[row].reminders.firstIndex { $0.minute == reminder.minute }
            guard let known else {
                routes[row].reminders.append(reminder)
                continue
            }
            routes[row].reminders[known] = SavedReminder(
                minute: reminder.minute,
                weekdays: routes[row].reminders[known].weekdays + reminder.weekdays)
        }
        routes[row].reminders.sort { $0.minute < $1.minute }
    }
}

extension SavedRoute {
    /// Whether it is the same lines between the same stations.
    func isSame(as other: SavedRoute) -> Bool {
        rides.count == other.rides.count
            && zip(rides, other.rides).allSatisfy { ride, known in
                ride.line == known.line && ride.mode == known.mode
                    && ride.from.name == known.from.name && ride.to.name == known.to.name
            }
    }
}
