import Timetables
import TransitModel

/// The stops of several feeds that are one station to riders.
///
/// Stations, and stops that belong to none, are one where they have the same name and lie within
/// ``sameNameMetres`` of each other; the name of a platform counts for its station. Letter case,
/// accents, punctuation and common abbreviations (`Main St`, `Hauptstr.`) make no difference to a
/// name. A stop is also one with the station of another feed that it names as its parent. What is
/// merely near is never joined.
struct JoinedStations {
    /// Stops of one name are one station up to so many metres.
    static let sameNameMetres = 300.0
    /// A stop and the parent that it names in another feed are one station up to so many metres.
    static let parentMetres = 1000.0

    /// The stations that several feeds have: in each group two stops or more, in order.
    private(set) var groups: [[StopIndex]] = []

    private let draft: NetworkDraft
    private var sets: DisjointSets

    /// Finds them.
    ///
    /// - Complexity: linear in the stops, plus sorting those of each name by latitude.
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

    /// For each stop the first stop of its station; platforms have those of their parents.
    func stations() -> [StopIndex] {
        draft.stops.indices.map { row in
            let root = draft.stops[row].parent.ifAny?.row ?? row
            return StopIndex(draft.feeds.count > 1 ? self.root(of: root) : root)
        }
    }

    private func root(of row: Int) -> Int { Int(sets.root(of: UInt32(row))) }

    private mutating func join(_ one: Int, _ other: Int) { sets.join(UInt32(one), UInt32(other)) }

    private struct Named {
        /// The stop that has the name.
        let stop: Int
        /// Its station, or itself.
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

    /// A name as it is compared, with its umlauts written out too if it has any; empty for one
    /// without letters.
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
