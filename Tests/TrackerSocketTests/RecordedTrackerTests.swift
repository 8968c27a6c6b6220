import Foundation
import Testing
import TrackerSocket
import TransitModel

/// Recordings of the service next to the project; tests are skipped without them.
private enum SharedTracker {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "shared/data/geops")

    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

    static func data(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: name))
    }
}

@Suite(
    "Recorded messages of geOps are understood",
    .enabled(if: SharedTracker.isThere, "no ../shared/data/geops beside the project"))
struct RecordedTrackerTests {
    private func only(_ name: String) throws -> TrackerEnvelope {
        let messages = try #require(
            TrackerEnvelope.messages(in: SharedTracker.data("recorded_2019_ws/\(name)")))
        #expect(messages.count == 1)
        return try #require(messages.first)
    }

    @Test func `a train of December 2019 is under way in Munich`() throws {
        guard case .trajectory(let train) = try only("trajectory.json").content else {
            Issue.record("no trajectory")
            return
        }
        #expect(train.line?.name == "S3")
        #expect(train.line?.id == 3)
        #expect(train.line?.colour == RGBColour(0x8D1890))
        #expect(train.state == .driving)
        #expect(train.delay == 2)
        #expect(train.eventTimestamp == 1_576_233_062_000)
        #expect(train.timeSinceUpdate == 1000)
        #expect(train.intervals.map(\.fraction) == [0, 0.25, 0.5, 0.75, 1, 1])
        #expect(train.intervals[1].time == 1_576_233_082_546)
        // The message also contains the measured position: near the Isar at Unterföhring.
        let measured = Coordinate(latitude: 48.151313408014126, longitude: 11.457110249894782)
        let shown = train.place(at: train.intervals[0].time).coordinate
        #expect(shown.distanceMetres(to: measured) < 500)
        #expect(train.place(at: train.intervals[4].time) == train.corners.last)
    }

    @Test func `a departure of December 2019 is read`() throws {
        guard case .departure(let departure) = try only("timetable_8000261.json").content else {
            Issue.record("no departure")
            return
        }
        #expect(departure.trainID == "139923201210800")
        #expect(departure.callID == 37_049_115)
        #expect(departure.line?.name == "S2")
        #expect(departure.destinations == ["München Ost"])
        #expect(departure.time == 1_576_002_060_000)
        #expect(departure.aimedDeparture == 1_576_002_060_000)
        #expect(departure.isExpected)
        #expect(departure.platform == "1")
        #expect(departure.nextStops.count == 15)
    }

    /// The HTTP service of 2020 had the same geometry and times under other names.
    @Test func `lines and times of vehicles recorded in 2020 give places on those lines`() throws {
        let object = try JSONSerialization.jsonObject(
            with: SharedTracker.data("recorded_2020_http/fetchTrajectories.json"))
        let features = try #require((object as? [String: Any])?["features"] as? [[String: Any]])
        #expect(features.count >= 2)
        for feature in features {
            let old = try #require(feature["properties"] as? [String: Any])
            let renamed: [String: Any] = [
                "source": "trajectory",
                "content": [
                    "geometry": try #require(feature["geometry"]),
                    "properties": [
                        "train_id": try #require(old["ID"]),
                        "time_intervals": try #require(old["TimeIntervals"]),
                        "delay": old["Delay"] ?? NSNull(),
                    ],
                ],
            ]
            let frame = try JSONSerialization.data(withJSONObject: renamed)
            let message = try #require(TrackerEnvelope.messages(in: frame)?.first)
            guard case .trajectory(let vehicle) = message.content else {
                Issue.record("no trajectory")
                continue
            }
            // All of them ran in Switzerland.
            let start = vehicle.place(at: vehicle.intervals[0].time).coordinate
            #expect((45.8...47.9).contains(start.latitude))
            #expect((5.9...10.5).contains(start.longitude))
            #expect(vehicle.place(at: .max) == vehicle.corners.last)
        }
    }
}
