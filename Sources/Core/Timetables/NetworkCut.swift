#if !hasFeature(Embedded)

package import TransitModel

/// A network file without the days, runs and texts that a device does not need.
///
/// Stops, routes, patterns, agencies and footpaths keep their rows, runs and trips their order, so
/// that equal questions about the remaining days have equal answers. The cursors of boards name
/// rows and hold for one file only.
package struct NetworkCut {
    private let timetable: Timetable
    private let days: ClosedRange<ServiceDay>
    /// The old rows that remain, in order.
    private var runs: [UInt32] = []
    private var trips: [UInt32] = []
    private var paths: [UInt32] = []
    private var shapes: [UInt32] = []
    private var callLists: [UInt32] = []
    /// The new row of each old one; `UInt32.max` where it is gone.
    private var newRows: [ColumnID: [UInt32]] = [:]

    /// Prepares the part of a network on some days; it is empty if the network has none of them.
    package init(_ timetable: Timetable, days: ClosedRange<ServiceDay>) {
        self.timetable = timetable
        let services = timetable.services
        let first = max(days.lowerBound, services.firstDay)
        self.days = first...max(first, min(days.upperBound, services.lastDay))
        selectRuns()
        selectOthers()
    }

    /// The number of runs that remain.
    package var runCount: Int { runs.count }

    private mutating func selectRuns() {
        let (services, patterns) = (timetable.services, timetable.patterns)
        let runs = (0..<services.count).map { row in
            sequence(first: days.lowerBound) { $0.advanced(by: 1) }.prefix { $0 <= days.upperBound }
                .contains { services.isActive(ServiceIndex(row), on: $0) }
        }
        for pattern in patterns.indices {
            self.runs += patterns.runs(of: pattern).filter { runs[patterns.runServices[$0].row] }
                .map(\.rawValue)
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
            var new = [UInt32](repeating: .max, count: count)
            for (row, old) in rows.enumerated() { new[Int(old)] = UInt32(row) }
            newRows[table] = new
        }
    }

    /// Returns the bytes of the file.
    ///
    /// - Throws: ``NetworkFileError`` if the file is damaged.
    package func bytes() throws(NetworkFileError) -> [UInt8] {
        var columns = NetworkCutColumns(timetable.sources.file, newRows)
        columns.select(NetworkLayout.columns(ofTable: .tripID), trips)
        columns.select([.runStart, .runService, .runTrip], runs)
        columns.select([.pathShape], paths)
        columns.select([.shapeID], shapes)
        try columns.selectLists(.shapePointOffsets, shapes)
        try columns.selectLists(.pathDistanceOffsets, paths)
        try columns.selectLists(.callListOffsets, callLists)
        try columns.selectLists(.tripRunOffsets, trips)
        try columns.filterLists(.tripRunOffsets, by: .tripRun)
        writeRuns(&columns)
        writeDays(&columns)
        columns.filterTransfers()
        columns.drop(NetworkLayout.columns(ofTable: .noticeCode))
        columns.drop(NetworkLayout.columns(ofTable: .noticeCountCode))
        columns.set(
            .tripIDTable, IDTable.slots(trips.map { timetable.trips.id(TripIndex(Int($0))) }))
        return try columns.bytes()
    }

    /// The runs of each pattern, and their times, each shared by runs with equal ones.
    private func writeRuns(_ columns: inout NetworkCutColumns) {
        let table = timetable.patterns
        var offsets: [UInt32] = [0]
        var starts: [UInt32] = []
        var narrow = SharedProfiles(table.profileArrivals, table.profileDepartures)
        var wide = SharedProfiles(table.wideProfileArrivals, table.wideProfileDepartures)
        var next = runs[...]
        for pattern in table.indices {
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
        columns.set(.patternRunCount, table.indices.map { UInt32(table.allRunCount(of: $0)) })
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
