import DiarySensing
#if !hasFeature(Embedded)
import Foundation
#endif

/// Reads Google Takeout's formats until 2024: `Records.json` and the monthly semantic history.
///
/// Records are observations: positions and activities. In the semantic history only the points of a
/// `simplifiedRawPath` are; its waypoints, visits and journey ends are Google's guesses and are
/// counted as inferred. An activity without a numeric confidence keeps its segment's confidence
/// word.
package enum GoogleRecords {
    /// Reads either file.
    ///
    /// - Throws: ``PhoneFormatError`` if it is not a JSON object with one of the two lists.
    package static func read(
        _ bytes: some Collection<UInt8>
    ) throws(PhoneFormatError) -> PhoneTrace {
        var trace = PhoneTrace()
        var scanner = JSONScanner(Array(bytes))
        let found: [Bool]
        do throws(JSONScanner.Damage) {
            found = try scanner.elements(of: ["locations", "timelineObjects"]) { name, element in
                name == 0 ? addRecord(element, to: &trace) : addObject(element, to: &trace)
            }
        } catch {
            throw .damaged("Google location history", error)
        }
        guard found.contains(true) else {
            throw .malformed(
                format: "Google location history",
                detail: "there is neither 'locations' nor 'timelineObjects'.")
        }
        return trace
    }

    // MARK: - Records

    private static func addRecord(_ record: JSONValue, to trace: inout PhoneTrace) {
        guard record.isObject else { return trace.skip(.malformed) }
        addPoint(record, to: &trace)
        for element in record["activity"]?.list ?? [] {
            guard let seconds = seconds(element),
                let best = MotionCandidate.best(element["activity"]?.list ?? []),
                let activity = MotionWords.activity(best.type)
            else {
                trace.skip(.malformed)
                continue
            }
            trace.append(
                MotionReport(
                    activity: activity, confidence: MotionConfidence(percent: best.confidence),
                    start: Date(timeIntervalSince1970: seconds)))
        }
    }

    /// The Unix seconds in `timestamp` (ISO 8601) or `timestampMs` (milliseconds as a string).
    private static func seconds(_ value: JSONValue) -> Double? {
        value["timestamp"]?.instant ?? value["timestampMs"]?.number.map { $0 / 1000 }
    }

    /// Adds a position in 1e-7 degrees, with the member names of either file.
    private static func addPoint(_ point: JSONValue, to trace: inout PhoneTrace) {
        guard point.isObject else { return trace.skip(.malformed) }
        func number(_ name: StaticString, _ otherName: StaticString) -> Double? {
            point[name]?.number ?? point[otherName]?.number
        }
        guard let seconds = seconds(point) else { return trace.skip(.badTime) }
        guard let latitude = degrees(number("latitudeE7", "latE7"), maximum: 90),
            let longitude = degrees(number("longitudeE7", "lngE7"), maximum: 180)
        else { return trace.skip(.badPlace) }
        trace.append(
            LocationFix(
                time: Date(timeIntervalSince1970: seconds), latitude: latitude,
                longitude: longitude,
                horizontalAccuracyMetres: number("accuracy", "accuracyMeters"),
                speedMetresPerSecond: point["velocity"]?.number?.ifKnown,
                altitudeMetres: point["altitude"]?.number))
    }

    /// Some exports write negative numbers as unsigned 32-bit integers.
    private static func degrees(_ number: Double?, maximum: Double) -> Double? {
        number.map { ($0 > maximum * 1e7 ? $0 - 4_294_967_296 : $0) / 1e7 }
    }

    // MARK: - Semantic history

    private static func addObject(_ object: JSONValue, to trace: inout PhoneTrace) {
        guard object.isObject else { return trace.skip(.malformed) }
        if object["placeVisit"] != nil { trace.skip(.inferred) }
        guard let segment = object["activitySegment"] else {
            if object["placeVisit"] == nil { trace.skip(.otherKind) }
            return
        }
        for point in segment["simplifiedRawPath"]?["points"]?.list ?? [] {
            addPoint(point, to: &trace)
        }
        let waypoints = segment["waypointPath"]?["waypoints"]?.list
        trace.skip(.inferred, count: waypoints?.count ?? 0)
        guard let word = segment["activityType"]?.text else { return }
        let duration = segment["duration"]
        let seconds =
            duration?["startTimestamp"]?.instant
            ?? duration?["startTimestampMs"]?.number.map { $0 / 1000 }
        guard let seconds else { return trace.skip(.badTime) }
        guard let activity = MotionWords.activity(word) else { return trace.skip(.malformed) }
        trace.append(
            MotionReport(
                activity: activity,
                confidence: MotionWords.confidence(segment["confidence"]?.text ?? "low") ?? .low,
                start: Date(timeIntervalSince1970: seconds)))
    }
}
