import GTFS
import Timetables
import TransitModel

/// Converts a draft to the columns of a network file.
///
/// The steps: runs, patterns, days, walks, a new order of stops and trips for locality, then the
/// columns, group by group.
struct NetworkAssembler {
    let draft: NetworkDraft
    let walking: WalkingAssumptions
    private(set) var runs: [RunDraft]
    private(set) var patterns: [(group: UInt32, runs: Range<Int>)]
    /// The stop sequence of each group, by old stop indices.
    private(set) var groupStops: [[UInt32]] = []
    private(set) var order: StopOrder
    /// The new index of each old trip; `none` for trips left out.
    private(set) var newTrip: [TripIndex]
    private(set) var oldTrip: [Int] = []
    /// The new index of each old shape; `none` for shapes without trips.
    private(set) var newShape: [ShapeIndex]
    let days: DaySetBuilder
    let stations: JoinedStations
    let shared: SharedTrips

    var patternCount: Int { patterns.count }

    var tripCount: Int { oldTrip.count }

    /// Prepares all structures without writing columns.
    ///
    /// `vehicles` finds shapes for trips that lack them; nil leaves them straight.
    init(_ draft: NetworkDraft, walking: WalkingAssumptions, vehicles: VehicleRouter?) {
        self.draft = draft
        self.walking = walking
        var borrower = ShapeBorrower(draft)
        borrower.borrow()
        if let vehicles {
            var matcher = ShapeMatcher(draft, vehicles)
            matcher.match()
        }
        var expander = RunExpander(draft)
        runs = expander.runs()
        var splitter = PatternSplitter(draft)
        patterns = splitter.split(&runs)
        for group in 0..<draft.patternKeys.count {
            let words = draft.patternKeys.words(group)
            groupStops.append(Array(words[2..<2 + (words.count - 2) / 2]))
        }
        stations = JoinedStations(draft)
        var days = DaySetBuilder(draft)
        shared = SharedTrips(
            draft, runs: runs, groups: groupStops, stations: stations, days: &days)
        self.days = days
        order = StopOrder(stopCount: draft.stops.count, patterns: groupStops)
        newTrip = Array(repeating: .none, count: draft.trips.count)
        newShape = Array(repeating: .none, count: draft.shapes.ids.count)
        for run in runs where newTrip[run.trip.row] == .none {
            newTrip[run.trip.row] = TripIndex(oldTrip.count)
            oldTrip.append(run.trip.row)
        }
        var shapeCount = 0
        for (row, isUsed) in draft.shapes.isUsed.enumerated() {
            if isUsed {
                newShape[row] = ShapeIndex(shapeCount)
                shapeCount += 1
            } else {
                let id = draft.strings.string(draft.shapes.ids[row])
                draft.notices.add(
                    Notice(.unusedShape, file: "shapes.txt", field: "shape_id", value: id))
            }
        }
    }

    func write(to file: inout NetworkFileWriter) {
        writePatterns(to: &file)
        writeRuns(to: &file)
        writeTrips(to: &file)
        writeServices(to: &file)
        writeShapes(to: &file)
        writeWalks(to: &file)
        writeStops(to: &file)
        writeRoutes(to: &file)
        writeSources(to: &file)
        var metadata = [Int64](repeating: 0, count: NetworkMetadata.Key.allCases.count)
        metadata[NetworkMetadata.Key.firstDay.rawValue] = Int64(days.firstDay.daysSince1970)
        metadata[NetworkMetadata.Key.dayCount.rawValue] = Int64(days.dayCount)
        metadata[NetworkMetadata.Key.stopTimeCount.rawValue] = Int64(draft.stopTimeCount)
        metadata[NetworkMetadata.Key.walkingSpeed.rawValue] =
            Int64((walking.speedMetresPerSecond * 1000).rounded())
        metadata[NetworkMetadata.Key.walkingRadius.rawValue] = Int64(walking.radiusMetres.rounded())
        metadata[NetworkMetadata.Key.walkingDetour.rawValue] =
            Int64((walking.detour * 1000).rounded())
        file.add(.metadata, metadata)
        // Last, because the steps above may add strings.
        draft.strings.write(to: &file)
    }

    /// Writes lists of varying length as a column of values and a column of offsets.
    static func addLists<Element: BitwiseCopyable>(
        _ lists: some Sequence<[Element]>, offsets: ColumnID, values: ColumnID,
        to file: inout NetworkFileWriter
    ) {
        var ends: [UInt32] = [0]
        var all: [Element] = []
        for list in lists {
            all.append(contentsOf: list)
            ends.append(UInt32(all.count))
        }
        file.add(offsets, ends)
        file.add(values, all)
    }

    /// An open-addressing hash table from id to row, at most half full.
    func idTable(_ ids: [StringIndex]) -> [UInt32] {
        IDTable.slots(ids.map { draft.strings.string($0) })
    }
}

// MARK: - Patterns, runs, trips

extension NetworkAssembler {
    private func writePatterns(to file: inout NetworkFileWriter) {
        var routes: [UInt32] = []
        var directions: [UInt8] = []
        var flags: [UInt8] = []
        var stopOffsets: [UInt32] = [0]
        var runOffsets: [UInt32] = [0]
        var stops: [StopIndex] = []
        var boarding: [UInt8] = []
        for (group, rows) in patterns {
            let words = draft.patternKeys.words(Int(group))
            let count = (words.count - 2) / 2
            routes.append(words[0])
            directions.append(UInt8(words[1]))
            for position in 0..<count {
                stops.append(order(StopIndex(rawValue: words[2 + position])))
                boarding.append(UInt8(words[2 + count + position]))
            }
            stopOffsets.append(UInt32(stops.count))
            runOffsets.append(UInt32(rows.upperBound))
            flags.append(isWide(rows) ? PatternColumns.wideFlag : 0)
        }
        file.add(.patternRoute, routes)
        file.add(.patternDirection, directions)
        file.add(.patternFlags, flags)
        file.add(.patternStopOffsets, stopOffsets)
        file.add(.patternRunOffsets, runOffsets)
        file.add(.patternStop, stops)
        file.add(.patternBoarding, boarding)
    }

    /// Whether any profile of these runs exceeds 16 bits.
    private func isWide(_ rows: Range<Int>) -> Bool {
        var last = UInt32.max
        for row in rows where runs[row].profile != last {
            last = runs[row].profile
            // The last departure is the largest offset, because times never decrease.
            if largestOffset(last) > Int32(UInt16.max) { return true }
        }
        return false
    }

    private func largestOffset(_ profile: UInt32) -> Int32 {
        let bytes = UnsafeRawBufferPointer(draft.profileKeys.key(Int(profile)))
        return bytes.loadUnaligned(fromByteOffset: bytes.count - 4, as: Int32.self)
    }

    private func writeRuns(to file: inout NetworkFileWriter) {
        var profiles = ProfileWriter(draft, profileCount: draft.profileKeys.count)
        var runProfiles: [UInt32] = []
        runProfiles.reserveCapacity(runs.count)
        for (_, rows) in patterns {
            let isWide = isWide(rows)
            for row in rows {
                runProfiles.append(profiles.offset(of: runs[row].profile, isWide: isWide))
            }
        }
        profiles.write(to: &file)
        file.add(.runStart, runs.map(\.start))
        file.add(.runProfile, runProfiles)
        file.add(.runService, runs.map { draft.trips[$0.trip.row].service })
        file.add(.runTrip, runs.map { newTrip[$0.trip.row] })
    }

    private func writeTrips(to file: inout NetworkFileWriter) {
        let trips = oldTrip.map { draft.trips[$0] }
        file.add(.tripID, trips.map(\.id))
        file.add(.tripRoute, trips.map(\.route))
        file.add(.tripHeadsign, trips.map(\.headsign))
        file.add(.tripShortName, trips.map(\.shortName))
        file.add(.tripBlock, trips.map(\.block))
        file.add(.tripPath, trips.map(\.path))
        file.add(.tripCallList, trips.map(\.callList))
        file.add(.tripFlags, trips.map(\.flags))
        file.add(.tripIDTable, idTable(trips.map(\.id)))
        if !shared.shown.isEmpty {
            file.add(
                .tripShown, oldTrip.map { shared.shown[$0].map { newTrip[$0] } ?? .none })
            file.add(.tripOwnService, oldTrip.map { shared.ownServices[$0] ?? .none })
        }
        var runsOfTrip = [[RunIndex]](repeating: [], count: trips.count)
        for (row, run) in runs.enumerated() {
            runsOfTrip[newTrip[run.trip.row].row].append(RunIndex(row))
        }
        Self.addLists(runsOfTrip, offsets: .tripRunOffsets, values: .tripRun, to: &file)

        let lists = (0..<draft.callListKeys.count).map { draft.callListKeys.words($0) }
        let parts = NetworkDraft.callListParts
        let lengths = lists.map { $0.count / parts }
        file.add(
            .callListOffsets,
            lengths.reduce(into: [UInt32(0)]) { $0.append($0[$0.count - 1] + UInt32($1)) })
        func part(_ number: Int) -> [UInt32] {
            lists.flatMap { $0.dropFirst(number * ($0.count / parts)).prefix($0.count / parts) }
        }
        file.add(.callSequence, part(0))
        file.add(.callHeadsign, part(1))
        file.add(.callTimepoint, part(2).map { UInt8($0) })
        guard !draft.bookingRules.isEmpty else { return }
        file.add(.callPickupBooking, part(3))
        file.add(.callDropOffBooking, part(4))
        writeBookingRules(to: &file)
    }
}

/// Writes profiles to the narrow or wide columns, each at its first use.
private struct ProfileWriter {
    private let draft: NetworkDraft
    private var narrowOffsets: [UInt32]
    private var wideOffsets: [UInt32: UInt32] = [:]
    private var arrivals: [UInt16] = []
    private var departures: [UInt16] = []
    private var wideArrivals: [Int32] = []
    private var wideDepartures: [Int32] = []

    init(_ draft: NetworkDraft, profileCount: Int) {
        self.draft = draft
        narrowOffsets = Array(repeating: .max, count: profileCount)
    }

    mutating func offset(of profile: UInt32, isWide: Bool) -> UInt32 {
        if isWide {
            if let known = wideOffsets[profile] { return known }
        } else if narrowOffsets[Int(profile)] != .max {
            return narrowOffsets[Int(profile)]
        }
        let bytes = UnsafeRawBufferPointer(draft.profileKeys.key(Int(profile)))
        let count = bytes.count / 8
        let offset = UInt32(isWide ? wideArrivals.count : arrivals.count)
        for position in 0..<count {
            let arrival = bytes.loadUnaligned(fromByteOffset: position * 4, as: Int32.self)
            let departure = bytes.loadUnaligned(
                fromByteOffset: (count + position) * 4, as: Int32.self)
            if isWide {
                wideArrivals.append(arrival)
                wideDepartures.append(departure)
            } else {
                arrivals.append(UInt16(arrival))
                departures.append(UInt16(departure))
            }
        }
        if isWide { wideOffsets[profile] = offset } else { narrowOffsets[Int(profile)] = offset }
        return offset
    }

    func write(to file: inout NetworkFileWriter) {
        file.add(.profileArrival, arrivals)
        file.add(.profileDeparture, departures)
        file.add(.wideProfileArrival, wideArrivals)
        file.add(.wideProfileDeparture, wideDepartures)
    }
}
