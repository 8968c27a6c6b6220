import TransitModel

/// Merges ways into streets: ways with the same name in one locality form a street.
struct StreetJoining {
    /// A name in a part of a settlement.
    private struct Key: Hashable {
        let name: UInt32
        let area: AreaKey
    }

    /// The maximum distance in metres between the ways of a street in two parts of a settlement.
    private static let gapMetres = 250.0

    private let ways: [WayDraft]

    init(_ ways: [WayDraft]) {
        self.ways = ways
    }

    /// The merged streets.
    ///
    /// - Complexity: Linear in the ways; for each name, quadratic in the parts of a settlement with
    ///   it.
    func streets(_ map: inout LocalityMap) -> [EntryDraft] {
        var groups: [Key: Int] = [:]
        var members: [(key: Key, ways: [Int], box: MapBox)] = []
        for (row, way) in ways.enumerated() {
            let middle = way.samples[way.samples.count / 2]
            let key = Key(name: way.names[0].text, area: map.area(at: middle))
            if let group = groups[key] {
                members[group].ways.append(row)
                members[group].box.include(way.box)
            } else {
                groups[key] = members.count
                members.append((key, [row], way.box))
            }
        }
        var sets = DisjointSets(members.count)
        var bySettlement: [Key: [Int]] = [:]
        for (row, member) in members.enumerated() {
            let key = Key(
                name: member.key.name, area: AreaKey(settlement: member.key.area.settlement))
            for other in bySettlement[key, default: []] {
                let scale = MapScale(at: ways[member.ways[0]].samples[0])
                let gap = members[other].box.squaredMetres(to: member.box, scale)
                if gap < Self.gapMetres * Self.gapMetres {
                    sets.join(UInt32(row), UInt32(other))
                }
            }
            bySettlement[key, default: []].append(row)
        }
        var joined: [UInt32: [Int]] = [:]
        for row in members.indices { joined[sets.root(of: UInt32(row)), default: []].append(row) }
        return joined.keys.sorted().map { root in
            let parts = joined[root, default: []].sorted {
                (members[$1].ways.count, $0) < (members[$0].ways.count, $1)
            }
            return street(parts.flatMap { members[$0].ways }, members[parts[0]].key.area)
        }
    }

    private func street(_ rows: [Int], _ area: AreaKey) -> EntryDraft {
        var names = ways[rows[0]].names
        var samples: [MapPoint] = []
        var box = MapBox()
        var importance: UInt8 = 0
        for row in rows {
            let way = ways[row]
            for name in way.names where names.count < PlaceIndexBuilder.maximumNames {
                if !names.contains(where: { $0.text == name.text }) { names.append(name) }
            }
            samples += way.samples
            box.include(way.box)
            importance = max(importance, way.importance)
        }
        // Longer streets are better known and get a bonus of up to 30.
        let length = UInt8(min(30, samples.count / 4))
        var street = EntryDraft(
            kind: .street, importance: importance + min(length, .max - importance), names: names,
            anchor: Self.middle(of: samples), area: area)
        street.box = box
        street.samples = samples
        return street
    }

    /// The point nearest to the mean of all points; at least one is required.
    static func middle(of points: [MapPoint]) -> MapPoint {
        let mean = MapPoint(middleOf: points) ?? MapPoint(latitude: 0, longitude: 0)
        let scale = MapScale(at: mean)
        return points.min { scale.squaredMetres($0, mean) < scale.squaredMetres($1, mean) } ?? mean
    }
}
