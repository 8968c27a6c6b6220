import GTFS
import Timetables
import TransitModel

// transfers.txt and pathways.txt.
extension FeedReader {
    func readTransfers() throws {
        try read(.transfers, TransfersColumns.init) { table, row, columns in
            let kind = TransferType(
                rawValue: UInt8(table.enumeration(row, columns.type, maximum: 5)))
            guard let type = kind,
                let fromStop = reference(table, row, columns.fromStop, stopIDs),
                let toStop = reference(table, row, columns.toStop, stopIDs),
                let fromRoute = reference(table, row, columns.fromRoute, routeIDs),
                let toRoute = reference(table, row, columns.toRoute, routeIDs),
                let fromTrip = reference(table, row, columns.fromTrip, tripIDs),
                let toTrip = reference(table, row, columns.toTrip, tripIDs)
            else { return }
            let isBetweenTrips = type == .inSeat || type == .mustAlight
            if isBetweenTrips
                ? (fromTrip == .none || toTrip == .none)
                : (fromStop == .none || toStop == .none)
            {
                table.note(
                    .missingRequiredField, row,
                    isBetweenTrips ? columns.fromTrip : columns.fromStop)
                return
            }
            if let succession, !isBetweenTrips, fromTrip == .none, toTrip == .none,
                succession.knows(fromStop), succession.knows(toStop)
            {
                return
            }
            guard checkPlaces(table, row, columns, from: fromStop, to: toStop) else { return }
            var rule = TransferRule(
                from: fromStop, to: toStop, type: type,
                seconds: Int32(table.integer(row, columns.seconds, in: 0...86_400) ?? -1))
            (rule.fromRoute, rule.toRoute) = (fromRoute, toRoute)
            (rule.fromTrip, rule.toTrip) = (fromTrip, toTrip)
            draft.transfers.append(rule)
        }
    }

    private struct TransfersColumns {
        let fromStop, toStop, fromRoute, toRoute, fromTrip, toTrip: Int
        let type, seconds: Int

        init(_ table: GTFSTable) {
            fromStop = table.column("from_stop_id")
            toStop = table.column("to_stop_id")
            fromRoute = table.column("from_route_id")
            toRoute = table.column("to_route_id")
            fromTrip = table.column("from_trip_id")
            toTrip = table.column("to_trip_id")
            type = table.column("transfer_type")
            seconds = table.column("min_transfer_time")
        }
    }

    /// The index of the referenced row: `ColumnIndex.none` if empty, nil with a notice if
    /// unknown.
    private func reference<Table>(
        _ table: GTFSTable, _ row: CSVRow, _ column: Int, _ ids: IDMap<Table>
    ) -> ColumnIndex<Table>? {
        let key = table.text(row, column)
        if key.isEmpty { return ColumnIndex<Table>.none }
        if let index = ids.find(key) { return index }
        table.note(.foreignKeyViolation, row, column)
        return nil
    }

    private func checkPlaces(
        _ table: GTFSTable, _ row: CSVRow, _ columns: TransfersColumns, from: StopIndex,
        to: StopIndex
    ) -> Bool {
        for (stop, column) in [(from, columns.fromStop), (to, columns.toStop)] where stop != .none {
            let type = draft.stops[stop.row].locationType
            if type != .stop, type != .station {
                table.note(.transferWithInvalidStopLocationType, row, column)
                return false
            }
        }
        if from != .none, to != .none, let a = draft.stops[from.row].coordinate,
            let b = draft.stops[to.row].coordinate, a.distanceMetres(to: b) > 10_000
        {
            table.note(.transferDistanceTooLarge, row, columns.toStop)
        }
        return true
    }

    func readPathways() throws {
        var (from, to, mode, both, length, time, stairs) = (0, 0, 0, 0, 0, 0, 0)
        try read(.pathways) { table in
            from = table.column("from_stop_id")
            to = table.column("to_stop_id")
            mode = table.column("pathway_mode")
            both = table.column("is_bidirectional")
            length = table.column("length")
            time = table.column("traversal_time")
            stairs = table.column("stair_count")
        } onRow: { table, row in
            guard let fromStop = reference(table, row, from, stopIDs),
                let toStop = reference(table, row, to, stopIDs)
            else { return }
            guard fromStop != .none, toStop != .none else {
                table.note(.missingRequiredField, row, fromStop == .none ? from : to)
                return
            }
            if let succession, succession.knows(fromStop), succession.knows(toStop) { return }
            let kind = table.enumeration(row, mode, maximum: 7)
            let stairCount = abs(table.integer(row, stairs, in: -10_000...10_000) ?? 0)
            let metres = table.double(row, length, in: 0...100_000)
            let seconds =
                table.integer(row, time, in: 1...86_400)
                ?? Self.pathwaySeconds(metres: metres, stairs: stairCount)
            draft.pathways.append(
                PathwayDraft(
                    from: fromStop, to: toStop, seconds: Int32(seconds),
                    // 2 is stairs, 4 an escalator; see pathway_mode in the specification.
                    hasStairs: kind == 2 || kind == 4 || stairCount > 0,
                    isBidirectional: table.enumeration(row, both, maximum: 1) == 1))
        }
    }

    /// A walking time in seconds where the feed has none: 1.25 m/s plus 0.5 s per stair, else 15 s.
    private static func pathwaySeconds(metres: Double?, stairs: Int) -> Int {
        let walk = (metres ?? 0) / 1.25 + Double(stairs) * 0.5
        return walk > 0 ? Int(walk.rounded(.up)) : 15
    }
}
