import Timetables
import TransitModel

/// The stops of several feeds that are one station to riders.
///
/// Stations, and stops that belong to none, are one where they have the same name and lie within
/// ``sameNameMetres`` of each other; the name of a platform counts for its station. Letter case, accents,
/// punctuation and spaces make no difference to a name. A stop is also one with the station of another
/// feed that it names as its parent. What is merely near is never joined.
struct JoinedStations {
    /// Stops of one name are one station up to so many metres.
    static let sameNameMetres = 300.0
    /// A stop and the parent that it names in another feed are one station up to so many metres.
    static let parentMetres = 1000.0

    /// The stations that several feeds have: in each group two stops or more, in order.
    private(set) var groups: [[StopIndex]] = []

    private let draft: NetworkDraft
    private var leader: [Int]

    /// Finds them.
    ///
    /// - Complexity: linear in the stops, plus sorting those of each name by latitude.
    init(_ draft: NetworkDraft) {
        self.draft = draft
        leader = draft.feeds.count > 1 ? Array(draft.stops.indices) : []
        guard draft.feeds.count > 1 else { return }
        joinNames()
        joinOrphans()
        var members: [Int: [StopIndex]] = [:]
        for row in leader.indices where leader[row] != row {
            members[find(row), default: []].append(StopIndex(row))
        }
        groups = members.map { [StopIndex($0.key)] + $0.value }.sorted { $0[0] < $1[0] }
    }

    /// For each stop the first stop of its station; platforms have those of their parents.
    func stations() -> [StopIndex] {
        draft.stops.indices.map { row in
            let root = draft.stops[row].parent.ifAny?.row ?? row
            return StopIndex(leader.isEmpty ? root : find(root))
        }
    }

    private func find(_ row: Int) -> Int {
        var row = row
        while leader[row] != row { row = leader[row] }
        return row
    }

    private mutating func join(_ one: Int, _ other: Int) {
        let (first, second) = (find(one), find(other))
        leader[max(first, second)] = min(first, second)
    }

    private struct Named {
        /// The stop that has the name.
        let stop: Int
        /// Its station, or itself.
        let root: Int
        let place: Coordinate
    }

    private mutating func joinNames() {
        var folded: [StringIndex: String] = [:]
        var byName: [String: [Named]] = [:]
        for (row, stop) in draft.stops.enumerated() {
            guard stop.name != .none, let place = stop.coordinate,
                stop.locationType == .stop || stop.locationType == .station
            else { continue }
            let name = folded[stop.name] ?? StationName.folded(draft.strings.string(stop.name))
            folded[stop.name] = name
            byName[name, default: []].append(
                Named(stop: row, root: stop.parent.ifAny?.row ?? row, place: place))
        }
        for (name, stops) in byName where stops.count > 1 && !name.isEmpty { joinNear(stops) }
    }

    private mutating func joinNear(_ named: [Named]) {
        let stops = named.sorted { ($0.place.latitude, $0.stop) < ($1.place.latitude, $1.stop) }
        let reach = Self.sameNameMetres / 111_000
        for (number, one) in stops.enumerated() {
            for other in stops[(number + 1)...] {
                guard other.place.latitude - one.place.latitude <= reach else { break }
                // Platforms of one name, as `1`, say nothing of their stations.
                guard draft.stops[one.stop].feed != draft.stops[other.stop].feed,
                    one.stop == one.root || other.stop == other.root,
                    one.place.distanceMetres(to: other.place) <= Self.sameNameMetres
                else { continue }
                join(one.root, other.root)
            }
        }
    }

    private mutating func joinOrphans() {
        guard !draft.orphans.isEmpty else { return }
        var stops: [String: Int] = [:]
        for (row, stop) in draft.stops.enumerated() { stops[draft.strings.string(stop.id)] = row }
        for (stop, parent) in draft.orphans {
            for feed in draft.feeds where feed.id != draft.feeds[draft.stops[stop.row].feed.row].id
            {
                guard let row = stops[draft.strings.string(feed.id) + ":" + parent],
                    let place = draft.stops[row].coordinate,
                    let near = draft.stops[stop.row].coordinate,
                    near.distanceMetres(to: place) <= Self.parentMetres
                else { continue }
                join(stop.row, draft.stops[row].parent.ifAny?.row ?? row)
            }
        }
    }
}
