import GTFS
import Timetables
import TransitModel

// routes.txt, trips.txt and frequencies.txt.
extension FeedReader {
    func readRoutes() throws {
        try read(.routes, RoutesColumns.init) { table, row, columns in
            guard let key = table.required(row, columns.id),
                table.required(row, columns.type) != nil
            else { return }
            guard let type = table.integer(row, columns.type, in: 0...1702) else { return }
            if TransitMode(routeType: type) == nil {
                table.note(.unexpectedEnumValue, row, columns.type)
            }
            guard routeIDs.insert(key, RouteIndex(draft.routes.count)) else {
                table.note(.duplicateKey, row, columns.id)
                return
            }
            let shortName = draft.strings.index(table.string(row, columns.shortName))
            let longName = draft.strings.index(table.string(row, columns.longName))
            if shortName == .none, longName == .none {
                table.note(.routeBothShortAndLongNameMissing, row, columns.id)
            }
            let (colour, textColour) = colours(table, row, columns)
            draft.routes.append(
                RouteDraft(
                    id: networkID(key), agency: agency(table, row, columns.agency),
                    shortName: shortName, longName: longName,
                    description: draft.strings.index(
                        table.string(
                            row, columns.description, maximum: GTFSTable.maximumTextLength)),
                    type: UInt16(type), colour: colour, textColour: textColour,
                    url: draft.strings.index(table.address(row, columns.url)),
                    sortOrder: Int32(
                        table.integer(row, columns.sortOrder, in: 0...Int(Int32.max)) ?? -1),
                    feed: feed))
        }
    }

    private struct RoutesColumns {
        let id, agency, shortName, longName, description, type, url: Int
        let colour, textColour, sortOrder: Int

        init(_ table: GTFSTable) {
            id = table.column("route_id")
            agency = table.column("agency_id")
            shortName = table.column("route_short_name")
            longName = table.column("route_long_name")
            description = table.column("route_desc")
            type = table.column("route_type")
            url = table.column("route_url")
            colour = table.column("route_color")
            textColour = table.column("route_text_color")
            sortOrder = table.column("route_sort_order")
        }
    }

    private func agency(_ table: GTFSTable, _ row: CSVRow, _ column: Int) -> AgencyIndex {
        let key = table.text(row, column)
        if let agency = agencyIDs.find(key) { return agency }
        if !key.isEmpty { table.note(.foreignKeyViolation, row, column) }
        // Fall back to the feed's first agency; there is always one.
        let first = draft.agencies.firstIndex { $0.feed == feed }
        return first.map { AgencyIndex($0) } ?? .none
    }

    private func colours(
        _ table: GTFSTable, _ row: CSVRow, _ columns: RoutesColumns
    ) -> (UInt32, UInt32) {
        let colour = table.colour(row, columns.colour)
        let text = table.colour(row, columns.textColour)
        guard let colour else {
            // The specification's default is white, which is invisible on a map, so use a neutral
            // grey.
            return (0x5a6470, 0xff_ffff)
        }
        let readable = RGBColour(colour).contrasting.value
        guard let text else { return (colour, readable) }
        let sum = { (value: UInt32) in
            299 * Int(value >> 16 & 255) + 587 * Int(value >> 8 & 255) + 114 * Int(value & 255)
        }
        if abs(sum(colour) - sum(text)) < 72_000 {
            table.note(.routeColorContrast, row, columns.textColour)
            return (colour, readable)
        }
        return (colour, text)
    }

    func readTrips() throws {
        try read(.trips, TripsColumns.init) { table, row, columns in
            guard let key = table.required(row, columns.id),
                let routeKey = table.required(row, columns.route),
                let serviceKey = table.required(row, columns.service)
            else { return }
            guard let route = routeIDs.find(routeKey) else {
                table.note(.foreignKeyViolation, row, columns.route)
                return
            }
            guard let service = serviceIDs.find(serviceKey) else {
                table.note(.foreignKeyViolation, row, columns.service)
                return
            }
            // Skip trips whose service has no day left before the newer version.
            if succession != nil, draft.services[service.row].firstActiveDay == nil { return }
            guard tripIDs.insert(key, TripIndex(draft.trips.count)) else {
                table.note(.duplicateKey, row, columns.id)
                return
            }
            draft.trips.append(
                trip(table, row, columns, id: key, route: route, service: service))
        }
    }

    private struct TripsColumns {
        let id, route, service, headsign, shortName, direction, block: Int
        let shape, wheelchair, bicycles: Int

        init(_ table: GTFSTable) {
            id = table.column("trip_id")
            route = table.column("route_id")
            service = table.column("service_id")
            headsign = table.column("trip_headsign")
            shortName = table.column("trip_short_name")
            direction = table.column("direction_id")
            block = table.column("block_id")
            shape = table.column("shape_id")
            wheelchair = table.column("wheelchair_accessible")
            bicycles = table.column("bikes_allowed")
        }
    }

    private func trip(
        _ table: GTFSTable, _ row: CSVRow, _ columns: TripsColumns, id: ByteText,
        route: RouteIndex, service: ServiceIndex
    ) -> TripDraft {
        var shape = ShapeIndex.none
        let shapeKey = table.text(row, columns.shape)
        if !shapeKey.isEmpty {
            if let found = shapeIDs.find(shapeKey) {
                shape = found
                if found != .none { draft.shapes.isUsed[found.row] = true }
            } else if hasFile(.shapes) {
                table.note(.foreignKeyViolation, row, columns.shape)
            }
        }
        let block = table.text(row, columns.block)
        let direction =
            table.text(row, columns.direction).isEmpty
            ? PatternColumns.noDirection
            : UInt8(table.enumeration(row, columns.direction, maximum: 1))
        let wheelchair = UInt8(table.enumeration(row, columns.wheelchair, maximum: 2))
        let bicycles = UInt8(table.enumeration(row, columns.bicycles, maximum: 2))
        return TripDraft(
            id: tripID(id), route: route, service: service,
            headsign: draft.strings.index(table.string(row, columns.headsign)),
            shortName: draft.strings.index(table.string(row, columns.shortName)),
            block: block.isEmpty ? .none : versionID(block), shape: shape, direction: direction,
            flags: wheelchair | bicycles << 2, line: row.line)
    }

    func readFrequencies() throws {
        var (trip, start, end, headway, exact) = (0, 0, 0, 0, 0)
        let first = draft.frequencies.count
        try read(.frequencies) { table in
            trip = table.column("trip_id")
            start = table.column("start_time")
            end = table.column("end_time")
            headway = table.column("headway_secs")
            exact = table.column("exact_times")
        } onRow: { table, row in
            guard let key = table.required(row, trip) else { return }
            guard let tripIndex = tripIDs.find(key) else {
                table.note(.foreignKeyViolation, row, trip)
                return
            }
            guard let from = table.time(row, start), let to = table.time(row, end),
                let seconds = table.integer(row, headway, in: 1...86_400)
            else {
                if table.text(row, start).isEmpty || table.text(row, end).isEmpty
                    || table.text(row, headway).isEmpty
                {
                    table.note(.missingRequiredField, line: row.line)
                }
                return
            }
            guard from < to else {
                table.note(.startAndEndRangeOutOfOrder, row, end)
                return
            }
            draft.frequencies.append(
                FrequencyDraft(
                    trip: tripIndex, start: from, end: to, headway: Int32(seconds),
                    isExact: table.enumeration(row, exact, maximum: 1) == 1, line: row.line))
        }
        noteOverlaps(from: first)
    }

    private func noteOverlaps(from first: Int) {
        let table = GTFSTable(.frequencies, notices: notices)
        let ordered = (first..<draft.frequencies.count).sorted {
            let (left, right) = (draft.frequencies[$0], draft.frequencies[$1])
            return (left.trip, left.start) < (right.trip, right.start)
        }
        for (before, after) in zip(ordered, ordered.dropFirst())
        where draft.frequencies[before].trip == draft.frequencies[after].trip
            && draft.frequencies[before].end > draft.frequencies[after].start
        {
            table.note(
                .overlappingFrequency, line: draft.frequencies[after].line, field: "start_time",
                value: "\(ServiceTime(seconds: draft.frequencies[after].start))")
        }
    }
}
