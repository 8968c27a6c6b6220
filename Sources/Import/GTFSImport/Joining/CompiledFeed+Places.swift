import GTFS
import Timetables
import TransitModel

// Stops, walks, shapes, and the texts about the network.
extension CompiledFeed {
    /// Adds levels, stops and orphans.
    ///
    /// - Throws: `NetworkFileError` if a column is missing or damaged.
    func addStops() throws(NetworkFileError) {
        let ids: Column<StringIndex> = try column(.levelID)
        let numbers: Column<Float> = try column(.levelNumber)
        let names: Column<StringIndex> = try column(.levelName)
        for row in 0..<ids.count {
            draft.levels.append(
                LevelDraft(id: id(ids[row]), number: numbers[row], name: text(names[row])))
        }
        let stops = network.stops
        for stop in stops.indices {
            let level = stops.levels[stop]
            draft.stops.append(
                StopDraft(
                    id: id(stops.ids[stop]), code: text(stops.codes[stop]),
                    name: text(stops.names[stop]), description: text(stops.descriptions[stop]),
                    coordinate: stops.coordinate(stop), parent: self.stop(stops.parents[stop]),
                    locationType: stops.locationType(stop), wheelchair: stops.wheelchair[stop],
                    platform: text(stops.platforms[stop]), timeZone: text(stops.timeZones[stop]),
                    zone: text(stops.zones[stop]), url: text(stops.urls[stop]),
                    level: level == .max ? .max : level + UInt32(firstLevel), feed: feed,
                    transferSeconds: stops.transferSeconds[stop]))
        }
        guard has(.orphanStop) else { return }
        let orphans: Column<StopIndex> = try column(.orphanStop)
        let parents: Column<StringIndex> = try column(.orphanParent)
        for row in 0..<orphans.count {
            draft.orphans.append((stop(orphans[row]), network.strings[parents[row]]))
        }
    }

    /// Adds the transfer rules, and the walks from transfers.txt and pathways.txt.
    func addTransfers() {
        let walks = network.footpaths
        func trip(_ trip: TripIndex) -> TripIndex {
            trip == .none ? .none : TripIndex(firstTrip + trip.row)
        }
        for row in 0..<walks.ruleTypes.count {
            guard var rule = walks.rule(row) else { continue }
            (rule.fromStop, rule.toStop) = (stop(rule.fromStop), stop(rule.toStop))
            (rule.fromRoute, rule.toRoute) = (route(rule.fromRoute), route(rule.toRoute))
            (rule.fromTrip, rule.toTrip) = (trip(rule.fromTrip), trip(rule.toTrip))
            draft.transfers.append(rule)
        }
        for from in network.stops.indices {
            for row in walks.offsets[from] {
                let (to, flags) = (stop(walks.targets[row]), walks.flags[row])
                let seconds = Int32(clamping: walks.seconds[row])
                let hasStairs = flags & FootpathColumns.stairsFlag != 0
                let isStreet = flags & FootpathColumns.streetFlag != 0
                if flags & FootpathColumns.pathwayFlag != 0 || hasStairs && !isStreet {
                    draft.pathways.append(
                        PathwayDraft(
                            from: stop(from), to: to, seconds: seconds, hasStairs: hasStairs,
                            isBidirectional: false))
                }
                if flags & FootpathColumns.statedFlag != 0 {
                    draft.statedWalks.append(
                        StatedWalk(from: stop(from), to: to, seconds: walks.seconds[row]))
                }
            }
        }
    }

    /// Adds attributions, translations and notices.
    ///
    /// - Throws: `NetworkFileError` if a column is missing or damaged.
    func addTexts() throws(NetworkFileError) {
        func texts(_ id: ColumnID) throws(NetworkFileError) -> [StringIndex] {
            try column(id, as: StringIndex.self).buffer.map(text)
        }
        let names = try texts(.attributionName)
        let urls = try texts(.attributionURL)
        let emails = try texts(.attributionEmail)
        let roles: Column<UInt8> = try column(.attributionRoles)
        for row in names.indices {
            draft.attributions.append(
                AttributionDraft(
                    name: names[row], url: urls[row], email: emails[row], roles: roles[row],
                    feed: feed))
        }
        let tables = try texts(.translationTable)
        let fields = try texts(.translationField)
        let languages = try texts(.translationLanguage)
        let records = try column(.translationRecord, as: StringIndex.self)
        let subRecords = try texts(.translationSubRecord)
        let values = try texts(.translationValue)
        let translations = try texts(.translationText)
        for row in tables.indices {
            draft.translations.append(
                TranslationDraft(
                    table: tables[row], field: fields[row], language: languages[row],
                    record: records[row] == .none ? .none : id(records[row]),
                    subRecord: subRecords[row], value: values[row], text: translations[row]))
        }
        try addNotices()
    }

    /// Notices about the map and the walks, which the join reports again by today's map.
    private static let renewed: Set<NoticeCode> = [
        .stopFarFromStreet, .stopNotReachableOnFoot, .stopNotReachableInWheelchair,
        .tooManyNearStops, .shapeFromMap, .shapeNotOnMap, .mapOlderThanFeed,
    ]

    private func addNotices() throws(NetworkFileError) {
        var kept: [String: Int] = [:]
        for notice in try network.sources.notices() {
            guard let code = NoticeCode(rawValue: notice.code), !Self.renewed.contains(code)
            else { continue }
            kept[notice.code, default: 0] += 1
            draft.notices.add(
                Notice(
                    code, file: notice.file, line: UInt32(clamping: notice.line),
                    field: notice.field, value: notice.value))
        }
        for count in try network.sources.noticeCounts() {
            guard let code = NoticeCode(rawValue: count.code), !Self.renewed.contains(code)
            else { continue }
            draft.notices.count(code, count.count - kept[count.code, default: 0])
        }
    }
}
