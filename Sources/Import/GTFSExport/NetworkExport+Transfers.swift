import Archives
import Timetables
import TransitModel

// transfers.txt.
extension NetworkExport {
    private struct Pair: Hashable {
        let from: StopIndex
        let to: StopIndex
    }

    /// Writes stated transfer times and walks, then the rules for particular routes and trips.
    ///
    /// Walks derived from distance alone are left out, because an importer derives them again.
    ///
    /// - Throws: `ZipFileError` if the archive cannot be written.
    func writeTransfers(to zip: ZipFileWriter) throws(ZipFileError) {
        let paths = timetable.footpaths
        let rules = 0..<paths.ruleTypes.count
        let general = Set(rules.filter(isGeneral).map(pair))
        var table = ExportTable(
            "transfers.txt",
            [
                "from_stop_id", "to_stop_id", "from_route_id", "to_route_id", "from_trip_id",
                "to_trip_id", "transfer_type", "min_transfer_time",
            ], in: zip)
        let stated = FootpathColumns.statedFlag | FootpathColumns.pathwayFlag
        for stop in timetable.stops.indices where isForTransfers(stop) {
            let seconds = timetable.stops.transferSeconds[stop]
            if seconds >= 0, !general.contains(Pair(from: stop, to: stop)) {
                try writeWalk(from: stop, to: stop, seconds: Int(seconds), to: &table)
            }
            for walk in paths.offsets[stop] where paths.flags[walk] & stated != 0 {
                let target = paths.targets[walk]
                guard isForTransfers(target), !general.contains(Pair(from: stop, to: target))
                else { continue }
                try writeWalk(
                    from: stop, to: target, seconds: Int(paths.seconds[walk]), to: &table)
            }
        }
        for rule in rules { try writeRule(rule, to: &table) }
        try table.finish()
    }

    /// Whether GTFS allows transfers at the stop, which is so for platforms and stations only.
    private func isForTransfers(_ stop: StopIndex) -> Bool {
        let type = timetable.stops.locationType(stop)
        return type == .stop || type == .station
    }

    private func isGeneral(_ rule: Int) -> Bool {
        let paths = timetable.footpaths
        return paths.ruleFromRoutes[rule] == .none && paths.ruleToRoutes[rule] == .none
            && paths.ruleFromTrips[rule] == .none && paths.ruleToTrips[rule] == .none
    }

    private func pair(_ rule: Int) -> Pair {
        Pair(
            from: timetable.footpaths.ruleFromStops[rule], to: timetable.footpaths.ruleToStops[rule]
        )
    }

    private func writeWalk(
        from: StopIndex, to: StopIndex, seconds: Int, to table: inout ExportTable
    ) throws(ZipFileError) {
        table.add(bytes(timetable.stops.ids[from]))
        table.add(bytes(timetable.stops.ids[to]))
        for _ in 0..<4 { table.addEmpty() }
        table.add(Int(TransferType.minimumTime.rawValue))
        table.add(seconds)
        try table.endLine()
    }

    private func writeRule(_ rule: Int, to table: inout ExportTable) throws(ZipFileError) {
        let paths = timetable.footpaths
        for stop in [paths.ruleFromStops[rule], paths.ruleToStops[rule]] {
            table.add(bytes(stop == .none ? .none : timetable.stops.ids[stop]))
        }
        for route in [paths.ruleFromRoutes[rule], paths.ruleToRoutes[rule]] {
            table.add(bytes(route == .none ? .none : timetable.routes.ids[route]))
        }
        for trip in [paths.ruleFromTrips[rule], paths.ruleToTrips[rule]] {
            table.add(bytes(trip == .none ? .none : timetable.trips.ids[trip]))
        }
        table.add(Int(paths.ruleTypes[rule]))
        table.add(paths.ruleSeconds[rule] < 0 ? nil : Int(paths.ruleSeconds[rule]))
        try table.endLine()
    }
}
