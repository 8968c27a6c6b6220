import Diary
import DiarySensing
import Foundation
import PhoneRecords
import Testing

@Suite struct OverlandTests {
    private func batch(_ text: String) throws -> OverlandBatch {
        try OverlandBatch(Data(text.utf8))
    }

    private func feature(_ properties: String, coordinates: String = "[8.5,47.1]") -> String {
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":\#(coordinates)},"#
            + #""properties":{\#(properties)}}"#
    }

    @Test func `a point is read with all that the rules need`() throws {
        let point = feature(
            #""timestamp":"2023-11-14T23:13:20+0100","altitude":430,"speed":10,"course":90,"#
                + #""horizontal_accuracy":12,"speed_accuracy":1.5,"motion":["driving","stationary"],"#
                + #""device_id":"mine""#)
        let batch = try batch(#"{"locations":[\#(point),\#(point)],"trip":{"x":1}}"#)
        let time = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(
            batch.trace.fixes.first
                == LocationFix(
                    time: time, latitude: 47.1, longitude: 8.5, horizontalAccuracyMetres: 12,
                    speedMetresPerSecond: 10, speedAccuracyMetresPerSecond: 1.5,
                    altitudeMetres: 430, courseDegrees: 90))
        #expect(
            batch.trace.motions.first
                == MotionReport(activity: .automotive, confidence: .high, start: time))
        #expect(batch.deviceIDs == ["mine"])
        var trace = batch.trace
        trace.sortByTime()
        #expect(trace.fixes.count == 1 && trace.motions.count == 1)
        #expect(trace.skipped == [.double: 2])
    }

    @Test func `a speed of minus one is unknown, an accuracy of it invalid`() throws {
        let point = feature(
            #""timestamp":"2023-11-14T22:13:20Z","speed":-1,"speed_accuracy":-1,"#
                + #""horizontal_accuracy":-1"#)
        let fix = try #require(try batch(#"{"locations":[\#(point)]}"#).trace.fixes.first)
        #expect(fix.speedMetresPerSecond == nil && fix.speedAccuracyMetresPerSecond == -1)
        #expect(!fix.isPlausible, "CoreLocation calls a fix invalid by a negative accuracy")
    }

    @Test func `events, broken points and empty batches cost nothing else`() throws {
        let good = feature(#""timestamp":"2023-11-14T22:13:20Z""#)
        let others = [
            #"{"type":"Feature","properties":{"timestamp":"2023-11-14T22:13:20Z","action":"visit"}}"#,
            feature(#""timestamp":"yesterday""#), feature(#""timestamp":"2023-11-14T22:13:20""#),
            feature(#""timestamp":"2023-11-14T22:13:20Z""#, coordinates: "[8.5]"),
            feature(#""timestamp":"2023-11-14T22:13:20Z""#, coordinates: "[null,null]"),
            feature(#""timestamp":"2023-11-14T22:13:20Z""#, coordinates: "[8.5,147]"),
            feature(#""timestamp":"2023-11-14T22:13:20Z""#, coordinates: "[0,0]"),
            "7", "null", #"{"type":"Feature"}"#,
        ]
        let list = ([good] + others).joined(separator: ",")
        let trace = try batch(#"{"locations":[\#(list)]}"#).trace
        #expect(trace.fixes.count == 1)
        #expect(trace.skipped == [.otherKind: 1, .badTime: 2, .badPlace: 4, .malformed: 3])
        #expect(try batch(#"{"locations":[]}"#).trace.fixes.isEmpty)
    }

    @Test func `a point with motions and a wrong clock counts once`() throws {
        let point = feature(#""timestamp":"1970-01-01T00:00:07Z","motion":["walking"]"#)
        let nowhere = feature(
            #""timestamp":"2023-11-14T22:13:20Z","motion":["walking"]"#, coordinates: "[0,0]")
        let trace = try batch(#"{"locations":[\#(point),\#(nowhere)]}"#).trace
        #expect(trace.fixes.isEmpty && trace.motions.count == 1)
        #expect(trace.skipped == [.badTime: 1, .badPlace: 1])
    }

    @Test(arguments: ["", "[]", "{}", #"{"locations":7}"#, "{\"locations\":[", "\u{0}"])
    func `what is no batch is refused`(text: String) {
        #expect(throws: PhoneFormatError.self) { try batch(text) }
    }

    @Test func `a body without end is refused unread`() {
        let body = Data(repeating: 0x20, count: OverlandBatch.maximumBodyBytes + 1)
        #expect(throws: PhoneFormatError.tooLong(limitBytes: OverlandBatch.maximumBodyBytes)) {
            try OverlandBatch(body)
        }
    }
}

@Suite struct LoggerAnswerTests {
    private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    @Test(arguments: [
        (SensingState.activelyMoving, "10m"), (.stopped, "100m"), (.inFastVehicle, "1km"),
        (.notMoving, "3km"),
    ])
    func `Overland gets the accuracy of the new state`(state: SensingState, word: String) {
        #expect(
            text(LoggerAnswer.overland(changedTo: state))
                == #"{"result":"ok","set":{"main":{"desired_accuracy":"\#(word)"}}}"#)
    }

    @Test func `without a change Overland gets no more than ok`() {
        #expect(text(LoggerAnswer.overland()) == #"{"result":"ok"}"#)
        #expect(
            text(LoggerAnswer.overland(notice: "Bus 12 \"Ring\""))
                == #"{"geocode":{"full_name":"Bus 12 \"Ring\""},"result":"ok"}"#)
    }

    @Test func `OwnTracks gets a mode, a priority and an interval`() {
        #expect(text(LoggerAnswer.ownTracks()) == "[]")
        #expect(
            text(LoggerAnswer.ownTracks(changedTo: .activelyMoving))
                == #"[{"_type":"cmd","action":"setConfiguration","configuration":"#
                + #"{"_type":"configuration","locatorInterval":10,"locatorPriority":3,"#
                + #""monitoring":2}}]"#)
    }

    @Test(arguments: SensingState.allCases)
    func `no answer strands a phone`(state: SensingState) {
        for answer in [
            LoggerAnswer.overland(changedTo: state), LoggerAnswer.ownTracks(changedTo: state),
        ] {
            let answer = text(answer)
            #expect(!answer.contains("off") && !answer.contains("send_interval"))
            #expect(!answer.contains("\"monitoring\":0") && !answer.contains("\"monitoring\":-1"))
            #expect(!answer.contains("\"locatorPriority\":0"))
        }
    }
}
