/// `stops.txt` and the files that depend on it: levels, pathways and translations.
struct StopFiles {
    let map: TownMap

    func tables() -> [Table] {
        [stops(), MainStation.levels(), MainStation.pathways(), Translations.table()]
    }

    private func stops() -> Table {
        var table = Table(
            "stops.txt",
            [
                "stop_id", "stop_name", "stop_lat", "stop_lon", "zone_id", "location_type",
                "parent_station", "wheelchair_boarding", "level_id", "platform_code",
            ])
        for place in Town.places {
            if place.station == nil, place.layout != .pole {
                table.add(
                    [place.id, place.name] + Georeference.fields(place.position)
                        + ["", "1", "", String(place.wheelchair), "", ""])
            }
            let parent =
                place.layout == .pole && place.station == nil
                ? "" : map.place(place.station ?? place.key).id
            let codes = place.platformCodes
            for code in codes.isEmpty ? [""] : codes {
                let position = place.position(ofPlatform: code, axis: map.axis(of: place))
                let id = place.stopID(platform: code)
                table.add(
                    [id, place.name] + Georeference.fields(position)
                        + [
                            place.zone, "0", parent, wheelchair(place, code),
                            MainStation.level(ofStop: id), code,
                        ])
            }
        }
        for node in MainStation.nodes {
            table.add(
                [node.id, node.name] + Georeference.fields(node.position)
                    + ["", String(node.locationType), "seewil", "", node.level, ""])
        }
        return table
    }

    /// The wheelchair access of a platform; the main station's northern platforms lack a lift.
    private func wheelchair(_ place: StopPlace, _ code: String) -> String {
        if place.key == "Seewil", code == "6" || code == "7" { return "2" }
        return String(place.wheelchair)
    }
}

/// The names of the main stops in French, Italian and English.
enum Translations {
    private static let names: [(key: String, french: String, italian: String, english: String)] = [
        ("Bahnhof", "Seewil, gare", "Seewil, stazione", "Seewil, railway station"),
        ("Bahnhof Nord", "Seewil, gare nord", "Seewil, stazione nord", "Seewil, station north"),
        ("Rathaus", "Seewil, hôtel de ville", "Seewil, municipio", "Seewil, town hall"),
        ("Münster", "Seewil, cathédrale", "Seewil, cattedrale", "Seewil, minster"),
        ("Theater", "Seewil, théâtre", "Seewil, teatro", "Seewil, theatre"),
        ("Seeplatz", "Seewil, place du lac", "Seewil, piazza del lago", "Seewil, lake square"),
        ("Schifflände", "Seewil, débarcadère", "Seewil, imbarcadero", "Seewil, landing stage"),
        ("Strandbad", "Seewil, plage", "Seewil, lido", "Seewil, lido"),
        (
            "Kantonsspital", "Seewil, hôpital cantonal", "Seewil, ospedale cantonale",
            "Seewil, cantonal hospital"
        ),
        ("Messe", "Seewil, foire", "Seewil, fiera", "Seewil, exhibition centre"),
        ("Stadion", "Seewil, stade", "Seewil, stadio", "Seewil, stadium"),
        ("Mensa", "Seewil, restaurant universitaire", "Seewil, mensa", "Seewil, student canteen"),
        ("Bibliothek", "Seewil, bibliothèque", "Seewil, biblioteca", "Seewil, library"),
        ("Bergbahn", "Seewil, funiculaire", "Seewil, funicolare", "Seewil, funicular"),
    ]

    static func table() -> Table {
        var table = Table(
            "translations.txt",
            ["table_name", "field_name", "language", "translation", "record_id"])
        for row in names {
            guard let place = Town.places.first(where: { $0.key == row.key }) else {
                preconditionFailure("a translation of the unknown place \(row.key)")
            }
            let station = place.station == nil ? [place.id] : []
            for id in station + place.platformCodes.map({ place.stopID(platform: $0) }) {
                for (language, text) in [
                    ("fr", row.french), ("it", row.italian), ("en", row.english),
                ] {
                    table.add(["stops", "stop_name", language, text, id])
                }
            }
        }
        return table
    }
}
