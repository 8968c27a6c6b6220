/// Merges points of interest that are mapped both as a point and as a building.
enum SpotJoining {
    /// The maximum distance in metres between duplicates.
    private static let metres = 150.0

    /// The merged entries.
    ///
    /// - Complexity: Linear; for each name, quadratic in its places up to a limit.
    static func entries(_ spots: [SpotDraft], _ map: inout LocalityMap) -> [EntryDraft] {
        var entries: [EntryDraft] = []
        var byName: [UInt32: [Int]] = [:]
        for spot in spots {
            let name = spot.names[0].text
            let scale = MapScale(at: spot.point)
            // Files are sorted by area or age, so for frequent names comparing the last ones
            // suffices.
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
