import TransitModel

#if !hasFeature(Embedded)
import Synchronization
#endif

/// Footpaths at walking speeds other than the one the network assumes, made when
/// a search first asks for a speed and shared by all searches.
final class ScaledWalks: Sendable {
    /// The number of speeds that are kept; the oldest one makes room.
    private static let maximumSpeeds = 4

    private let known = Mutex<[(percent: Int32, walks: Column<RoutingColumns.Walk>)]>([])

    /// Returns the footpaths that take `percent` of the time; 10...1000.
    /// - Complexity: linear in the footpaths for a speed that is not known yet.
    func walks(atPercent percent: Int32, of columns: RoutingColumns) -> Column<RoutingColumns.Walk>
    {
        if let walks = known.withLock({ known in known.first { $0.percent == percent }?.walks }) {
            return walks
        }
        // Two searches may scale them concurrently; either copy serves.
        let walks = Self.scaled(percent, columns)
        known.withLock { known in
            if known.count >= Self.maximumSpeeds { known.removeFirst() }
            known.append((percent, walks))
        }
        return walks
    }

    private static func scaled(
        _ percent: Int32, _ columns: RoutingColumns
    ) -> Column<RoutingColumns.Walk> {
        var walks = Array(columns.transfers.walks.buffer)
        for location in 0..<columns.locations.count {
            let rows = columns.transfers.rows(from: location)
            for row in rows {
                let walk = walks[row]
                // A stated duration may include more than walking, so it grows but does not shrink.
                // Transfers between parts of a stop are not walks at all.
                let isTransfer =
                    columns.locations.stop(of: walk.target)
                    == columns.locations.stop(of: UInt32(location))
                if isTransfer || percent < 100 && columns.transfers.isStated[row] { continue }
                let seconds = (Int64(walk.seconds) * Int64(percent) + 99) / 100
                walks[row] = RoutingColumns.Walk(seconds: Int32(seconds), target: walk.target)
            }
            walks[rows].sort { ($0.seconds, $0.target) < ($1.seconds, $1.target) }
        }
        return Column(copying: walks)
    }
}

extension RoutingColumns {
    /// Returns the footpaths at a walking speed.
    ///
    /// 100 is as stated, 150 half as long again; values are limited to 10...1000.
    func walks(atPercent percent: Int32) -> Column<Walk> {
        let percent = min(max(percent, 10), 1000)
        return percent == 100
            ? transfers.walks : transfers.scaledWalks.walks(atPercent: percent, of: self)
    }
}
