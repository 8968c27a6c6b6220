package import TransitModel

/// Two places between which a rider travels, with their chosen routes.
package struct SavedConnection: Codable, Hashable, Sendable {
    /// Unique among the rider's connections; given by the server.
    package private(set) var id: String
    /// The rider's name for it; nil if none.
    package var name: String?
    /// The origin.
    package var from: SavedPlace
    /// The destination.
    package var to: SavedPlace
    /// Places to travel through, at most ``maximumVias``.
    package var vias: [SavedPlace]
    /// The chosen routes, at most ``maximumRoutes``; may be empty.
    package var routes: [SavedRoute]
    /// How the rider walked in the last search that a route was saved from; nil as usual, and in
    /// connections of earlier versions.
    package var walking: SavedWalking?
    /// When the file of the newest network was made in which it was saved, in Unix seconds; nil for
    /// a network without a file, and in connections of earlier versions.
    var networkModified: Int64?

    /// The largest number of routes.
    package static let maximumRoutes = 12
    /// The largest number of vias.
    package static let maximumVias = 5

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

    func named(_ id: String) -> SavedConnection {
        var named = self
        named.id = id
        return named
    }

    /// Returns the same connection, as one of this network.
    package func saved(in network: SavedNetwork) -> SavedConnection {
        var connection = self
        connection.networkModified = [networkModified, network.modified?.seconds]
            .compactMap(\.self).max()
        return connection
    }

    /// The connection in the opposite direction, without routes: lines rarely return the same way.
    package func reversed(id: String) -> SavedConnection {
        var reversed = SavedConnection(id: id, from: to, to: from, vias: vias.reversed())
        reversed.walking = walking
        return reversed
    }

    /// A sentence about the first invalid member; nil if all are valid.
    package var problem: String? {
        guard (name?.unicodeScalars.count ?? 0) <= 100 else {
            return "'name' has at most 100 characters."
        }
        guard vias.count <= Self.maximumVias else {
            return "A connection has at most \(Self.maximumVias) places on the way."
        }
        guard routes.count <= Self.maximumRoutes else {
            return "A connection has at most \(Self.maximumRoutes) routes."
        }
        guard Set(routes.map(\.id)).count == routes.count else {
            return "Each route of a connection needs its own id."
        }
        return ([from, to] + vias).lazy.compactMap(\.problem).first ?? walking?.problem
            ?? routes.lazy.compactMap(\.problem).first
    }
}

/// A saved stop or other place.
package struct SavedPlace: Codable, Hashable, Sendable {
    /// GTFS `stop_id`; nil for a place that is not a stop.
    package let stop: String?
    package let name: String
    /// Degrees north; nil if unknown.
    package let latitude: Double?
    /// Degrees east; nil if unknown.
    package let longitude: Double?

    package init(stop: String?, name: String, latitude: Double?, longitude: Double?) {
        self.stop = stop
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The coordinate; nil if unknown.
    package var coordinate: Coordinate? {
        guard let latitude, let longitude else { return nil }
        let place = Coordinate(latitude: latitude, longitude: longitude)
        return place.isPlausible ? place : nil
    }

    var problem: String? {
        guard !name.isEmpty, name.unicodeScalars.count <= 200, (stop?.utf8.count ?? 0) <= 200 else {
            return "A place has a name of 1 to 200 characters."
        }
        guard stop != nil || coordinate != nil else {
            return "A place is a stop or has a latitude and a longitude."
        }
        return nil
    }
}

extension SavedPlace {
    /// Places closer than this are the same, in metres.
    private static let sameMetres = 50.0

    /// Whether riders would consider both the same place.
    package func isSame(as other: SavedPlace) -> Bool {
        if let stop, let known = other.stop { return stop == known }
        guard stop == nil, other.stop == nil, let coordinate, let place = other.coordinate else {
            return false
        }
        return coordinate.distanceMetres(to: place) < Self.sameMetres
    }
}

extension SavedConnection {
    /// Adds a route; if it is there already, only its reminders are added, and its walks and
    /// transfers take as long as now.
    package mutating func add(_ route: SavedRoute) {
        guard let row = routes.firstIndex(where: { $0.isSame(as: route) }) else {
            routes.append(route)
            return
        }
        routes[row].walk(as: route)
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
    /// Takes the durations of walks and transfers from a route of the same rides.
    package mutating func walk(as other: SavedRoute) {
        changeSeconds = other.changeSeconds
        walkBeforeSeconds = other.walkBeforeSeconds
        walkAfterSeconds = other.walkAfterSeconds
    }

    /// Whether both have the same lines between the same stations.
    func isSame(as other: SavedRoute) -> Bool {
        rides.count == other.rides.count
            && zip(rides, other.rides).allSatisfy { ride, known in
                ride.line == known.line && ride.mode == known.mode
                    && ride.from.name == known.from.name && ride.to.name == known.to.name
            }
    }
}
