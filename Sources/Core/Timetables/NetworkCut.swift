#if !hasFeature(Embedded)

package import TransitModel

/// A network file without the days, runs and texts that a device does not need.
///
/// Stops, routes and patterns keep their rows, in the file of a region their order, and runs and
/// trips keep their order, so that equal questions about the remaining days have equal answers. The
/// cursors of boards name rows and hold for one file only.
package struct NetworkCut {
    private let timetable: Timetable
    private let days: ClosedRange<ServiceDay>
    /// The old rows that remain, in order.
    private var runs: [UInt32] = []
    private var trips: [UInt32] = []
    private var paths: [UInt32] = []
    private var shapes: [UInt32] = []
    private var callLists: [UInt32] = []
    private var patterns: [UInt32]
    /// The stops and routes of a region; nil for all.
    private var stops: [UInt32]?
    private var routes: [UInt32]?
    /// The new row of each old one; `UInt32.max` where it is gone.
    private var newRows: [ColumnID: [UInt32]] = [:]

    /// Prepares the part of a network on some days, of a region or of all; it is empty if the
    /// network has none of the days.
    package init(
        _ timetable: Timetable, days: ClosedRange<ServiceDay>, region: NetworkRegion? = nil
    ) {
        self.timetable = timetable
        let services = timetable.services
        let first = max(days.lowerBound, services.firstDay)
        self.days = first...max(first, min(days.upperBound, services.lastDay))
        let rows = region?.rows(of: timetable)
        stops = rows?.stops
        patterns = rows?.patterns ?? timetable.patterns.indices.map(\.rawValue)
        selectRuns()
        selectOthers()
        if rows != nil { selectRoutes() }
    }

    /// The number of runs that remain.
    package var runCount: Int { runs.count }

    private mutating func selectRuns() {
        let (services, table) = (timetable.services, timetable.patterns)
        let runs = (0..<services.count).map { row in
            sequence(first: days.lowerBound) { $0.advanced(by: 1) }.prefix { $0 <= days.upperBound }
                .contains { services.isActive(ServiceIndex(row), on: $0) }
        }
        for pattern in patterns {
            self.runs += table.runs(of: PatternIndex(rawValue: pattern))
                .filter { runs[table.runServices[$0].row] }.map(\.rawValue)
        }
    }

    private mutating func selectOthers() {
        let columns = timetable.trips
        var kept = Set(runs.map { timetable.patterns.runTrips[Int($0)].rawValue })
        // A trip that another one shows must find it, even if that one never runs on these days.
        kept.formUnion(kept.compactMap { columns.shown(TripIndex(rawValue: $0))?.rawValue })
        trips = kept.sorted()
        func named(_ column: Column<UInt32>) -> [UInt32] {
            Set(trips.map { column[Int($0)] }.filter { $0 != .max }).sorted()
        }
        paths = named(columns.paths)
        callLists = named(columns.callLists)
        shapes = Set(paths.map { timetable.shapes.pathShapes[Int($0)].rawValue }).sorted()
        for (table, rows, count) in [
            (ColumnID.runStart, runs, timetable.patterns.runCount),
            (.tripID, trips, columns.count),
            (.pathShape, paths, timetable.shapes.pathShapes.count),
            (.shapeID, shapes, timetable.shapes.count),
            (.callListOffsets, callLists, columns.callListOffsets.count),
        ] {
            number(rows, of: table, count)
        }
    }

    /// Numbers what a region has of the tables that a whole network keeps.
    private mutating func selectRoutes() {
        // A trip that another one shows may belong to another line.
        let kept = Set(
            patterns.map { timetable.patterns.routes[Int($0)].rawValue }
                + trips.map { timetable.trips.routes[Int($0)].rawValue }
        ).sorted()
        routes = kept
        number(kept, of: .routeID, timetable.routes.count)
        number(patterns, of: .patternRoute, timetable.patterns.indices.count)
        number(stops ?? [], of: .stopID, timetable.stops.count)
    }

    private mutating func number(_ rows: [UInt32], of table: ColumnID, _ count: Int) {
        var new = [UInt32](repeating: .max, count: count)
        for (row, old) in rows.enumerated() { new[Int(old)] = UInt32(row) }
        newRows[table] = new
    }

    /// Returns the bytes of the file.
    ///
    /// - Throws: ``NetworkFileError`` if the network's file is damaged.
    package func bytes() throws(NetworkFileError) -> [UInt8] { try writer().bytes() }

    /// Writes the file, of which no second copy is in memory meanwhile.
    ///
    /// - Throws: ``NetworkFileError`` if the network's file is damaged or this one cannot be
    ///   written.
    package func write(to path: String) throws(NetworkFileError) { try writer().write(to: path) }

    private func writer() throws(NetworkFileError) -> NetworkFileWriter {
        var columns = NetworkCutColumns(timetable.sources.file, newRows)
        columns.select(NetworkLayout.columns(ofTable: .tripID), trips)
        columns.select([.runStart, .runService, .runTrip], runs)
        columns.select([.pathShape], paths)
        columns.select(NetworkLayout.columns(ofTable: .shapeID), shapes)
        try columns.selectLists(.shapePointOffsets, shapes)
        try columns.selectLists(.pathDistanceOffsets, paths)
        try columns.selectLists(.callListOffsets, callLists)
        try columns.selectLists(.tripRunOffsets, trips)
        try columns.filterLists(.tripRunOffsets, by: .tripRun)
        if let stops, let routes { try selectRegion(stops, routes, in: &columns) }
        writeRuns(&columns)
        writeDays(&columns)
        columns.filterTransfers()
        columns.drop(NetworkLayout.columns(ofTable: .noticeCode))
        columns.drop(NetworkLayout.columns(ofTable: .noticeCountCode))
        columns.set(
            .tripIDTable, IDTable.slots(trips.map { timetable.trips.id(TripIndex(Int($0))) }))
        return try columns.writer()
    }

    /// Keeps the rows of a region's stops, routes and patterns, and what leads from one to another.
    private func selectRegion(
        _ stops: [UInt32], _ routes: [UInt32], in columns: inout NetworkCutColumns
    ) throws(NetworkFileError) {
        for (table, rows) in [
            (ColumnID.stopID, stops), (.routeID, routes), (.patternRoute, patterns),
        ] {
            columns.select(NetworkLayout.columns(ofTable: table), rows)
            for list in NetworkLayout.lists
            where list.rows == table && columns.contains(list.offsets) {
                // `writeRuns` writes these.
                guard list.offsets != .patternRunOffsets else { continue }
                try columns.selectLists(list.offsets, rows)
                guard NetworkLayout.references.contains(where: { $0.column == list.of }) else {
                    continue
                }
                try columns.filterLists(list.offsets, by: list.of)
            }
        }
        columns.set(
            .stopIDTable, IDTable.slots(stops.map { timetable.stops.id(StopIndex(Int($0))) }))
        columns.set(
            .routeIDTable, IDTable.slots(routes.map { timetable.routes.id(RouteIndex(Int($0))) }))
    }

    /// The runs of each pattern, and their times, each shared by runs with equal ones.
    private func writeRuns(_ columns: inout NetworkCutColumns) {
        let table = timetable.patterns
        var offsets: [UInt32] = [0]
        var starts: [UInt32] = []
        var narrow = SharedProfiles(table.profileArrivals, table.profileDepartures)
        var wide = SharedProfiles(table.wideProfileArrivals, table.wideProfileDepartures)
        var next = runs[...]
        let patterns = patterns.map { PatternIndex(rawValue: $0) }
        for pattern in patterns {
            let (stops, all) = (table.stops(of: pattern).count, table.runs(of: pattern))
            while let run = next.first, run < all.upperBound.rawValue {
                next.removeFirst()
                let old = table.runProfiles[Int(run)]
                let isWide = table.flags[pattern] & PatternColumns.wideFlag != 0
                starts.append(isWide ? wide.row(old, stops) : narrow.row(old, stops))
            }
            offsets.append(UInt32(starts.count))
        }
        columns.set(.patternRunOffsets, offsets)
        columns.set(.patternRunCount, patterns.map { UInt32(table.allRunCount(of: $0)) })
        columns.set(.runProfile, starts)
        columns.set(.profileArrival, narrow.arrivals)
        columns.set(.profileDeparture, narrow.departures)
        columns.set(.wideProfileArrival, wide.arrivals.map { UInt32(bitPattern: $0) })
        columns.set(.wideProfileDeparture, wide.departures.map { UInt32(bitPattern: $0) })
    }

    /// The days of each service, of which the first one is the first day that remains.
    private func writeDays(_ columns: inout NetworkCutColumns) {
        let services = timetable.services
        let count = days.lowerBound.distance(to: days.upperBound) + 1
        var sets: [[UInt64]: UInt32] = [:]
        var (rows, words): ([UInt32], [UInt64]) = ([], [])
        for row in 0..<services.count {
            var bits = [UInt64](repeating: 0, count: (count + 63) / 64)
            for day in 0..<count
            where services.isActive(ServiceIndex(row), on: days.lowerBound.advanced(by: day)) {
                bits[day / 64] |= 1 << UInt64(day % 64)
            }
            if sets[bits] == nil {
                sets[bits] = UInt32(sets.count)
                words += bits
            }
            rows.append(sets[bits] ?? 0)
        }
        columns.set(.serviceDaySet, rows)
        columns.set(.daySetWords, words)
        var metadata = NetworkMetadata.Key.allCases.map { timetable.metadata[$0] }
        metadata[NetworkMetadata.Key.firstDay.rawValue] = Int64(days.lowerBound.daysSince1970)
        metadata[NetworkMetadata.Key.dayCount.rawValue] = Int64(count)
        columns.set(.metadata, metadata.map { UInt64(bitPattern: $0) })
    }
}

/// The times of runs, each stored once.
private struct SharedProfiles<Seconds: BitwiseCopyable> {
    private let source: (arrivals: Column<Seconds>, departures: Column<Seconds>)
    private var known: [UInt64: UInt32] = [:]
    private(set) var arrivals: [Seconds] = []
    private(set) var departures: [Seconds] = []

    init(_ arrivals: Column<Seconds>, _ departures: Column<Seconds>) {
        source = (arrivals, departures)
    }

    /// Returns the new start of a profile.
    mutating func row(_ old: UInt32, _ stops: Int) -> UInt32 {
        let key = UInt64(old) << 32 | UInt64(stops)
        if let row = known[key] { return row }
        let row = UInt32(arrivals.count)
        let rows = Int(old)..<Int(old) + stops
        arrivals += source.arrivals[rows]
        departures += source.departures[rows]
        known[key] = row
        return row
    }
}

#endif
