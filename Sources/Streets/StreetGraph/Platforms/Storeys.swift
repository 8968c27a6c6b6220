import OSMPBF

/// The nodes at which platforms of different levels lie above each other without being connected.
///
/// Mappers often draw such platforms with the same nodes. There is no lift at these nodes: nobody
/// can change the level.
struct Storeys {
    /// The number of a way's storey, by the row of the node and the way; 0 is not stored.
    private var numbers: [UInt64: UInt8] = [:]

    init() {}

    init(_ ways: WalkableWays) {
        let shared = Self.sharedNodes(ways)
        guard !shared.isEmpty else { return }
        var found: [Int64: [UInt32]] = [:]
        for way in 0..<ways.count {
            for node in ways.nodes[ways.range(of: way)] where shared.contains(node) {
                found[node, default: []].append(UInt32(way))
            }
        }
        for (node, parts) in found {
            guard let row = ways.positions.row(of: node),
                !(ways.nodeTraits[row]?.contains(.lift) ?? false)
            else { continue }
            separate(parts, at: UInt32(row), ways)
        }
    }

    func number(of way: Int, at row: UInt32) -> UInt8 {
        numbers.isEmpty ? 0 : numbers[Self.key(UInt32(way), row)] ?? 0
    }

    private static func key(_ way: UInt32, _ row: UInt32) -> UInt64 {
        UInt64(row) << 32 | UInt64(way)
    }

    /// The nodes of platforms whose levels do not overlap.
    private static func sharedNodes(_ ways: WalkableWays) -> Set<Int64> {
        var levels: [Int64: LevelRange] = [:]
        var shared: Set<Int64> = []
        for way in 0..<ways.count where ways.traits[way].contains(.platform) {
            guard let own = ways.levels[UInt32(way)] else { continue }
            for node in ways.nodes[ways.range(of: way)] {
                if let other = levels[node], !own.overlaps(other) { shared.insert(node) }
                levels[node] = own
            }
        }
        return shared
    }

    /// Numbers the groups of ways with overlapping levels from the lowest one.
    ///
    /// Ways of unknown level belong to the lowest group.
    private mutating func separate(_ parts: [UInt32], at row: UInt32, _ ways: WalkableWays) {
        let known = parts.compactMap { way in ways.levels[way].map { (way: way, levels: $0) } }
            .sorted { ($0.levels.low, $0.way) < ($1.levels.low, $1.way) }
        guard var top = known.first?.levels.high else { return }
        var storey: UInt8 = 0
        for part in known {
            if part.levels.low > top, storey < .max { storey += 1 }
            top = max(top, part.levels.high)
            if storey > 0 { numbers[Self.key(part.way, row)] = storey }
        }
    }
}
