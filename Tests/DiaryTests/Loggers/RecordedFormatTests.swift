import DiarySensing
import Foundation
import PhoneRecords
import Testing

/// Files written by real apps, next to the project in its development environment.
enum SharedFormats {
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appendingPathComponent("../shared/data/traces/formats")
    static let isThere = FileManager.default.fileExists(atPath: folder.path)
}

@Suite(.enabled(if: SharedFormats.isThere, "skipped: no ../shared/data beside the project"))
struct RecordedFormatTests {
    private struct Expected: Sendable, CustomTestStringConvertible {
        let file: String
        let format: PhoneFile
        let fixes: Int
        let motions: Int
        let skipped: [SkipReason: Int]

        var testDescription: String { file }

        init(
            _ file: String, _ format: PhoneFile, _ fixes: Int, _ motions: Int,
            _ skipped: [SkipReason: Int] = [:]
        ) {
            self.file = file
            self.format = format
            self.fixes = fixes
            self.motions = motions
            self.skipped = skipped
        }

        /// Counted in the files with grep, by hand.
        static let all = [
            Expected("dawarich_geojson_export.json", .overland, 10, 0),
            Expected("dawarich_google_records.json", .googleRecords, 3, 0),
            Expected("dawarich_google_semantic_history.json", .googleRecords, 0, 0, [.inferred: 6]),
            Expected(
                "dawarich_google_timeline_new_format.json", .googleTimeline, 3, 1, [.inferred: 1]),
            Expected("dawarich_gpx_gpx_track_multiple_segments.gpx", .gpx, 43, 0),
            Expected("dawarich_overland_geodata.json", .overland, 1, 1, [.otherKind: 1]),
            Expected("dawarich_owntracks_2024-03.rec", .ownTracksRecording, 9, 0, [.otherKind: 4]),
            Expected("owntracks_demo-iphone.rec", .ownTracksRecording, 23, 0, [.otherKind: 2]),
            Expected("reitti_google_Records.json", .googleRecords, 95, 47),
            Expected(
                "reitti_google_timeline_from_android_randomized.json", .googleTimeline, 83, 5,
                [.inferred: 7, .otherKind: 2]),
        ]
    }

    @Test(arguments: Expected.all)
    private func `a real file is read, and what was left out is counted`(expected: Expected) throws
    {
        let data = try Data(contentsOf: SharedFormats.folder.appendingPathComponent(expected.file))
        let format = try PhoneFile(recognising: data)
        #expect(format == expected.format)
        let trace = try format.read(data)
        #expect(trace.fixes.count == expected.fixes)
        #expect(trace.motions.count == expected.motions)
        #expect(trace.skipped == expected.skipped)
        #expect(trace.fixes.allSatisfy { $0.isPlausible })
    }

    @Test(arguments: Expected.all, [UInt64(1), 2, 3])
    private func `cut off or damaged, it costs records or is refused, never more`(
        expected: Expected, seed: UInt64
    ) throws {
        let data = try Data(contentsOf: SharedFormats.folder.appendingPathComponent(expected.file))
        var state = seed
        for _ in 0..<20 {
            var damaged = [UInt8](data)
            for _ in 0..<4 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                damaged[Int(state >> 33) % damaged.count] = UInt8(truncatingIfNeeded: state >> 20)
            }
            if state % 3 == 0 { damaged.removeLast(Int(state >> 40) % damaged.count) }
            let trace = try? expected.format.read(Data(damaged))
            // The mean of thousands of changes: no data is invented.
            #expect((trace?.fixes.count ?? 0) <= expected.fixes + 4)
        }
    }
}
