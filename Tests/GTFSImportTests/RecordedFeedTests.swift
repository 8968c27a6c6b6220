import Foundation
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import GTFSImport

/// Every recorded feed next to the project imports, with the notices of its golden copy.
///
/// `RECORD_GOLDEN=1 make test-swift` rewrites the golden copies; review the difference.
@Suite struct RecordedFeedTests {
    private static let feeds: [String] = {
        guard let folder = SharedData.folder else { return [] }
        return ["gtfs/small", "gtfs/medium"].flatMap { group in
            ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(group)")) ?? [])
                .filter { $0.hasSuffix(".zip") }.sorted().map { "\(group)/\($0)" }
        }
    }()

    @Test(
        .enabled(if: SharedData.folder != nil, "skipped: no recorded data beside the project"),
        arguments: feeds)
    func `a recorded feed imports as before`(feed: String) throws {
        let folder = try #require(SharedData.folder)
        let (timetable, summary) = try NetworkImport([.init(path: "\(folder)/\(feed)")]).timetable()
        var text = """
            \(feed)
            \(summary.stops) stops, \(summary.routes) routes, \(summary.trips) trips, \
            \(summary.stopTimes) stop times, \(summary.patterns) patterns
            \(summary.firstDay) to \(summary.lastDay)

            """
        for count in try timetable.sources.noticeCounts() {
            text += "\(count.severity) \(count.code) \(count.count)\n"
            let first = try timetable.sources.notices().first { $0.code == count.code }
            if let first {
                text += "  \(first.file):\(first.line) \(first.field) '\(first.value)'\n"
            }
        }
        let name = feed.split(separator: "/").last.map { $0.dropLast(4) } ?? ""
        let golden = SharedData.goldenFolder.appendingPathComponent("import-\(name).txt")
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
            try FileManager.default.createDirectory(
                at: SharedData.goldenFolder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: golden)
        }
        #expect(
            try String(contentsOf: golden, encoding: .utf8) == text,
            "if that is meant, RECORD_GOLDEN=1 make test-swift writes the golden copies anew")
    }
}

/// Feeds with random damage are either imported or refused.
@Suite struct MutatedFeedTests {
    private static let drawing = """
        red-1: A 8:00  B 8:10/8:12  C 8:20
        red-2: A 9:00  B 9:10/9:12  C 9:20
        blue-1: C 8:30  B -  A 8:50
        night-1: A 23:50  C 25:10
        """

    private static func richFeed() -> TextFeed {
        var feed = TextFeed(drawing)
        feed.files["trips.txt"] = """
            route_id,service_id,trip_id,direction_id,block_id,shape_id,wheelchair_accessible
            red,daily,red-1,0,b1,s,1
            red,daily,red-2,0,b1,s,2
            blue,daily,blue-1,1,,,
            night,daily,night-1,,,s,

            """
        feed.files["shapes.txt"] = """
            shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled
            s,47.0,8.0,1,0
            s,47.0,8.01,2,1
            s,47.0,8.02,3,2

            """
        feed.files["frequencies.txt"] =
            "trip_id,start_time,end_time,headway_secs\nred-2,9:00:00,10:00:00,600\n"
        feed.files["transfers.txt"] =
            "from_stop_id,to_stop_id,transfer_type,min_transfer_time\nA,B,2,60\nB,B,2,30\n"
        feed.files["pathways.txt"] = """
            pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,traversal_time
            p,A,B,2,1,40

            """
        feed.files["calendar_dates.txt"] =
            "service_id,date,exception_type\ndaily,20260501,2\nextra,20260502,1\n"
        feed.files["translations.txt"] = """
            table_name,field_name,language,translation,record_id
            stops,stop_name,fr,Arret A,A

            """
        return feed
    }

    @Test(arguments: 0..<8)
    func `thousands of mutated feeds never crash the importer`(part: Int) throws {
        var random = SeededRandom(seed: UInt64(1000 + part))
        let original = Self.richFeed()
        var imported = 0
        var refused = 0
        for round in 0..<400 {
            var feed = original
            for _ in 0...Int.random(in: 0...3, using: &random) {
                mutate(&feed, &random)
            }
            do {
                let timetable = try feed.compiled()
                checkInvariants(timetable, "seed \(1000 + part), round \(round)")
                imported += 1
            } catch is ImportError {
                refused += 1
            }
        }
        #expect(imported > 200)
        #expect(imported + refused == 400)
    }

    private func mutate(_ feed: inout TextFeed, _ random: inout SeededRandom) {
        guard let name = feed.files.keys.sorted().randomElement(using: &random),
            let text = feed.files[name]
        else { return }
        var bytes = Array(text.utf8)
        let splinters = [
            "\"", ",", "\n", "\r\n", "99999999999999999999", "-1", "25:61:00", "é", "", " ", "A",
            "\u{0}",
            "20260229", "NaN", "1e308", "stop_id", "red-1",
        ]
        for _ in 0...Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
            let position = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0...5, using: &random) {
            case 0: bytes[position] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: position)
            case 2:
                let splinter = splinters.randomElement(using: &random) ?? ""
                bytes.insert(contentsOf: splinter.utf8, at: position)
            case 3: bytes.removeSubrange(position...)
            case 4:
                var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
                lines.shuffle(using: &random)
                bytes = Array(lines.joined(separator: [10]))
            default: bytes += bytes[position...]
            }
        }
        if Int.random(in: 0...30, using: &random) == 0 {
            feed.files[name] = nil
        } else {
            feed.files[name] = String(decoding: bytes, as: UTF8.self)
        }
    }

    private func checkInvariants(_ timetable: Timetable, _ comment: Comment) {
        for pattern in timetable.patterns.indices {
            let stops = timetable.patterns.stops(of: pattern)
            #expect(stops.count >= 2, comment)
            for stop in stops { #expect(stop.row < timetable.stops.count, comment) }
            for run in timetable.patterns.runs(of: pattern) {
                var last = ServiceTime(seconds: .min)
                for position in stops.indices {
                    let times = timetable.patterns.times(of: run, in: pattern, at: position)
                    #expect(times.arrival >= last && times.departure >= times.arrival, comment)
                    last = times.departure
                }
                let trip = timetable.patterns.runTrips[run]
                if let path = RunPath(timetable, trip: trip, pattern: pattern) {
                    #expect(path.callDistances.count == stops.count, comment)
                    #expect(path.callDistances == path.callDistances.sorted(), comment)
                }
            }
        }
        for target in timetable.footpaths.targets.buffer {
            #expect(target.row < timetable.stops.count, comment)
        }
        for stop in timetable.stops.indices {
            #expect(timetable.stops.find(id: timetable.stops.id(stop)) == stop, comment)
        }
    }
}
