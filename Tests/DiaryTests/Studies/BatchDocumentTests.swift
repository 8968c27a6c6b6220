import DiarySensing
import Foundation
import PhoneRecords
import Testing
import TransitModel

@testable import Diary

/// The exact content of an opened object, for researchers.
@Suite struct BatchDocumentTests {
    private let start = Date(timeIntervalSince1970: 1_777_852_800)

    private func text(_ trace: PhoneTrace, device: String, received: UnixTime? = nil) async throws
        -> String
    {
        let (_, enrolment) = try await DiaryShelf(.file).enrolled(.study)
        let bytes = BatchDocument(
            trace, of: enrolment.participant, device: device, received: received
        ).bytes()
        return String(decoding: bytes, as: UTF8.self)
            .replacingOccurrences(of: enrolment.participant.id.rawValue, with: "ID")
    }

    @Test func `a fix is written with what was reported of it, and a motion alone without a place`()
        async throws
    {
        var trace = PhoneTrace()
        trace.append(
            LocationFix(
                time: start.addingTimeInterval(0.25), latitude: 47.5, longitude: -8,
                horizontalAccuracyMetres: 8, speedMetresPerSecond: 1.4,
                speedAccuracyMetresPerSecond: -1, altitudeMetres: 430.123456789,
                courseDegrees: 0.00001))
        trace.append(LocationFix(time: start.addingTimeInterval(1), latitude: 1, longitude: 2))
        trace.append(
            MotionReport(
                activity: .automotive, confidence: .high, start: start.addingTimeInterval(1)))
        trace.append(
            MotionReport(
                activity: .walking, confidence: .low, start: start.addingTimeInterval(2)))
        let found = try await text(
            trace, device: "phone", received: UnixTime(seconds: 1_777_852_803))
        let fixes = [
            #"{"geometry":{"coordinates":[-8,47.5],"type":"Point"},"#
                + #""properties":{"altitude":430.123456789,"course":1e-05,"device_id":"phone","#
                + #""horizontal_accuracy":8,"speed":1.4,"speed_accuracy":-1,"#
                + #""timestamp":"2026-05-04T00:00:00.250Z"},"type":"Feature"}"#,
            #"{"geometry":{"coordinates":[2,1],"type":"Point"},"#
                + #""properties":{"device_id":"phone","motion":["driving"],"#
                + #""timestamp":"2026-05-04T00:00:01.000Z"},"type":"Feature"}"#,
            #"{"properties":{"device_id":"phone","motion":["walking"],"#
                + #""timestamp":"2026-05-04T00:00:02.000Z"},"type":"Feature"}"#,
        ]
        #expect(
            found == #"{"consent_version":1,"features":["# + fixes.joined(separator: ",")
                + #"],"participant":"ID","received":"2026-05-04T00:00:03+00:00","#
                + #""study":"waterloo","type":"FeatureCollection"}"#)
    }

    @Test(arguments: ["", "a \"b\" \\c\\", "Ärmel/日本\u{7f}", "line\nbreak\u{0}\u{1b}\t"])
    func `whatever a phone calls itself comes back`(name: String) async throws {
        let document = try await text(DiaryShelf.walk(0..<2), device: name)
        let batch = try OverlandBatch(file: Data(document.utf8))
        #expect(batch.trace.fixes == DiaryShelf.walk(0..<2).fixes)
        #expect(batch.deviceIDs == (name.isEmpty ? [] : [name]))
    }

    @Test func `a value that is no number is left out, and the fix stays`() async throws {
        var trace = PhoneTrace()
        trace.append(
            LocationFix(
                time: start, latitude: 47, longitude: 8, horizontalAccuracyMetres: .infinity,
                speedMetresPerSecond: .nan, altitudeMetres: 1e22))
        let batch = try OverlandBatch(
            file: Data(try await text(trace, device: "phone").utf8))
        #expect(
            batch.trace.fixes == [
                LocationFix(time: start, latitude: 47, longitude: 8, altitudeMetres: 1e22)
            ])
    }
}
