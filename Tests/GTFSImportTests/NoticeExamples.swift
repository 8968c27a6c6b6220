import Archives
import Foundation
import GTFS
import GTFSImport
import TransitModel
import TransitTesting

/// A change to a clean feed that makes its import add a notice.
enum NoticeExample {
    /// Rows appended to a file.
    case rows(String, String)
    /// A file with this text instead of its content; nil removes the file.
    case file(String, String?)
    /// Trips with another drawing.
    case trips(String)
    /// Stops with their types and stations; optionally rows in another file.
    case places(String, rows: (file: String, text: String)? = nil)
    /// A shape that the trip follows, and the distances of its calls along it.
    case shape(String, distances: (String, String) = ("", ""))
    /// A file whose bytes are not text.
    case bytes(String, [UInt8])
    /// All files are in a folder.
    case inFolder
    /// A ZIP file that is damaged within this file.
    case damaged(String)
    /// A map on which each stop is connected with the streets in this way.
    case streets(StreetAccess)
    /// A limit on the stops that a walk leads to.
    case nearStops(maximum: Int)
    /// A map of a day, where vehicles find their way or none.
    case map(day: String, hasWays: Bool)

    private static let levels = "level_id,level_index\n"
    private static let colours =
        "route_id,agency_id,route_short_name,route_type,route_color,route_text_color\n"
    private static let frequencies = "trip_id,start_time,end_time,headway_secs\n"
    private static let points =
        "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled\n"
    private static let bookings =
        "booking_rule_id,booking_type,prior_notice_duration_min,prior_notice_duration_max,"
        + "prior_notice_last_day,prior_notice_last_time,prior_notice_start_day,"
        + "prior_notice_start_time\n"
    private static let transfers = "from_stop_id,to_stop_id,transfer_type\n"

    /// The smallest feed for each notice.
    static let all: [NoticeCode: NoticeExample] = [
        .missingRequiredFile: .file("agency.txt", nil),
        .missingRecommendedFile: .file("feed_info.txt", nil),
        .emptyFile: .file("levels.txt", ""),
        .unknownFile: .file("notes.md", "hello\n"),
        .invalidInputFilesInSubfolder: .inFolder,
        .missingRequiredColumn: .file("levels.txt", "level_id\n1\n"),
        .unknownColumn: .file("levels.txt", "level_id,level_index,colour\n1,1,red\n"),
        .duplicatedColumn: .file("levels.txt", "level_id,level_index,level_id\n1,1,1\n"),
        .emptyColumnName: .file("levels.txt", "level_id,level_index,\n1,1,\n"),
        .csvParsingFailed: .file("levels.txt", levels + "\"1,1\n"),
        .invalidRowLength: .file("levels.txt", levels + "1\n"),
        .emptyRow: .file("levels.txt", levels + "\n1,1\n"),
        .missingCalendarAndCalendarDateFiles: .file("calendar.txt", nil),
        .missingRequiredField: .rows("stops.txt", ",Nameless,47,8"),
        .leadingOrTrailingWhitespaces: .rows("stops.txt", "C, North,47,8"),
        .invalidCharacter: .bytes("stops.txt", Array("C,".utf8) + [0xff] + Array(",47,8".utf8)),
        .invalidInteger: .rows("routes.txt", "blue,1,blue,9x"),
        .invalidFloat: .rows("stops.txt", "C,North,x,8"),
        .invalidTime: .rows("stop_times.txt", "red-1,3,B,9:2,9:20:00"),
        .invalidDate: .rows("calendar.txt", "x,1,1,1,1,1,1,1,20260131,20260132"),
        .invalidColor: .file("routes.txt", colours + "red,1,red,3,GREEN,\n"),
        .invalidTimezone: .rows("agency.txt", "2,Other,http://o.example,Europe/Seewil"),
        .numberOutOfRange: .rows("stops.txt", "C,North,99,8"),
        .invalidURL: .file(
            "agency.txt",
            "agency_id,agency_name,agency_url,agency_timezone\n1,Test,javascript:alert(1),Europe/Zurich\n"
        ),
        .textTooLong: .rows("stops.txt", "C,\(String(repeating: "long ", count: 41)),47,8"),
        .controlCharacter: .rows("stops.txt", "C,Be\u{7}ll \u{202e}tower,47,8"),
        .unexpectedEnumValue: .rows("calendar.txt", "x,1,1,1,1,1,1,2,20260101,20260131"),
        .duplicateKey: .rows("stops.txt", "A,Twice,47,8"),
        .foreignKeyViolation: .rows("trips.txt", "green,daily,t"),
        .inconsistentAgencyTimezone: .rows(
            "agency.txt", "2,Other,http://o.example,Europe/London"),
        .startAndEndRangeOutOfOrder: .rows(
            "calendar.txt", "x,1,1,1,1,1,1,1,20260131,20260101"),
        .stopWithoutLocation: .rows("stops.txt", "C,Nowhere,,"),
        .pointNearOrigin: .rows("stops.txt", "C,Null island,0,0"),
        .locationWithoutParentStation: .places("E,Entrance,47,8,2,"),
        .wrongParentLocationType: .places("P,Platform,47,8,0,A"),
        .stationWithParentStation: .places("S,Station,47,8,1,\nT,Tower,47,8,1,S"),
        .routeBothShortAndLongNameMissing: .rows("routes.txt", "blue,1,,3"),
        .routeColorContrast: .file("routes.txt", colours + "red,1,red,3,FFFFFF,FFFFEE\n"),
        .unusableTrip: .rows("trips.txt", "red,daily,red-2"),
        .unusedShape: .file("shapes.txt", points + "s,47,8,1,0\ns,47,8.01,2,10\n"),
        .unusedService: .rows("calendar.txt", "x,1,1,1,1,1,1,1,20260101,20260131"),
        .serviceWithoutAnyDay: .rows("calendar.txt", "x,0,0,0,0,0,0,0,20260101,20260131"),
        .missingTripEdge: .trips("red-1: A 8:00  B 8:10  C -"),
        .stopTimeWithOnlyArrivalOrDepartureTime: .trips("red-1: A 8:00  B 8:05/-  C 8:10"),
        .stopTimeWithArrivalBeforePreviousDepartureTime: .trips("red-1: A 8:00  B 7:50"),
        .stopTimesBeginAgainAtMidnight: .trips("red-1: A 23:50  B 0:10"),
        .stopTimeWithDepartureBeforeArrivalTime: .trips("red-1: A 8:00  B 8:05/8:04  C 8:10"),
        .decreasingOrEqualStopTimeDistance: .shape(
            "s,47,8,1,0\ns,47,8.01,2,10", distances: ("5", "5")),
        .fastTravelBetweenConsecutiveStops: .file(
            "stops.txt", "stop_id,stop_name,stop_lat,stop_lon\nA,A,47,8\nB,B,47,9\n"),
        .stopTooFarFromShape: .shape("s,48,8,1,\ns,48,8.01,2,"),
        .locationWithUnexpectedStopTime: .places(
            "S,Station,47,8,1,", rows: ("stop_times.txt", "red-1,3,S,8:20:00,8:20:00")),
        .decreasingShapeDistance: .shape("s,47,8,1,10\ns,47,8.01,2,0"),
        .singleShapePoint: .shape("s,47,8,1,0"),
        .overlappingFrequency: .file(
            "frequencies.txt",
            frequencies + "red-1,6:00:00,8:00:00,600\nred-1,7:00:00,9:00:00,600\n"),
        .transferWithInvalidStopLocationType: .places(
            "S,Station,47,8,1,\nE,Entrance,47,8,2,S",
            rows: ("transfers.txt", transfers + "E,A,0")),
        .transferDistanceTooLarge: .places(
            "F,Far,48,8,0,", rows: ("transfers.txt", transfers + "A,F,0")),
        .missingPriorNoticeDurationMin: .file("booking_rules.txt", bookings + "r,1,,,,,,\n"),
        .missingPriorNoticeLastDay: .file("booking_rules.txt", bookings + "r,2,,,,,,\n"),
        .missingPriorNoticeLastTime: .file("booking_rules.txt", bookings + "r,2,,,1,,,\n"),
        .missingPriorNoticeStartTime: .file(
            "booking_rules.txt", bookings + "r,2,,,1,12:00:00,2,\n"),
        .forbiddenRealTimeBookingFieldValue: .file("booking_rules.txt", bookings + "r,0,5,,,,,\n"),
        .forbiddenSameDayBookingFieldValue: .file("booking_rules.txt", bookings + "r,1,5,,1,,,\n"),
        .forbiddenPriorDayBookingFieldValue: .file(
            "booking_rules.txt", bookings + "r,2,5,,1,12:00:00,,\n"),
        .forbiddenPriorNoticeStartDay: .file(
            "booking_rules.txt", bookings + "r,1,5,60,,,1,12:00:00\n"),
        .forbiddenPriorNoticeStartTime: .file(
            "booking_rules.txt", bookings + "r,1,5,,,,,12:00:00\n"),
        .invalidPriorNoticeDurationMin: .file("booking_rules.txt", bookings + "r,1,5,4,,,,\n"),
        .priorNoticeLastDayAfterStartDay: .file(
            "booking_rules.txt", bookings + "r,2,,,2,12:00:00,1,12:00:00\n"),
        .fileNotUsed: .file("fare_rules.txt", "fare_id\n"),
        .serviceDaysClipped: .rows("calendar.txt", "x,1,1,1,1,1,1,1,19900101,20601231"),
        .tooManyRuns: .file("frequencies.txt", frequencies + "red-1,0:00:00,30:00:00,1\n"),
        .fileNotReadable: .damaged("levels.txt"),
        .tooManyNearStops: .nearStops(maximum: 0),
        .stopFarFromStreet: .streets(StreetAccess(gapMetres: 120)),
        .stopNotReachableOnFoot: .streets(StreetAccess(gapMetres: 2, isOpenOnFoot: false)),
        .stopNotReachableInWheelchair: .streets(StreetAccess(gapMetres: 2, isStepFree: false)),
        .shapeFromMap: .map(day: "2026-01-01", hasWays: true),
        .shapeNotOnMap: .map(day: "2026-01-01", hasWays: false),
        .mapOlderThanFeed: .map(day: "2013-01-01", hasWays: true),
    ]

    /// Returns the codes of the import's notices; if it refuses the feed, also the reason.
    func problems() throws -> (codes: Set<String>, refusal: String) {
        try drawn.withFolder { path in
            var source = path
            if case .bytes(let file, let bytes) = self {
                let place = URL(fileURLWithPath: path).appendingPathComponent(file)
                try (Data(contentsOf: place) + Data(bytes) + Data("\n".utf8)).write(to: place)
            }
            if case .damaged(let file) = self { source = try damagedArchive(in: path, at: file) }
            var walking = WalkingAssumptions()
            if case .streets(let access) = self {
                walking.streets = .drawn(access: access) { _, _, _ in .noWay }
            }
            if case .nearStops(let maximum) = self {
                // The stops are 758 m apart.
                walking.radiusMetres = 800
                walking.maximumNearStops = maximum
            }
            do {
                let (timetable, _) = try NetworkImport(
                    [.init(path: source, name: "t")], walking: walking, map: map
                ).timetable()
                return (Set(try timetable.sources.noticeCounts().map(\.code)), "")
            } catch let error as ImportError {
                return ([], error.description)
            }
        }
    }

    private var map: ImportMap {
        guard case .map(let day, let hasWays) = self else { return ImportMap() }
        return ImportMap(
            vehicles: VehicleRouter { _, stops in
                zip(stops, stops.dropFirst()).map { hasWays ? [$0, $1] : nil }
            }, day: ServiceDay(day))
    }

    private var drawn: TextFeed {
        var feed = TextFeed("red-1: A 8:00  B 8:10")
        switch self {
        case .rows(let file, let rows): feed.files[file, default: ""] += rows + "\n"
        case .file(let file, let text): feed.files[file] = text
        case .trips(let drawing): feed = TextFeed(drawing)
        case .streets, .map, .nearStops: break
        case .places(let stops, let rows):
            feed.files["stops.txt"] = """
                stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
                A,A,47,8,0,
                B,B,47,8.01,0,
                \(stops)

                """
            if let rows { feed.files[rows.file, default: ""] += rows.text + "\n" }
        case .shape(let points, let distances):
            feed.files["shapes.txt"] = Self.points + points + "\n"
            feed.files["trips.txt"] = "route_id,service_id,trip_id,shape_id\nred,daily,red-1,s\n"
            feed.files["stop_times.txt"] = """
                trip_id,stop_sequence,stop_id,arrival_time,departure_time,shape_dist_traveled
                red-1,1,A,8:00:00,8:00:00,\(distances.0)
                red-1,2,B,8:10:00,8:10:00,\(distances.1)

                """
        case .inFolder:
            let files = feed.files.map { ("in/here/" + $0.key, $0.value) }
            feed.files = Dictionary(uniqueKeysWithValues: files)
        case .damaged(let file): feed.files[file] = Self.levels + "1,1\n"
        case .bytes: break
        }
        return feed
    }

    /// Writes the feed as a ZIP file into the folder, with one byte of one of its files changed.
    private func damagedArchive(in folder: String, at damaged: String) throws -> String {
        let path = folder + "/feed.zip"
        let files = drawn.files
        let writer = try ZipFileWriter(path: path)
        for (name, text) in files.sorted(by: { $0.key < $1.key }) {
            try writer.begin(name)
            try writer.write(Array(text.utf8))
        }
        try writer.finish()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        // The name precedes the content, and appears once more in the directory at the end.
        if let name = bytes.range(of: Data(damaged.utf8)) { bytes[name.upperBound + 2] ^= 0xff }
        try bytes.write(to: URL(fileURLWithPath: path))
        return path
    }
}
