// Resolution of ids that people and programs stored, from this network or an earlier one.
// A single feed keeps its own ids. Once a second feed joins it, each id begins with its feed's id
// and a colon; it loses this prefix when only one feed remains. If feeds share an id, the first one
// has it, and the feed that was there first stays the first.
extension Timetable {
    /// Returns the stop with a stored id; nil if no feed has it.
    package func keptStop(_ id: String) -> StopIndex? {
        kept(id) { stops.find(id: $0) }
    }

    /// Returns the route with a stored id; nil if no feed has it.
    package func keptRoute(_ id: String) -> RouteIndex? {
        kept(id) { routes.find(id: $0) }
    }

    /// Returns the trip with a stored id; nil if no feed has it.
    package func keptTrip(_ id: String) -> TripIndex? {
        kept(id) { trips.find(id: $0) }
    }

    private func kept<Index>(_ id: String, _ find: (String) -> Index?) -> Index? {
        if let found = find(id) { return found }
        guard idPrefixes.count > 1 else {
            guard let colon = id.firstIndex(of: ":") else { return nil }
            return find(String(id[id.index(after: colon)...]))
        }
        for prefix in idPrefixes {
            if let found = find(prefix + id) { return found }
        }
        return nil
    }

    /// Returns the other spellings of a feed's id, used with fewer or more feeds; empty if there
    /// are none.
    package func otherSpellings(of id: String, in feed: FeedIndex) -> [String] {
        guard feed.row < idPrefixes.count, !idPrefixes[feed.row].isEmpty else { return [] }
        let prefix = idPrefixes[feed.row]
        if idPrefixes.count == 1 { return [prefix + id] }
        return id.hasPrefix(prefix) ? [String(id.dropFirst(prefix.count))] : []
    }

    /// Returns an id that stays the same when a second feed joins the first one, as a key for
    /// learned data: the feed's own id for the first feed, the network's id for the others.
    package func lastingID(of stop: StopIndex) -> String {
        lasting(stops.id(stop), stops.feeds[stop])
    }

    /// Returns an id that stays the same when a second feed joins the first one.
    package func lastingID(of route: RouteIndex) -> String {
        lasting(routes.id(route), routes.feeds[route])
    }

    private func lasting(_ id: String, _ feed: FeedIndex) -> String {
        guard idPrefixes.count > 1, feed.row == 0, id.hasPrefix(idPrefixes[0]) else { return id }
        return String(id.dropFirst(idPrefixes[0].count))
    }
}
