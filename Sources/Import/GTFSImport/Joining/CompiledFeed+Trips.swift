import Timetables
import TransitModel

// Patterns, trips and their runs.
extension CompiledFeed {
    func addTrips() {
        let (trips, patterns) = (network.trips, network.patterns)
        let groups = addGroups()
        let callLists = addCallLists()
        for path in 0..<network.shapes.pathShapes.count {
            let distances = network.shapes.pathDistanceOffsets[path]
            draft.paths.append(
                PathDraft(
                    // Set below from the trips with this path.
                    group: 0,
                    shape: ShapeIndex(firstShape + network.shapes.pathShapes[path].row),
                    distances: Array(network.shapes.pathDistances[distances])))
        }
        var patternOfRun = [PatternIndex](repeating: .none, count: patterns.runCount)
        for pattern in patterns.indices {
            for run in patterns.runs(of: pattern) { patternOfRun[run.row] = pattern }
        }
        let headway = TripColumns.headwayFlag | TripColumns.exactFrequencyFlag
        draft.trips.reserveCapacity(draft.trips.count + trips.count)
        for row in 0..<trips.count {
            let trip = TripIndex(row)
            let runs = trips.runs(of: trip)
            guard let run = runs.first else { continue }
            let pattern = patternOfRun[run.row]
            let (path, list) = (usablePath(of: trip), trips.callLists[trip])
            let number = TripIndex(draft.trips.count)
            if path != TripColumns.noPath {
                draft.paths[firstPath + Int(path)].group = groups[pattern.row]
            }
            draft.trips.append(
                TripDraft(
                    id: id(trips.ids[trip]), route: route(trips.routes[trip]),
                    service: ServiceIndex(firstService + patterns.runServices[run].row),
                    headsign: text(trips.headsigns[trip]), shortName: text(trips.shortNames[trip]),
                    block: trips.blocks[trip] == .none ? .none : id(trips.blocks[trip]),
                    shape: .none, direction: patterns.directions[pattern],
                    flags: trips.flags[trip], line: 0, group: groups[pattern.row],
                    start: patterns.runStarts[run], profile: profile(run, of: pattern),
                    callList: list == TripColumns.noCallList ? list : callLists[Int(list)],
                    path: path == TripColumns.noPath ? path : path + UInt32(firstPath)))
            draft.stopTimeCount += patterns.stops(of: pattern).count
            guard trips.flags[trip] & headway != 0 else { continue }
            for run in runs {
                let start = patterns.runStarts[run]
                draft.frequencies.append(
                    FrequencyDraft(
                        trip: number, start: start, end: start + 1, headway: 1,
                        isExact: trips.flags[trip] & TripColumns.exactFrequencyFlag != 0))
            }
        }
    }

    /// The path of a trip; none where it comes from a map, which may have changed since.
    private func usablePath(of trip: TripIndex) -> UInt32 {
        let path = network.trips.paths[trip]
        guard path != TripColumns.noPath, isFromMap(network.shapes.pathShapes[Int(path)]) else {
            return path
        }
        return TripColumns.noPath
    }

    /// Whether a shape was derived from a map rather than read from the feed.
    func isFromMap(_ shape: ShapeIndex) -> Bool {
        network.strings[network.shapes.ids[shape]].hasPrefix(ShapeMatcher.idPrefix)
    }

    /// The group index in the draft for each pattern.
    private func addGroups() -> [UInt32] {
        let patterns = network.patterns
        return patterns.indices.map { pattern in
            let places = patterns.stopOffsets[pattern]
            var key = [
                route(patterns.routes[pattern]).rawValue, UInt32(patterns.directions[pattern]),
            ]
            key += patterns.stops[places].map { stop($0).rawValue }
            key += patterns.boarding[places].map { UInt32($0) }
            return UInt32(draft.patternKeys.insert(key).number)
        }
    }

    /// The booking rules of calls, as rows of the draft.
    private func rules(_ column: Column<UInt32>?, _ rows: Range<Int>) -> [UInt32] {
        rows.map { row in
            guard let rule = column?[row], rule != BookingColumns.noRule else {
                return BookingColumns.noRule
            }
            return UInt32(firstBookingRule) + rule
        }
    }

    /// The index in the draft for each list of call details.
    private func addCallLists() -> [UInt32] {
        let trips = network.trips
        return (0..<trips.callListOffsets.count).map { list in
            let rows = trips.callListOffsets[list]
            var key = Array(trips.callSequences[rows])
            key += trips.callHeadsigns[rows].map { text($0).rawValue }
            key += trips.callTimepoints[rows].map { UInt32($0) }
            key += rules(network.bookings?.pickups, rows)
            key += rules(network.bookings?.dropOffs, rows)
            return UInt32(draft.callListKeys.insert(key).number)
        }
    }
}
