import Foundation
import GTFSRealtime
import Matching
import Sources
import Testing
import TransitModel

/// Recorded feeds next to the project; tests are skipped without them.
private enum SharedFeeds {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "shared/data/gtfs_rt")

    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    static func entities(_ name: String) throws -> [[String: Any]] {
        let data = try Data(contentsOf: folder.appending(path: "decoded_json/" + name))
        let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return json?["entity"] as? [[String: Any]] ?? []
    }
}

@Suite(
    "Recorded feeds come through the source as independent decodings have them",
    .enabled(if: SharedFeeds.isThere, "no ../shared/data/gtfs_rt beside the project"))
struct RecordedFeedTests {
    /// Returns a source's output for a feed at the time when the feed was written.
    private func outcome(_ name: String, at seconds: Int64) async throws -> (
        LiveBatch, SourceReport
    ) {
        let source = GTFSRealtimeSource(
            PollPlan(
                id: "town", request: .init(url: "http://town.example/feed.pb"),
                answers: ScriptedAnswers([.body(try SharedFeeds.bytes(name))])))
        let bench = SourceBench(source, at: UnixTime(seconds: seconds))
        #expect(await bench.round() == nil)
        return (bench.taken(), bench.report)
    }

    private func number(_ value: Any?) -> Int64? {
        (value as? NSNumber)?.int64Value ?? (value as? String).flatMap { Int64($0) }
    }

    private func lines(_ calls: [CallUpdate]) -> [String] {
        calls.map { call in
            func instant(_ event: EventUpdate?) -> String {
                switch event {
                case .at(let time): "\(time.seconds)"
                case .delayed(let seconds): "\(seconds) s"
                case nil: "-"
                }
            }
            return "\(call.stopSequence ?? 0) \(call.stopID ?? "") "
                + "\(instant(call.arrival)) \(instant(call.departure))"
        }
    }

    /// Formats an independent decoding in the same way.
    private func lines(_ calls: [[String: Any]]) -> [String] {
        calls.map { call in
            func instant(_ name: String) -> String {
                guard let event = call[name] as? [String: Any] else { return "-" }
                if let time = number(event["time"]), time > 0 { return "\(time)" }
                return number(event["delay"]).map { "\($0) s" } ?? "-"
            }
            return "\(number(call["stopSequence"]) ?? 0) \(call["stopId"] as? String ?? "") "
                + "\(instant("arrival")) \(instant("departure"))"
        }
    }

    @Test(arguments: [
        ("bart_2019/bart-trip-updates.pb", "bart-trip-updates.pb.json", 1_565_199_921),
        ("caltrain_2023/ct-trip-updates.pb", "ct-trip-updates.pb.json", 1_699_405_559),
        ("generic/example.pb", "example.pb.json", 1_559_008_978),
    ])
    func `runs, stops and times`(name: String, decoding: String, at: Int64) async throws {
        let expected = try SharedFeeds.entities(decoding)
        let (batch, report) = try await outcome(name, at: at)
        let updates = try #require(batch.tripUpdates)
        try #require(updates.count == expected.count && !updates.isEmpty)
        #expect(report.entries.quarantined.isEmpty)
        for (update, entity) in zip(updates, expected) {
            let wire = entity["tripUpdate"] as? [String: Any]
            let trip = wire?["trip"] as? [String: Any]
            #expect(update.trip.tripID == trip?["tripId"] as? String)
            let isAdded = trip?["scheduleRelationship"] as? String == "ADDED"
            #expect(update.relationship == (isAdded ? .new : .scheduled))
            #expect(
                lines(update.calls) == lines(wire?["stopTimeUpdate"] as? [[String: Any]] ?? []))
        }
    }

    @Test func `recorded vehicles are reported where they were`() async throws {
        let expected = try SharedFeeds.entities("ct-vehicle-positions.pb.json")
        let (batch, _) = try await outcome(
            "caltrain_2023/ct-vehicle-positions.pb", at: 1_699_405_559)
        try #require(batch.fixes.count == expected.count)
        for (fix, entity) in zip(batch.fixes, expected) {
            let wire = entity["vehicle"] as? [String: Any]
            let position = wire?["position"] as? [String: Any]
            #expect(fix.trip?.tripID == (wire?["trip"] as? [String: Any])?["tripId"] as? String)
            #expect(fix.time.seconds == number(wire?["timestamp"]))
            let latitude = (position?["latitude"] as? NSNumber)?.doubleValue ?? 0
            let longitude = (position?["longitude"] as? NSNumber)?.doubleValue ?? 0
            #expect(abs(fix.coordinate.latitude - latitude) < 1e-5)
            #expect(abs(fix.coordinate.longitude - longitude) < 1e-5)
        }
    }

    @Test func `the 51 alerts of Boston, which nobody decoded beside`() async throws {
        let (batch, report) = try await outcome("mbta_2017/alerts.pb", at: 1_514_034_019)
        let alerts = try #require(batch.alerts)
        #expect(report.health == .live)
        #expect(alerts.count == 51 && Set(alerts.map(\.id)).count == 51)
        #expect(alerts.prefix(2).map(\.id) == ["105025", "144368"])
        #expect(alerts.allSatisfy { !$0.texts.header.isEmpty && !$0.subjects.isEmpty })
        #expect(alerts.allSatisfy { !$0.periods.isEmpty })
        #expect(
            Set(alerts.compactMap(\.classes.effect)).isSubset(of: [
                "DETOUR", "MODIFIED_SERVICE", "NO_SERVICE", "OTHER_EFFECT", "REDUCED_SERVICE",
                "SIGNIFICANT_DELAYS", "STOP_MOVED",
            ]))
    }

    @Test func `a broken file is refused, and what is cut off anywhere never ends the program`()
        async throws
    {
        var feeds = [try SharedFeeds.bytes("invalid.pb")]
        let whole = try SharedFeeds.bytes("caltrain_2023/ct-vehicle-positions.pb")
        feeds += stride(from: 0, to: whole.count, by: 7).map { Array(whole.prefix($0)) }
        var random = SeededRandom(seed: 4)
        feeds += (0..<200).map { _ in
            var bytes = whole
            for _ in 0..<8 {
                bytes[Int.random(in: bytes.indices, using: &random)] =
                    UInt8.random(in: 0...255, using: &random)
            }
            return bytes
        }
        var failures = 0
        for feed in feeds {
            let source = GTFSRealtimeSource(
                PollPlan(
                    id: "town", request: .init(url: "http://town.example/feed.pb"),
                    answers: ScriptedAnswers([.body(feed)])))
            let bench = SourceBench(source, at: UnixTime(seconds: 1_699_405_559))
            if await bench.round() != nil {
                failures += 1
                #expect(bench.taken().isEmpty)
            }
        }
        #expect(failures > feeds.count / 4)
    }
}
