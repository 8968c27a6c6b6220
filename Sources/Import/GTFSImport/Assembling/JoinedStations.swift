import Timetables
import TransitModel

/// The stops of several feeds that are the same station for riders.
///
/// Stations, and stops without a parent, are joined if they have the same name and are within
/// ``sameNameMetres`` of each other; a platform's name counts for its station. Letter case,
/// accents, punctuation and common abbreviations (`Main St`, `Hauptstr.`) are ignored. A stop is
/// also joined with the station of another feed that it names as its parent. Proximity alone never
/// joins stops.
struct JoinedStations {
    /// The maximum distance in metres between stops with the same name.
    static let sameNameMetres = 300.0
    /// The maximum distance in metres between a stop and its parent in another feed.
    static let parentMetres = 1000.0

    /// The groups of joined stops, each with at least two, in order.
    private(set) var groups: [[StopIndex]] = []

    private let draft: NetworkDraft
    private var sets: DisjointSets

    /// Finds the groups.
    ///
    /// - Complexity: Linear in the number of stops, plus sorting the stops of each name by
    ///   latitude.
    init(_ draft: NetworkDraft) {
        self.draft = draft
        sets = DisjointSets(draft.feeds.count > 1 ? draft.stops.count : 0)
        guard draft.feeds.count > 1 else { return }
        joinNames()
        joinOrphans()
        var members: [Int: [StopIndex]] = [:]
        for row in draft.stops.indices where root(of: row) != row {
            members[root(of: row), default: []].append(StopIndex(row))
        }
        groups = members.map { [StopIndex($0.key)] + $0.value }.sorted { $0[0] < $1[0] }
    }

    /// The first stop of each stop's joined station; platforms get that of their parent.
    func stations() -> [StopIndex] {
        draft.stops.indices.map { row in
            let root = draft.stops[row].parent.ifAny?.row ?? row
            return StopIndex(draft.feeds.count > 1 ? self.root(of: root) : root)
        }
    }

    private func root(of row: Int) -> Int { Int(sets.root(of: UInt32(row))) }

    private mutating func join(_ one: Int, _ other: Int) { sets.join(UInt32(one), UInt32(other)) }

    private struct Named {
        /// The stop with the name.
        let stop: Int
        /// Its station, or the stop itself.
        let root: Int
        let place: Coordinate
    }

    private mutating func joinNames() {
        var folding = TextFolding()
        var known: [StringIndex: [[UInt16]]] = [:]
        var byName: [[UInt16]: [Named]] = [:]
        for (row, stop) in draft.stops.enumerated() {
            guard stop.name != .none, let place = stop.coordinate,
                stop.locationType == .stop || stop.locationType == .station
            else { continue }
            let names =
                known[stop.name]
                ?? Self.spellings(folding.words(of: draft.strings.string(stop.name)))
            known[stop.name] = names
            for name in names {
                byName[name, default: []].append(
                    Named(stop: row, root: stop.parent.ifAny?.row ?? row, place: place))
            }
        }
        for stops in byName.values where stops.count > 1 { joinNear(stops) }
    }

    /// The folded name for comparison, and a second spelling with umlauts written out if it has
    /// any.
    ///
    /// Empty if the name has no letters.
    private static func spellings(_ words: [FoldedWord]) -> [[UInt16]] {
        func joined(_ letters: (FoldedWord) -> [UInt16]) -> [UInt16] {
            Array(words.map { Abbreviations.common(of: letters($0)) }.joined(separator: [0x20]))
        }
        guard !words.isEmpty else { return [] }
        let plain = joined(\.letters)
        guard words.contains(where: { $0.expanded != nil }) else { return [plain] }
        return [plain, joined { $0.expanded ?? $0.letters }]
    }

    private mutating func joinNear(_ named: [Named]) {
        let stops = named.sorted { ($0.place.latitude, $0.stop) < ($1.place.latitude, $1.stop) }
        let reach = Self.sameNameMetres / 111_000
        for (number, one) in stops.enumerated() {
            for other in stops[(number + 1)...] {
                guard other.place.latitude - one.place.latitude <= reach else { break }
                // Names shared by two platforms, such as `1`, do not identify their stations.
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
