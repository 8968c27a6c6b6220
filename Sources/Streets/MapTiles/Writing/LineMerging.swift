/// Joins the lines of one class and name where exactly two of them meet, so that names find room
/// and tiles stay small.
enum LineMerging {
    private struct Key: Hashable {
        let type: FeatureClass
        let names: FeatureNames
    }

    /// Returns the features with their lines joined; areas and points stay as they are.
    static func merged(_ features: [TileFeature]) -> [TileFeature] {
        var result = features.filter { $0.type.isArea || $0.type.isPoint }
        var groups: [Key: [[WorldPoint]]] = [:]
        var order: [Key] = []
        for feature in features where !feature.type.isArea && !feature.type.isPoint {
            let key = Key(type: feature.type, names: feature.names)
            if groups[key] == nil { order.append(key) }
            groups[key, default: []] += feature.parts
        }
        for key in order {
            for line in joined(groups[key] ?? []) {
                result.append(TileFeature(key.type, key.names, [line]))
            }
        }
        return result
    }

    private static func joined(_ lines: [[WorldPoint]]) -> [[WorldPoint]] {
        var counts: [WorldPoint: Int] = [:]
        for line in lines {
            counts[line[0], default: 0] += 1
            counts[line[line.count - 1], default: 0] += 1
        }
        // Lines that meet at junctions of more than two stay apart: joining them has no one way.
        var parts: [[WorldPoint]] = []
        var rest: [[WorldPoint]] = []
        for line in lines {
            let isLoose = [line[0], line[line.count - 1]].allSatisfy { counts[$0] != 2 }
            if isLoose { parts.append(line) } else { rest.append(line) }
        }
        let (closed, open) = Rings.joined(rest)
        return parts + closed + open
    }
}
