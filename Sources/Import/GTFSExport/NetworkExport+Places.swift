import Archives
import Timetables
import TransitModel

// agency.txt, feed_info.txt, stops.txt, routes.txt, attributions.txt and translations.txt.
extension NetworkExport {
    /// The URL written if none is known, since GTFS requires one.
    private static let unknownAddress = "https://example.org/"

    /// Writes agency.txt.
    ///
    /// - Throws: `ZipFileError` if the archive cannot be written.
    func writeAgencies(to zip: ZipFileWriter) throws(ZipFileError) {
        var table = ExportTable(
            "agency.txt",
            [
                "agency_id", "agency_name", "agency_url", "agency_timezone", "agency_lang",
                "agency_phone",
            ], in: zip)
        let agencies = timetable.agencies
        for row in 0..<agencies.count {
            table.add(agencyID(row))
            table.add(timetable.strings.ifAny(agencies.names[row]) ?? "Agency \(row + 1)")
            table.add(timetable.strings.ifAny(agencies.urls[row]) ?? Self.unknownAddress)
            table.add(timetable.strings.ifAny(agencies.timeZones[row]) ?? "UTC")
            table.add(bytes(agencies.languages[row]))
            table.add(bytes(agencies.phones[row]))
            try table.endLine()
        }
        try table.finish()
    }

    /// The id of an agency, made up if it is empty and the network has several agencies.
    private func agencyID(_ row: Int) -> String {
        let id = timetable.strings[timetable.agencies.ids[row]]
        return id.isEmpty && timetable.agencies.count > 1 ? "agency-\(row + 1)" : id
    }

    /// Writes feed_info.txt, with the publishers of all feeds.
    ///
    /// - Throws: `ZipFileError` if the archive cannot be written.
    func writeFeedInfo(
        _ feeds: [FeedDescription], to zip: ZipFileWriter
    ) throws(ZipFileError) {
        var table = ExportTable(
            "feed_info.txt",
            [
                "feed_publisher_name", "feed_publisher_url", "feed_lang", "feed_start_date",
                "feed_end_date", "feed_version",
            ], in: zip)
        var publishers: [String] = []
        for name in feeds.compactMap(\.publisher) where !publishers.contains(name) {
            publishers.append(name)
        }
        let languages = Set(feeds.compactMap(\.language))
        table.add(publishers.isEmpty ? "Takt" : publishers.joined(separator: ", "))
        table.add(feeds.lazy.compactMap(\.publisherURL).first ?? Self.unknownAddress)
        table.add(languages.count > 1 ? "mul" : languages.first ?? "und")
        let only = feeds.count == 1 ? feeds.first : nil
        table.add(only?.firstDay ?? timetable.services.firstDay)
        table.add(only?.lastDay ?? timetable.services.lastDay)
        table.add(timetable.revision)
        try table.endLine()
        try table.finish()
    }

    /// Writes stops.txt.
    ///
    /// - Throws: `ZipFileError` if the archive cannot be written.
    func writeStops(to zip: ZipFileWriter) throws(ZipFileError) {
        var table = ExportTable(
            "stops.txt",
            [
                "stop_id", "stop_code", "stop_name", "stop_desc", "stop_lat", "stop_lon", "zone_id",
                "stop_url", "location_type", "parent_station", "stop_timezone",
                "wheelchair_boarding", "platform_code",
            ], in: zip)
        let stops = timetable.stops
        for stop in stops.indices {
            table.add(bytes(stops.ids[stop]))
            table.add(bytes(stops.codes[stop]))
            table.add(stops.name(stop))
            table.add(bytes(stops.descriptions[stop]))
            if stops.latitudes[stop] == StopColumns.noCoordinate {
                table.addEmpty()
                table.addEmpty()
            } else {
                table.addDegrees(stops.latitudes[stop])
                table.addDegrees(stops.longitudes[stop])
            }
            table.add(bytes(stops.zones[stop]))
            table.add(bytes(stops.urls[stop]))
            table.add(Int(stops.locationTypes[stop]))
            if let parent = stops.parent(stop) {
                table.add(bytes(stops.ids[parent]))
            } else {
                table.addEmpty()
            }
            table.add(bytes(stops.timeZones[stop]))
            table.add(stops.wheelchair[stop] == 0 ? nil : Int(stops.wheelchair[stop]))
            table.add(bytes(stops.platforms[stop]))
            try table.endLine()
        }
        try table.finish()
    }

    /// Writes routes.txt.
    ///
    /// - Throws: `ZipFileError` if the archive cannot be written.
    func writeRoutes(to zip: ZipFileWriter) throws(ZipFileError) {
        var table = ExportTable(
            "routes.txt",
            [
                "route_id", "agency_id", "route_short_name", "route_long_name", "route_desc",
                "route_type", "route_url", "route_color", "route_text_color", "route_sort_order",
            ], in: zip)
        let routes = timetable.routes
        for route in routes.indices {
            table.add(bytes(routes.ids[route]))
            table.add(routes.agencies[route].ifAny.map { agencyID($0.row) })
            table.add(bytes(routes.shortNames[route]))
            table.add(bytes(routes.longNames[route]))
            table.add(bytes(routes.descriptions[route]))
            table.add(Int(routes.types[route]))
            table.add(bytes(routes.urls[route]))
            table.addColour(routes.colours[route])
            table.addColour(routes.textColours[route])
            table.add(routes.sortOrders[route] < 0 ? nil : Int(routes.sortOrders[route]))
            try table.endLine()
        }
        try table.finish()
    }

    /// Writes the attributions and, if there are several feeds, their publishers as producers.
    ///
    /// - Throws: `ZipFileError` if the archive cannot be written.
    func writeAttributions(
        _ attributions: [AttributionDescription], _ feeds: [FeedDescription], to zip: ZipFileWriter
    ) throws(ZipFileError) {
        var all = attributions
        for feed in feeds where feeds.count > 1 {
            guard let name = feed.publisher, !all.contains(where: { $0.organization == name })
            else { continue }
            all.append(
                AttributionDescription(
                    organization: name, url: feed.publisherURL, roles: ["producer"]))
        }
        let roles = ["producer", "operator", "authority"]
        var table = ExportTable(
            "attributions.txt",
            ["organization_name"] + roles.map { "is_\($0)" } + ["attribution_url"], in: zip)
        for attribution in all {
            table.add(attribution.organization)
            for role in roles { table.add(attribution.roles.contains(role) ? 1 : 0) }
            table.add(attribution.url)
            try table.endLine()
        }
        try table.finish()
    }

    /// Writes translations.txt.
    ///
    /// - Throws: `ZipFileError` if the archive cannot be written.
    func writeTranslations(
        _ translations: [StopNameTranslation], to zip: ZipFileWriter
    ) throws(ZipFileError) {
        var table = ExportTable(
            "translations.txt",
            ["table_name", "field_name", "language", "translation", "record_id", "field_value"],
            in: zip)
        for translation in translations {
            table.add("stops")
            table.add("stop_name")
            table.add(translation.language)
            table.add(translation.text)
            table.add(translation.stopID)
            table.add(translation.original)
            try table.endLine()
        }
        try table.finish()
    }
}
