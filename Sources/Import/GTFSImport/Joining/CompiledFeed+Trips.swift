import Timetables
import TransitModel

// Patterns, trips and their runs.
extension CompiledFeed {
    func addTrips() {
        let (trips, patterns) = (network.trips, network.patterns)
        let paths = addPaths()
        let groups = addGroups()
        let callLists = addCallLists()
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
            let (oldPath, list) = (trips.paths[trip], trips.callLists[trip])
            let path = oldPath == TripColumns.noPath ? oldPath : paths[Int(oldPath)]
            let number = TripIndex(draft.trips.count)
            if path != TripColumns.noPath { draft.paths[Int(path)].group = groups[pattern.row] }
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
                    path: path))
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

    /// The index in the draft for each path; `TripColumns.noPath` where the shape is left out.
    private func addPaths() -> [UInt32] {
        let shapes = network.shapes
        let draftShapes = addShapes()
        return (0..<shapes.pathShapes.count).map { path in
            let shape = draftShapes[shapes.pathShapes[path].row]
            guard shape != .none else { return TripColumns.noPath }
            draft.paths.append(
                PathDraft(
                    // Set later from the trips with this path.
                    group: 0, shape: shape,
                    distances: Array(shapes.pathDistances[shapes.pathDistanceOffsets[path]])))
            return UInt32(draft.paths.count - 1)
        }
    }

    /// The index in the draft for each shape; none for those that the import derived from others or
    /// from a map, which may have changed: the joined network derives them again.
    private func addShapes() -> [ShapeIndex] {
        let shapes = network.shapes
        return (0..<shapes.count).map { row in
            let shape = ShapeIndex(row)
            guard !shapes.isInferred(shape) else { return .none }
            let points = shapes.pointOffsets[shape]
            draft.shapes.ids.append(id(shapes.ids[shape]))
            draft.shapes.latitudes += shapes.latitudes[points]
            draft.shapes.longitudes += shapes.longitudes[points]
            draft.shapes.distances += shapes.distances[points]
            draft.shapes.statedDistances += repeatElement(.nan, count: points.count)
            draft.shapes.offsets.append(UInt32(draft.shapes.latitudes.count))
            draft.shapes.isUsed.append(true)
            return ShapeIndex(draft.shapes.ids.count - 1)
        }
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
