import DiarySensing
import Foundation
import PhoneRecords
import Testing

@Suite struct OwnTracksTests {
    private func message(_ text: String) -> OwnTracksMessage { OwnTracksMessage(Data(text.utf8)) }

    @Test func `a location is read, its speed in metres a second`() throws {
        let text = """
            {"_type":"location","tst":1700000000,"lat":47.1,"lon":8.5,"acc":12,"vel":36,"alt":430,
             "cog":90,"motionactivities":["automotive","stationary"],"batt":80}
            """
        guard case .location(let fix, let motion) = message(text) else {
            Issue.record("\(message(text))")
            return
        }
        let time = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(
            fix
                == LocationFix(
                    time: time, latitude: 47.1, longitude: 8.5, horizontalAccuracyMetres: 12,
                    speedMetresPerSecond: 10, altitudeMetres: 430, courseDegrees: 90))
        #expect(motion == MotionReport(activity: .automotive, confidence: .high, start: time))
    }

    @Test func `what is missing or negative is unknown`() {
        let text = #"{"_type":"location","tst":1700000000,"lat":1,"lon":2,"vel":-1,"cog":-1}"#
        let expected = LocationFix(
            time: Date(timeIntervalSince1970: 1_700_000_000), latitude: 1, longitude: 2)
        #expect(message(text) == .location(expected, motion: nil))
    }

    @Test(arguments: [
        "transition", "waypoint", "waypoints", "status", "lwt", "steps", "card", "new",
    ])
    func `other kinds are accepted`(type: String) {
        #expect(message(#"{"_type":"\#(type)","tst":"1"}"#) == .other(type))
    }

    @Test(arguments: [
        ("", OwnTracksMessage.empty), (" \n", .empty),
        (#"{"_type":"encrypted","data":"abc"}"#, .encrypted("abc")),
        (#"{"_type":"encrypted"}"#, .unreadable(.malformed)),
        (#"{"_type":"location","lat":1,"lon":2}"#, .unreadable(.badTime)),
        (#"{"_type":"location","tst":1700000000,"lat":1}"#, .unreadable(.badPlace)),
        (#"{"tst":1}"#, .unreadable(.malformed)), ("[1]", .unreadable(.malformed)),
        ("{\"_type\":", .unreadable(.malformed)), ("\u{0}", .empty),
        (#"{"_type":7}"#, .unreadable(.malformed)),
    ])
    func `empty, encrypted and broken bodies are distinguished`(
        text: String, expected: OwnTracksMessage
    ) {
        #expect(message(text) == expected)
    }

    @Test func `a body without end is not read`() {
        let text =
            "{\"_type\":\"location\",\"x\":\"" + String(repeating: "a", count: 70_000) + "\"}"
        #expect(message(text) == .unreadable(.malformed))
    }

    @Test func `a recorder's file is read line by line`() {
        let location = #"{"_type":"location","tst":1700000000,"lat":1,"lon":2}"#
        let lines = [
            "2023-11-14T22:13:20Z\t*                 \t\(location)",
            "2023-11-14T22:13:21Z\t-                 \t{\"_type\":\"lwt\",\"tst\":\"1\"}",
            "2023-11-14T22:13:22Z\t*\t{\"_type\":\"location\",\"lat\":1", "no tabs at all", "",
            "2023-11-14T22:13:23Z\t*\t{\"_type\":\"location\",\"tst\":5,\"lat\":1,\"lon\":2,"
                + "\"motionactivities\":[\"walking\"]}",
            "2023-11-14T22:13:23Z\t*\t{\"_type\":\"encrypted\",\"data\":\"abc\"}",
        ]
        let trace = OwnTracksRecording.read(Data(lines.joined(separator: "\n").utf8))
        #expect(trace.fixes.count == 1)
        #expect(
            trace.skipped == [.otherKind: 1, .malformed: 2, .badTime: 1, .encrypted: 1])
    }
}
