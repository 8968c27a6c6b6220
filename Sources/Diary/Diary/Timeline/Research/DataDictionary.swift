import TransitModel

/// The meaning of a dataset's columns: the schema, and the file that accompanies the dataset.
enum DataDictionary {
    struct Column {
        let name: String
        let type: String
        let meaning: String

        init(_ name: String, _ type: String, _ meaning: String) {
            self.name = name
            self.type = type
            self.meaning = meaning
        }
    }

    private static let person = Column("participant", "text", "new name, only in this dataset")
    private static let start = Column("start", "time", "rounded down to the minute")
    private static let end = Column("end", "time", "rounded down to the minute")

    static let tables: [(file: String, columns: [Column])] = [
        (
            "stays.csv",
            [
                person, Column("stay", "number", "counted by participant"), start, end,
                Column("latitude", "degrees", "centre of the cell"),
                Column("longitude", "degrees", "centre of the cell"),
            ]
        ),
        (
            "trips.csv",
            [
                person, Column("trip", "number", "counted by participant"), start, end,
                Column("from_latitude", "degrees", "centre of the origin's cell"),
                Column("from_longitude", "degrees", "centre of the origin's cell"),
                Column("to_latitude", "degrees", "centre of the destination's cell"),
                Column("to_longitude", "degrees", "centre of the destination's cell"),
                Column("distance_m", "metres", "along the way, simplified to 8 m"),
                Column("legs", "number", "how many legs it has"),
            ]
        ),
        (
            "legs.csv",
            [
                person, Column("trip", "number", "as in trips.csv"),
                Column("leg", "number", "counted by trip"), start, end,
                Column("mode", "word", "walk, run, bike, car, bus, tram, rail, subway or ferry"),
                Column("probability", "0-1", "of the mode, as the model sees it"),
                Column("distance_m", "metres", "along the way"),
                Column("route_id", "GTFS id", "empty where no line is likelier than 0.5"),
                Column("from_stop_id", "GTFS id", "where they got on"),
                Column("to_stop_id", "GTFS id", "where they got off"),
                Column("trip_id", "GTFS id", "the run that fits best in time"),
                Column("service_day", "date", "the run's"),
                Column("delay_s", "seconds", "of the run, in the middle of its calls"),
            ]
        ),
        (
            "ways.csv",
            [
                person, Column("trip", "number", "as in trips.csv"),
                Column("leg", "number", "as in legs.csv"),
                Column("time", "time", "to the second"), Column("latitude", "degrees", ""),
                Column("longitude", "degrees", ""),
            ]
        ),
        (
            "quality.csv",
            [
                person, Column("phones", "number", "devices with records"),
                Column("days", "number", "days with records"),
                Column("first_day", "date", ""), Column("last_day", "date", ""),
                Column("fixes", "number", "of all devices"),
                Column("coverage", "0-1", "share of those days with records"),
                Column("gaps", "number", "spans of those days without records"),
                Column("longest_gap_min", "minutes", ""),
                Column("fix_interval_s", "seconds", "median between two fixes of a device"),
                Column("accuracy_m", "metres", "median radius that the devices reported"),
                Column("trips", "number", ""),
                Column("consent_versions", "numbers", "under which it was recorded"),
            ]
        ),
        (
            "origin-destination.csv",
            [
                Column("from_latitude", "degrees", "centre of the flow cell"),
                Column("from_longitude", "degrees", "centre of the flow cell"),
                Column("to_latitude", "degrees", "centre of the flow cell"),
                Column("to_longitude", "degrees", "centre of the flow cell"),
                Column("trips", "number", ""), Column("participants", "number", ""),
            ]
        ),
        (
            "mode-share.csv",
            [
                Column("mode", "word", "as in legs.csv"), Column("legs", "number", ""),
                Column("distance_m", "metres", ""), Column("duration_s", "seconds", ""),
                Column("participants", "number", ""),
            ]
        ),
        (
            "route-choice.csv",
            [
                Column("from_stop_id", "GTFS id", "where they got on"),
                Column("to_stop_id", "GTFS id", "where they got off"),
                Column("route_id", "GTFS id", "lines ridden between the two"),
                Column("rides", "number", ""),
                Column("mean_duration_s", "seconds", "on board"),
                Column("participants", "number", ""),
            ]
        ),
    ]

    /// The dictionary as a CSV table.
    static var csv: String {
        tables.reduce(into: "file,column,type,meaning\n") { text, table in
            for column in table.columns {
                let meaning =
                    column.meaning.contains(",") ? "\"\(column.meaning)\"" : column.meaning
                text += "\(table.file),\(column.name),\(column.type),\(meaning)\n"
            }
        }
    }

    /// A description of how the records were processed.
    static func readMe(_ settings: DatasetSettings, participants: Int) -> String {
        """
        Travel diaries of \(participants) participants as tables (CSV, UTF-8). dictionary.csv says what the columns mean.

        Times are ISO 8601 in \(settings.zone.identifier). Participants have new names. Places are the centres of cells of \
        \(Int(settings.coarsenMetres)) m; ways.csv leaves out what is within \(Int(settings.trimMetres)) m of a trip's \
        ends. origin-destination.csv (cells of \(Int(settings.flowMetres)) m), mode-share.csv and route-choice.csv have no row \
        with fewer than \(settings.threshold) participants. The others are about single people: stops, times and ways can give \
        somebody away who is known otherwise. Keep them as the consent says, and publish the three group tables alone.

        """
    }
}
