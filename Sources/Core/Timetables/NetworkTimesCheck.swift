import TransitModel

/// Checks what several columns of a network file together say about runs: their times, positions,
/// call details and paths.
///
/// The columns' indices were checked before.
struct NetworkTimesCheck {
    /// The latest offset or start in seconds: times stay far from the limits of 32 bits.
    private static let maximumSeconds: Int32 = 100_000_000

    private let file: NetworkFile

    init(_ file: NetworkFile) {
        self.file = file
    }

    /// - Throws: ``NetworkFileError/damaged(path:part:)`` with the first column that is wrong.
    func run() throws(NetworkFileError) {
        let patterns = try PatternColumns(file)
        try checkSeconds(patterns)
        let callLists = try file.offsets(.callListOffsets)
        let paths = try file.offsets(.pathDistanceOffsets)
        let (tripLists, tripPaths): (Column<UInt32>, Column<UInt32>) = (
            try file.column(.tripCallList), try file.column(.tripPath)
        )
        for pattern in patterns.indices {
            let stops = patterns.stops(of: pattern).count
            guard stops > 1 else { throw damaged(.patternStopOffsets) }
            let isWide = patterns.flags[pattern] & PatternColumns.wideFlag != 0
            let times =
                (isWide ? patterns.wideProfileArrivals.count : patterns.profileArrivals.count)
            var last: UInt32?
            for run in patterns.runs(of: pattern) {
                let profile = patterns.runProfiles[run]
                guard profile < times, Int(profile) + stops <= times else {
                    throw damaged(.runProfile)
                }
                // Runs of one pattern mostly share their times with the run before.
                if profile != last {
                    let rows = Int(profile)..<Int(profile) + stops
                    guard neverDecrease(patterns, rows, isWide: isWide) else {
                        throw damaged(isWide ? .wideProfileArrival : .profileArrival)
                    }
                    last = profile
                }
                let trip = patterns.runTrips[run]
                let (list, path) = (tripLists[trip], tripPaths[trip])
                guard list == TripColumns.noCallList || callLists[Int(list)].count >= stops else {
                    throw damaged(.callListOffsets)
                }
                guard path == TripColumns.noPath || paths[Int(path)].count >= stops else {
                    throw damaged(.pathDistanceOffsets)
                }
            }
        }
        try checkCalls(patterns)
        try checkShapes()
    }

    /// Returns whether a vehicle arrives, departs and arrives in this order.
    private func neverDecrease(
        _ patterns: PatternColumns, _ rows: Range<Int>, isWide: Bool
    ) -> Bool {
        var last: Int32 = 0
        for row in rows {
            let (arrival, departure) =
                isWide
                ? (patterns.wideProfileArrivals[row], patterns.wideProfileDepartures[row])
                : (Int32(patterns.profileArrivals[row]), Int32(patterns.profileDepartures[row]))
            guard arrival >= last || row == rows.lowerBound, departure >= arrival else {
                return false
            }
            last = departure
        }
        return true
    }

    private func damaged(_ column: ColumnID) -> NetworkFileError {
        .damaged(path: "network", part: column.name)
    }

    private func checkSeconds(_ patterns: PatternColumns) throws(NetworkFileError) {
        for (id, column) in [
            (ColumnID.runStart, patterns.runStarts),
            (.wideProfileArrival, patterns.wideProfileArrivals),
            (.wideProfileDeparture, patterns.wideProfileDepartures),
        ] {
            for seconds in column.buffer {
                guard seconds.magnitude <= UInt32(Self.maximumSeconds) else { throw damaged(id) }
            }
        }
    }

    /// The calls at each stop are positions of their patterns where that stop is.
    private func checkCalls(_ patterns: PatternColumns) throws(NetworkFileError) {
        let offsets = try file.offsets(.stopCallOffsets)
        let callPatterns: Column<PatternIndex> = try file.column(.stopCallPattern)
        let positions: Column<UInt32> = try file.column(.stopCallPosition)
        for stop in 0..<offsets.count {
            for call in offsets[stop] {
                let stops = patterns.stops(of: callPatterns[call])
                let position = positions[call]
                guard position < stops.count, stops[Int(position)] == StopIndex(stop) else {
                    throw damaged(.stopCallPosition)
                }
            }
        }
    }

    /// Shapes have a point, and no distance is infinite.
    private func checkShapes() throws(NetworkFileError) {
        let points = try file.offsets(.shapePointOffsets)
        for shape in 0..<points.count where points[shape].isEmpty {
            throw damaged(.shapePointOffsets)
        }
        for id in [ColumnID.shapeDistance, .pathDistance] {
            let distances: Column<Float> = try file.column(id)
            for distance in distances.buffer where !distance.isFinite { throw damaged(id) }
        }
    }
}
