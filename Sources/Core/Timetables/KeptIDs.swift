// Ids that people and programs kept, of this network or of one before.
//
// A feed that is alone has its own ids; once a second one joins it, each begins with its feed's id
// and a colon, and loses that again when it is left alone. Feeds that share an id: the first one
// has it, and the feed that was there first stays the first.
extension Timetable {
    /// The stop of an id that was kept; nil if no feed has it.
    package func keptStop(_ id: String) -> StopIndex? {
        kept(id) { stops.find(id: $0) }
    }

    /// The route of an id that was kept; nil if no feed has it.
    package func keptRoute(_ id: String) -> RouteIndex? {
        kept(id) { routes.find(id: $0) }
    }

    /// The trip of an id that was kept; nil if no feed has it.
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

    /// How else an id of a feed was written while fewer or more feeds were there; empty if it never
    /// was.
    package func otherSpellings(of id: String, in feed: FeedIndex) -> [String] {
        guard feed.row < idPrefixes.count, !idPrefixes[feed.row].isEmpty else { return [] }
        let prefix = idPrefixes[feed.row]
        if idPrefixes.count == 1 { return [prefix + id] }
        return id.hasPrefix(prefix) ? [String(id.dropFirst(prefix.count))] : []
    }

    /// An id that stays the same when a second feed joins the first one, to file under it what was
    /// learnt: that of the feed for the first feed, that of the network for the others.
    package func lastingID(of stop: StopIndex) -> String {
        lasting(stops.id(stop), stops.feeds[stop])
    }

    /// The same for a route.
    package func lastingID(of route: RouteIndex) -> String {
        lasting(routes.id(route), routes.feeds[route])
    }

    private func lasting(_ id: String, _ feed: FeedIndex) -> String {
        guard idPrefixes.count > 1, feed.row == 0, id.hasPrefix(idPrefixes[0]) else { return id }
        return String(id.dropFirst(idPrefixes[0].count))
    }
}
