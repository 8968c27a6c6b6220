import Timetables
import TransitModel

// Services, booking rules, shapes, walks, stops and routes.
extension NetworkAssembler {
    func writeServices(to file: inout NetworkFileWriter) {
        file.add(.serviceID, draft.services.map(\.id))
        file.add(.serviceDaySet, days.daySetOfService)
        file.add(.daySetWords, days.words)
    }

    func writeBookingRules(to file: inout NetworkFileWriter) {
        let rules = draft.bookingRules
        file.add(.bookingID, rules.map(\.id))
        file.add(.bookingType, rules.map(\.type))
        file.add(.bookingMinimumMinutes, rules.map(\.minimumMinutes))
        file.add(.bookingMaximumMinutes, rules.map(\.maximumMinutes))
        file.add(.bookingLastDay, rules.map(\.lastDay))
        file.add(.bookingLastTime, rules.map(\.lastTime))
        file.add(.bookingStartDay, rules.map(\.startDay))
        file.add(.bookingStartTime, rules.map(\.startTime))
        file.add(.bookingService, rules.map(\.service))
        file.add(.bookingMessage, rules.map(\.message))
        file.add(.bookingPickupMessage, rules.map(\.pickupMessage))
        file.add(.bookingDropOffMessage, rules.map(\.dropOffMessage))
        file.add(.bookingPhone, rules.map(\.phone))
        file.add(.bookingInfoURL, rules.map(\.infoURL))
        file.add(.bookingURL, rules.map(\.bookingURL))
    }

    func writeShapes(to file: inout NetworkFileWriter) {
        let kept = draft.shapes.ids.indices.filter { newShape[$0] != .none }
        let ranges = kept.map {
            Int(draft.shapes.offsets[$0])..<Int(draft.shapes.offsets[$0 + 1])
        }
        file.add(.shapeID, kept.map { draft.shapes.ids[$0] })
        if !draft.shapes.inferred.isEmpty {
            let isInferred = kept.map { draft.shapes.inferred.contains(ShapeIndex($0)) }
            file.add(.shapeInferred, isInferred.map { UInt8($0 ? 1 : 0) })
        }
        file.add(
            .shapePointOffsets,
            ranges.reduce(into: [UInt32(0)]) { $0.append($0[$0.count - 1] + UInt32($1.count)) })
        file.add(.shapeLatitude, ranges.flatMap { draft.shapes.latitudes[$0] })
        file.add(.shapeLongitude, ranges.flatMap { draft.shapes.longitudes[$0] })
        file.add(.shapeDistance, ranges.flatMap { draft.shapes.distances[$0] })
        file.add(.pathShape, draft.paths.map { newShape[$0.shape.row] })
        Self.addLists(
            draft.paths.lazy.map { Self.rising($0.distances) }, offsets: .pathDistanceOffsets,
            values: .pathDistance, to: &file)
    }

    /// Makes distances non-decreasing again after rounding to 32 bits.
    private static func rising(_ distances: [Float]) -> [Float] {
        var last: Float = 0
        return distances.map { distance in
            last = max(last, distance)
            return last
        }
    }

    /// Writes the footpaths; also sets the stops' transfer times, so it runs before `writeStops`.
    func writeWalks(to file: inout NetworkFileWriter) {
        var isServed = [Bool](repeating: false, count: draft.stops.count)
        for stops in groupStops {
            for stop in stops { isServed[Int(stop)] = true }
        }
        var builder = FootpathBuilder(draft, isServed: isServed, walking: walking)
        let walks = builder.build()
        let ordered = order.oldNumber.map { walks[$0] }
        Self.addLists(
            ordered.lazy.map { $0.map { order($0.target) } }, offsets: .footpathOffsets,
            values: .footpathTarget, to: &file)
        file.add(.footpathSeconds, ordered.flatMap { $0.map(\.seconds) })
        file.add(.footpathFlags, ordered.flatMap { $0.map(\.flags) })
        writeTransferRules(builder.transfers, to: &file)
    }

    /// Writes rules for particular routes or trips, and general ones other than minimum times.
    ///
    /// General minimum times are in the footpaths and the stops' transfer times. They are written
    /// only where they outrank a general rule of another type, which then does not hold.
    private func writeTransferRules(
        _ transfers: TransferResolver, to file: inout NetworkFileWriter
    ) {
        let contested = transfers.contested()
        func trip(_ index: TripIndex) -> TripIndex {
            index == .none ? .none : newTrip[index.row]
        }
        let rules = transfers.rules.enumerated().filter { number, rule in
            // Drop rules for trips that were left out.
            for named in [rule.fromTrip, rule.toTrip] where named != .none {
                if newTrip[named.row] == .none { return false }
            }
            return rule.type != .minimumTime || !rule.isGeneral || contested.contains(number)
        }.map(\.element)
        file.add(.transferFromStop, rules.map { order($0.fromStop) })
        file.add(.transferToStop, rules.map { order($0.toStop) })
        file.add(.transferFromRoute, rules.map(\.fromRoute))
        file.add(.transferToRoute, rules.map(\.toRoute))
        file.add(.transferFromTrip, rules.map { trip($0.fromTrip) })
        file.add(.transferToTrip, rules.map { trip($0.toTrip) })
        file.add(.transferType, rules.map(\.type.rawValue))
        file.add(.transferSeconds, rules.map(\.seconds))
    }

    func writeStops(to file: inout NetworkFileWriter) {
        let stops = order.oldNumber.map { draft.stops[$0] }
        file.add(.stopID, stops.map(\.id))
        file.add(.stopCode, stops.map(\.code))
        file.add(.stopName, stops.map(\.name))
        file.add(.stopDescription, stops.map(\.description))
        file.add(
            .stopLatitude,
            stops.map { stop in
                stop.coordinate.map { Int32(($0.latitude * 1e7).rounded()) }
                    ?? StopColumns.noCoordinate
            })
        file.add(
            .stopLongitude,
            stops.map { Int32((($0.coordinate?.longitude ?? 0) * 1e7).rounded()) })
        file.add(.stopParent, stops.map { order($0.parent) })
        file.add(.stopLocationType, stops.map(\.locationType.rawValue))
        file.add(.stopWheelchair, stops.map { wheelchair($0) })
        file.add(.stopPlatform, stops.map(\.platform))
        file.add(.stopTimeZone, stops.map(\.timeZone))
        file.add(.stopZone, stops.map(\.zone))
        file.add(.stopURL, stops.map(\.url))
        file.add(.stopLevel, stops.map(\.level))
        file.add(.stopFeed, stops.map(\.feed))
        file.add(.stopTransferSeconds, stops.map(\.transferSeconds))
        file.add(.stopIDTable, idTable(stops.map(\.id)))
        file.add(.levelID, draft.levels.map(\.id))
        file.add(.levelNumber, draft.levels.map(\.number))
        file.add(.levelName, draft.levels.map(\.name))
        writeCalls(to: &file)
        var children = [[StopIndex]](repeating: [], count: stops.count)
        for (row, stop) in stops.enumerated() where stop.parent != .none {
            children[order(stop.parent).row].append(StopIndex(row))
        }
        Self.addLists(children, offsets: .stopChildOffsets, values: .stopChild, to: &file)
        writeJoinedStops(to: &file)
        if !draft.orphans.isEmpty {
            file.add(.orphanStop, draft.orphans.map { order($0.stop) })
            file.add(.orphanParent, draft.orphans.map { draft.strings.index($0.parent) })
        }
    }

    /// Writes the stops joined across feeds; nothing for a single feed.
    private func writeJoinedStops(to file: inout NetworkFileWriter) {
        guard draft.feeds.count > 1 else { return }
        var joined = [[StopIndex]](repeating: [], count: draft.stops.count)
        for group in stations.groups {
            for stop in group {
                joined[order(stop).row] = group.filter { $0 != stop }.map { order($0) }
            }
        }
        Self.addLists(joined, offsets: .stopJoinedOffsets, values: .stopJoined, to: &file)
    }

    /// The stop's wheelchair access; a stop without a value inherits its parent's, as in GTFS.
    private func wheelchair(_ stop: StopDraft) -> UInt8 {
        guard stop.wheelchair == 0, let parent = stop.parent.ifAny else { return stop.wheelchair }
        return draft.stops[parent.row].wheelchair
    }

    /// Writes the positions in patterns at which each stop is served.
    private func writeCalls(to file: inout NetworkFileWriter) {
        var counts = [UInt32](repeating: 0, count: draft.stops.count + 1)
        for (group, _) in patterns {
            for stop in groupStops[Int(group)] { counts[Int(order.newNumber[Int(stop)]) + 1] += 1 }
        }
        for row in counts.indices.dropFirst() { counts[row] += counts[row - 1] }
        var next = counts
        let total = Int(counts[counts.count - 1])
        var callPatterns = [UInt32](repeating: 0, count: total)
        var callPositions = [UInt32](repeating: 0, count: total)
        for (pattern, (group, _)) in patterns.enumerated() {
            for (position, stop) in groupStops[Int(group)].enumerated() {
                let row = Int(order.newNumber[Int(stop)])
                callPatterns[Int(next[row])] = UInt32(pattern)
                callPositions[Int(next[row])] = UInt32(position)
                next[row] += 1
            }
        }
        file.add(.stopCallOffsets, counts)
        file.add(.stopCallPattern, callPatterns)
        file.add(.stopCallPosition, callPositions)
    }

    func writeRoutes(to file: inout NetworkFileWriter) {
        let routes = draft.routes
        file.add(.routeID, routes.map(\.id))
        file.add(.routeAgency, routes.map(\.agency))
        file.add(.routeShortName, routes.map(\.shortName))
        file.add(.routeLongName, routes.map(\.longName))
        file.add(.routeDescription, routes.map(\.description))
        file.add(.routeType, routes.map(\.type))
        file.add(.routeColour, routes.map(\.colour))
        file.add(.routeTextColour, routes.map(\.textColour))
        file.add(.routeURL, routes.map(\.url))
        file.add(.routeSortOrder, routes.map(\.sortOrder))
        file.add(.routeFeed, routes.map(\.feed))
        file.add(.routeIDTable, idTable(routes.map(\.id)))
        var patternsOfRoute = [[PatternIndex]](repeating: [], count: routes.count)
        for (pattern, (group, _)) in patterns.enumerated() {
            let route = Int(draft.patternKeys.words(Int(group))[0])
            patternsOfRoute[route].append(PatternIndex(pattern))
        }
        Self.addLists(
            patternsOfRoute, offsets: .routePatternOffsets, values: .routePattern, to: &file)
    }
}
