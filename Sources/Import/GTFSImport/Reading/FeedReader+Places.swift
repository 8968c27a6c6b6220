import GTFS
import Timetables
import TransitModel

// agency.txt, levels.txt and stops.txt.
extension FeedReader {
    /// Reads agency.txt; a feed without agencies gets a placeholder in UTC.
    ///
    /// - Throws: `ArchiveError` if the file cannot be opened or exceeds a limit.
    func readAgencies() throws {
        var (id, name, url, zone, language, phone) = (0, 0, 0, 0, 0, 0)
        let first = draft.agencies.count
        try read(.agency) { table in
            id = table.column("agency_id")
            name = table.column("agency_name")
            url = table.column("agency_url")
            zone = table.column("agency_timezone")
            language = table.column("agency_lang")
            phone = table.column("agency_phone")
        } onRow: { table, row in
            let key = table.text(row, id)
            guard agencyIDs.insert(key, AgencyIndex(draft.agencies.count)) else {
                table.note(.duplicateKey, row, id)
                return
            }
            let zoneName = table.string(row, zone)
            if zoneName.isEmpty {
                table.note(.missingRequiredField, row, zone)
            } else if TransitTimeZone(identifier: zoneName) == nil {
                table.note(.invalidTimezone, row, zone)
            }
            let zoneIndex = draft.strings.index(zoneName)
            if draft.agencies.count > first, draft.agencies[first].timeZone != zoneIndex {
                table.note(.inconsistentAgencyTimezone, row, zone)
            }
            draft.agencies.append(
                AgencyDraft(
                    id: networkID(key), name: draft.strings.index(table.string(row, name)),
                    url: draft.strings.index(table.address(row, url)),
                    // All times of a GTFS feed are in one zone, that of its first agency.
                    timeZone: draft.agencies.count > first
                        ? draft.agencies[first].timeZone : zoneIndex,
                    language: draft.strings.index(table.string(row, language)),
                    phone: draft.strings.index(table.string(row, phone)), feed: feed))
        }
        if draft.agencies.count == first, succession == nil {
            // Routes need an agency for their time zone.
            draft.agencies.append(
                AgencyDraft(
                    id: .none, name: .none, url: .none, timeZone: draft.strings.index("UTC"),
                    language: .none, phone: .none, feed: feed))
        }
    }

    func readLevels() throws {
        var (id, number, name) = (0, 0, 0)
        try read(.levels) { table in
            id = table.column("level_id")
            number = table.column("level_index")
            name = table.column("level_name")
        } onRow: { table, row in
            guard let key = table.required(row, id) else { return }
            guard levelRows.insert(key).isNew else {
                table.note(.duplicateKey, row, id)
                return
            }
            levelNumbers.append(UInt32(draft.levels.count))
            draft.levels.append(
                LevelDraft(
                    id: networkID(key),
                    number: Float(table.double(row, number, in: -1000...1000) ?? 0),
                    name: draft.strings.index(table.string(row, name))))
        }
    }

    func readStops() throws {
        let first = draft.stops.count
        var parents: [(stop: Int, parent: String, line: UInt32)] = []
        try read(.stops, StopsColumns.init) { table, row, columns in
            guard let key = table.required(row, columns.id) else { return }
            guard stopIDs.insert(key, StopIndex(draft.stops.count)) else {
                table.note(.duplicateKey, row, columns.id)
                return
            }
            let parent = table.text(row, columns.parent)
            if !parent.isEmpty { parents.append((draft.stops.count, parent.string, row.line)) }
            draft.stops.append(stop(table, row, columns, id: key))
        }
        let table = GTFSTable(.stops, notices: notices)
        for (stop, parent, line) in parents {
            attach(stop, to: parent, line: line, table)
        }
        for row in first..<draft.stops.count where draft.stops[row].parent == .none {
            switch draft.stops[row].locationType {
            case .entrance, .node, .boardingArea:
                table.note(
                    .locationWithoutParentStation, field: "parent_station",
                    value: draft.strings.string(draft.stops[row].id))
            case .stop, .station: break
            }
        }
        fillMissingPlaces(from: first)
    }

    private struct StopsColumns {
        let id, code, name, description, latitude, longitude, zone: Int
        let url, type, parent, timeZone, wheelchair, level, platform: Int

        init(_ table: GTFSTable) {
            id = table.column("stop_id")
            code = table.column("stop_code")
            name = table.column("stop_name")
            description = table.column("stop_desc")
            latitude = table.column("stop_lat")
            longitude = table.column("stop_lon")
            zone = table.column("zone_id")
            url = table.column("stop_url")
            type = table.column("location_type")
            parent = table.column("parent_station")
            timeZone = table.column("stop_timezone")
            wheelchair = table.column("wheelchair_boarding")
            level = table.column("level_id")
            platform = table.column("platform_code")
        }
    }

    private func stop(
        _ table: GTFSTable, _ row: CSVRow, _ columns: StopsColumns, id: ByteText
    ) -> StopDraft {
        let type = LocationType(
            rawValue: UInt8(table.enumeration(row, columns.type, maximum: 4)))
        let levelKey = table.text(row, columns.level)
        var level = UInt32.max
        if !levelKey.isEmpty {
            if let number = levelRows.find(levelKey) {
                level = levelNumbers[number]
            } else {
                table.note(.foreignKeyViolation, row, columns.level)
            }
        }
        func text(_ column: Int) -> StringIndex { draft.strings.index(table.string(row, column)) }
        let description = table.string(
            row, columns.description, maximum: GTFSTable.maximumTextLength)
        let zone = table.string(row, columns.timeZone)
        if !zone.isEmpty, TransitTimeZone(identifier: zone) == nil {
            table.note(.invalidTimezone, row, columns.timeZone)
        }
        return StopDraft(
            id: networkID(id), code: text(columns.code), name: text(columns.name),
            description: draft.strings.index(description),
            coordinate: place(table, row, columns, type: type ?? .stop),
            locationType: type ?? .stop,
            wheelchair: UInt8(table.enumeration(row, columns.wheelchair, maximum: 2)),
            platform: text(columns.platform), timeZone: draft.strings.index(zone),
            zone: text(columns.zone), url: draft.strings.index(table.address(row, columns.url)),
            level: level, feed: feed)
    }

    private func place(
        _ table: GTFSTable, _ row: CSVRow, _ columns: StopsColumns, type: LocationType
    ) -> Coordinate? {
        let latitude = table.double(row, columns.latitude, in: -90...90)
        let longitude = table.double(row, columns.longitude, in: -180...180)
        guard let latitude, let longitude else {
            // Nodes and boarding areas may inherit the coordinates of their parent.
            if type.rawValue <= 2 { table.note(.stopWithoutLocation, row, columns.id) }
            return nil
        }
        let place = Coordinate(latitude: latitude, longitude: longitude)
        guard place.isPlausible else {
            table.note(.pointNearOrigin, row, columns.id)
            return nil
        }
        return place
    }

    private func attach(_ stop: Int, to parent: String, line: UInt32, _ table: GTFSTable) {
        var id = parent
        guard let found = id.withUTF8({ stopIDs.find($0) }) else {
            table.note(
                .foreignKeyViolation, line: line, field: "parent_station", value: parent)
            draft.orphans.append((StopIndex(stop), parent))
            return
        }
        let wanted: LocationType =
            draft.stops[stop].locationType == .boardingArea
            ? .stop : .station
        if draft.stops[stop].locationType == .station {
            table.note(
                .stationWithParentStation, line: line, field: "parent_station", value: parent)
        } else if draft.stops[found.row].locationType != wanted {
            table.note(
                .wrongParentLocationType, line: line, field: "parent_station", value: parent)
        } else {
            draft.stops[stop].parent = found
        }
    }

    /// Gives nodes and boarding areas without coordinates those of their parent.
    private func fillMissingPlaces(from first: Int) {
        for row in first..<draft.stops.count where draft.stops[row].coordinate == nil {
            if let parent = draft.stops[row].parent.ifAny {
                draft.stops[row].coordinate = draft.stops[parent.row].coordinate
            }
        }
    }
}
