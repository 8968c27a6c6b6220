import GTFS
import Testing
import Timetables
import TransitTesting

@testable import GTFSImport

@Suite struct NoticeTests {
    private static func feed() -> TextFeed {
        TextFeed("red-1: A 8:00  B 8:10\nred-2: A 9:00 B 9:10")
    }

    @Test func `a clean feed has no notices`() throws {
        #expect(try NetworkText.notices(Self.feed().compiled()) == "")
    }

    @Test(arguments: NoticeCode.allCases)
    func `the smallest feed with a defect shows its notice`(code: NoticeCode) throws {
        let example = try #require(
            NoticeExample.all[code], "draw the smallest feed that shows it in NoticeExamples.swift")
        let problems = try example.problems()
        let isReported =
            problems.codes.contains(code.rawValue) || problems.refusal.contains(code.explanation)
        #expect(isReported, "reported: \(problems)")
    }

    /// A file, a row to add to it, and the expected notice.
    @Test(arguments: [
        ("stops.txt", "A,Twice,47,8", "duplicate_key stops.txt:4 stop_id A"),
        (
            "stops.txt", "C,North,99,8",
            "number_out_of_range stops.txt:4 stop_lat 99\nstop_without_location stops.txt:4 stop_id C"
        ),
        ("stops.txt", "C,Null island,0,0", "point_near_origin stops.txt:4 stop_id C"),
        ("stops.txt", ",Nameless,47,8", "missing_required_field stops.txt:4 stop_id"),
        ("routes.txt", "blue,9,blue,3", "foreign_key_violation routes.txt:3 agency_id 9"),
        ("routes.txt", "blue,1,blue,9x", "invalid_integer routes.txt:3 route_type 9x"),
        (
            "routes.txt", "blue,1,,3",
            "route_both_short_and_long_name_missing routes.txt:3 route_id blue"
        ),
        ("trips.txt", "green,daily,t", "foreign_key_violation trips.txt:4 route_id green"),
        ("trips.txt", "red,never,t", "foreign_key_violation trips.txt:4 service_id never"),
        ("trips.txt", "red,daily,red-1", "duplicate_key trips.txt:4 trip_id red-1"),
        (
            "stop_times.txt", "ghost,1,A,8:00:00,8:00:00",
            "foreign_key_violation stop_times.txt:6 trip_id ghost"
        ),
        (
            "stop_times.txt", "red-2,3,Z,9:20:00,9:20:00",
            "foreign_key_violation stop_times.txt:6 stop_id Z"
        ),
        (
            "stop_times.txt", "red-2,-1,B,9:20:00,9:20:00",
            "number_out_of_range stop_times.txt:6 stop_sequence -1"
        ),
        (
            "stop_times.txt", "red-2,3,B,9:2,9:20:00",
            "invalid_time stop_times.txt:6 arrival_time 9:2"
        ),
        (
            "stop_times.txt", "red-2,2,B,9:20:00,9:20:00",
            "duplicate_key stop_times.txt:6 stop_sequence 2"
        ),
        (
            "stop_times.txt", "red-2,3, B,9:20:00,9:20:00",
            "leading_or_trailing_whitespaces stop_times.txt:6 stop_id  B"
        ),
        ("stop_times.txt", "red-2,3,B,9:20:00", "invalid_row_length stop_times.txt:6 4"),
        ("stop_times.txt", "\n", "empty_row stop_times.txt:6"),
        (
            "calendar.txt", "x,1,1,1,1,1,1,1,20260131,20260132",
            "invalid_date calendar.txt:3 end_date 20260132"
        ),
        (
            "calendar.txt", "x,1,1,1,1,1,1,1,20260131,20260101",
            "start_and_end_range_out_of_order calendar.txt:3 end_date 20260101"
        ),
        (
            "calendar.txt", "x,1,1,1,1,1,1,2,20260101,20260131",
            "unexpected_enum_value calendar.txt:3 sunday 2\nunused_service calendar.txt:3 service_id x"
        ),
    ])
    func `each defect is reported with file, line, field and value`(
        file: String, row: String, expected: String
    ) throws {
        var feed = Self.feed()
        feed.files[file]? += row + (row == "\n" ? "" : "\n")
        let found = try NetworkText.notices(feed.compiled())
        #expect(found == expected)
    }

    @Test func `a file in folders and files that are not used are reported`() throws {
        var feed = Self.feed()
        feed.files = Dictionary(
            uniqueKeysWithValues: feed.files.map { ("in/here/" + $0.key, $0.value) })
        feed.files["in/here/fare_rules.txt"] = "fare_id\n"
        feed.files["in/here/notes.md"] = "hello"
        #expect(
            try NetworkText.notices(feed.compiled()) == """
                invalid_input_files_in_subfolder in/here
                file_not_used fare_rules.txt
                unknown_file notes.md
                """)
    }

    @Test(arguments: [
        ("stop_times.txt", "stop_times.txt: A file that every feed must have is missing."),
        ("stops.txt", "stops.txt: A file that every feed must have is missing."),
        ("trips.txt", "trips.txt: A file that every feed must have is missing."),
    ])
    func `a feed without a usable trip is refused with the reason`(
        file: String, reason: String
    ) throws {
        var feed = Self.feed()
        feed.files[file] = nil
        let error = #expect(throws: ImportError.self) { try feed.compiled() }
        #expect(error?.description == "The feed test has no usable trip. \(reason)")
    }

    @Test func `a feed whose trips are all unusable is refused with the first error`() throws {
        var feed = Self.feed()
        let times = "trip_id,stop_sequence,stop_id,arrival_time,departure_time\n"
        feed.files["stop_times.txt"] =
            times + "red-1,1,A,8:00:00,8:00:00\nred-1,1,B,8:10:00,8:10:00\n"
        let error = #expect(throws: ImportError.self) { try feed.compiled() }
        #expect(
            error?.description == "The feed test has no usable trip. stop_times.txt line 3, column "
                + "stop_sequence: The key occurs twice; the first row counts.")
    }

    @Test(arguments: ["locations.geojson", "location_groups.txt", "booking_rules.txt"])
    func `a feed of on-demand services alone is refused as that`(file: String) throws {
        var feed = Self.feed()
        feed.files["stop_times.txt"] = """
            trip_id,stop_sequence,location_id,start_pickup_drop_off_window,end_pickup_drop_off_window
            red-1,1,area,08:00:00,18:00:00
            red-1,2,area,08:00:00,18:00:00

            """
        feed.files[file] =
            file == "booking_rules.txt" ? "booking_rule_id,booking_type\nr,0\n" : "{}"
        let error = #expect(throws: ImportError.self) { try feed.compiled() }
        #expect(error?.description.contains("has on-demand services only (GTFS-Flex)") == true)
        // It may be the only feed.
        #expect(error?.description.contains("set up a campus without a timetable") == true)
    }

    @Test(arguments: [
        ("Bell\u{7}\u{1b}[31m", "Bell[31m"), ("two\tlines\u{85}", "two lines"),
        ("\u{202e}tower", "tower"), ("Zürich – Höngg’s €", "Zürich – Höngg’s €"),
    ])
    func `control characters of a text are left out, others stay`(text: String, clean: String)
        throws
    {
        var feed = Self.feed()
        feed.files["stops.txt", default: ""] += "X,\(text),47,8\n"
        let network = try feed.compiled()
        let stop = try #require(network.stops.find(id: "X"))
        #expect(network.stops.name(stop) == clean)
    }

    @Test func `notices show nothing that a terminal obeys, and no endless name`() throws {
        var feed = Self.feed()
        let long = String(repeating: "x", count: 5000)
        feed.files["stops.txt"] =
            "stop_id,stop_name,stop_lat,stop_lon,\u{1b}[2J,\(long)\n"
            + "A,A,47,8\nB,B,47.01,8\nC,C,\u{9b}31m,8\n"
        feed.files["\u{1b}]0;t\u{7}.txt"] = "x"
        let network = try feed.compiled()
        let notices = try network.sources.notices()
        let texts = notices.flatMap { [$0.file, $0.field, $0.value] }
        #expect(notices.contains { $0.code == "unknown_column" && $0.field == "[2J" })
        #expect(notices.contains { $0.code == "unknown_file" && $0.file == "]0;t.txt" })
        #expect(notices.contains { $0.code == "invalid_float" && $0.value == "31m" })
        #expect(texts.allSatisfy { $0.count <= Notice.maximumTextLength })
    }

    @Test(arguments: [
        ("https://t.example/a?b=c", true), ("HTTP://t.example", true),
        ("javascript:alert(1)", false),
        (" JavaScript:alert(1)", false), ("data:text/html;x", false), ("www.t.example", false),
        ("https://t.example/ onclick=x", false),
    ])
    func `only addresses of the web are addresses`(url: String, isGood: Bool) throws {
        var feed = Self.feed()
        feed.files["routes.txt"] =
            "route_id,agency_id,route_short_name,route_type,route_url\nred,1,red,3,\(url)\n"
        let network = try feed.compiled()
        let found = network.strings[network.routes.urls[RouteIndex(0)]]
        #expect(found == (isGood ? url : ""))
    }

    @Test func `a feed without any day is refused`() throws {
        var feed = Self.feed()
        feed.files["calendar.txt"] = feed.files["calendar.txt"]?.replacing(
            "1,1,1,1,1,1,1", with: "0,0,0,0,0,0,0")
        let error = #expect(throws: ImportError.self) { try feed.compiled() }
        #expect(error?.description.contains("no day on which a trip runs") == true)
    }

    @Test func `columns may come in any order, with others between`() throws {
        var feed = Self.feed()
        let expected = try NetworkText.patterns(feed.compiled())
        feed.files["trips.txt"] = """
            trip_id,colour of the seats,service_id,"route_id"
            red-1,blue,daily,red
            red-2,"green, dark",daily,red

            """
        let timetable = try feed.compiled()
        #expect(NetworkText.patterns(timetable) == expected)
        #expect(
            try NetworkText.notices(timetable)
                == "unknown_column trips.txt:1 colour of the seats")
    }
}

@Suite struct SeveralFeedsTests {
    @Test func `ids of several feeds bear the feed's name and never clash`() throws {
        let first = TextFeed("red-1: A 8:00  B 8:10")
        let second = TextFeed("red-1: A 9:00  C 9:10")
        let timetable = try first.withFolder { one in
            try second.withFolder { two in
                try NetworkImport([
                    .init(path: one, name: "x.zip"), .init(path: two, name: "y.zip"),
                ])
                .timetable().0
            }
        }
        #expect(
            NetworkText.patterns(timetable) == """
                x:red: x:A-x:B
                  x:red-1 8:00 8:10
                y:red: y:A-y:C
                  y:red-1 9:00 9:10
                """)
        // The two stops named A are at one place, so there is a walk between them.
        #expect(NetworkText.walks(timetable).contains("x:A-y:A 0 s"))
    }
}
