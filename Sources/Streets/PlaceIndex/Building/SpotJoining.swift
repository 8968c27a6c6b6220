/// Makes one place of points of interest that are mapped twice, as a point and as a building.
enum SpotJoining {
    /// Two of one name that are nearer are the same.
    private static let metres = 150.0

    /// - Complexity: linear; for a name, quadratic in the places that have it, up to a limit.
    static func entries(_ spots: [SpotDraft], _ map: inout LocalityMap) -> [EntryDraft] {
        var entries: [EntryDraft] = []
        var byName: [UInt32: [Int]] = [:]
        for spot in spots {
            let name = spot.names[0].text
            let scale = MapScale(at: spot.point)
            // Of a name that thousands have, the last ones are enough: files are sorted by area or
            // age.
            let twin = byName[name, default: []].suffix(500).first {
                scale.squaredMetres(entries[$0].anchor, spot.point) < metres * metres
            }
            if let twin {
                let known = Set(entries[twin].names.map(\.text))
                entries[twin].names += spot.names.filter { !known.contains($0.text) }
                if spot.importance > entries[twin].importance {
                    entries[twin].importance = spot.importance
                    entries[twin].category = spot.category
                }
                continue
            }
            var entry = EntryDraft(
                kind: .pointOfInterest, category: spot.category, importance: spot.importance,
                names: spot.names, anchor: spot.point, area: map.area(at: spot.point))
            entry.box.include(spot.point)
            entry.samples = [spot.point]
            byName[name, default: []].append(entries.count)
            entries.append(entry)
        }
        return entries
    }
}
