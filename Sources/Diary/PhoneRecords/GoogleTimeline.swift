import DiarySensing
import TransitModel
#if !hasFeature(Embedded)
import Foundation
#endif

/// Reads the Timeline exported by phones since 2024: Android's object and iOS's list.
///
/// Points of a `timelinePath` and positions among the raw signals become fixes, activities become
/// motions with their probability as confidence. Visits are counted as inferred, Wi-Fi scans as
/// another kind.
package enum GoogleTimeline {
    /// Reads either shape.
    ///
    /// - Throws: ``PhoneFormatError`` if it is neither.
    package static func read(
        _ bytes: some Collection<UInt8>
    ) throws(PhoneFormatError) -> PhoneTrace {
        let bytes = Array(bytes)
        var trace = PhoneTrace()
        var scanner = JSONScanner(bytes)
        let found: [Bool]
        do throws(JSONScanner.Damage) {
            if scanner.isList {
                try scanner.elements { addSegment($0, to: &trace) }
                return trace
            }
            let lists: [StaticString] = ["semanticSegments", "rawSignals"]
            found = try scanner.elements(of: lists) { list, element in
                list == 0 ? addSegment(element, to: &trace) : addSignal(element, to: &trace)
            }
        } catch {
            throw .damaged("Google Timeline", error)
        }
        guard found.contains(true) else {
            throw .malformed(
                format: "Google Timeline",
                detail: "there is neither 'semanticSegments' nor 'rawSignals'.")
        }
        return trace
    }

    /// Parses `48.8566°, 2.3522°` or `geo:48.8566,2.3522`.
    private static func place(_ text: String) -> (latitude: Double, longitude: Double)? {
        let digits = text.unicodeScalars.filter { $0 != "°" && $0 != " " }
        let plain = String(String.UnicodeScalarView(digits))
        return CoordinateText.numbers(
            plain.utf8.starts(with: "geo:".utf8)
                ? String(decoding: plain.utf8.dropFirst(4), as: UTF8.self) : plain)
    }

    private static func take(
        _ point: JSONValue?, _ seconds: Double?, of signal: JSONValue? = nil,
        into trace: inout PhoneTrace
    ) {
        guard let seconds else { return trace.skip(.badTime) }
        guard let place = point?.text.flatMap({ place($0) }) else { return trace.skip(.badPlace) }
        trace.append(
            LocationFix(
                time: Date(timeIntervalSince1970: seconds), latitude: place.latitude,
                longitude: place.longitude,
                horizontalAccuracyMetres: signal?["accuracyMeters"]?.number?.ifKnown,
                speedMetresPerSecond: signal?["speedMetersPerSecond"]?.number?.ifKnown,
                altitudeMetres: signal?["altitudeMeters"]?.number))
    }

    private static func addSegment(_ segment: JSONValue, to trace: inout PhoneTrace) {
        guard segment.isObject else { return trace.skip(.malformed) }
        let start = segment["startTime"]?.instant
        let (path, visit, activity) = (
            segment["timelinePath"]?.list, segment["visit"], segment["activity"]
        )
        for point in path ?? [] {
            guard point.isObject else {
                trace.skip(.malformed)
                continue
            }
            let offset = point["durationMinutesOffsetFromStartTime"]?.number
            let seconds =
                point["time"]?.instant
                ?? start.flatMap { start in offset.map { start + $0 * 60 } }
            take(point["point"], seconds, into: &trace)
        }
        if visit != nil { trace.skip(.inferred) }
        if let activity { addActivity(activity, start, to: &trace) }
        if path == nil, visit == nil, activity == nil { trace.skip(.otherKind) }
    }

    private static func addActivity(
        _ activity: JSONValue, _ start: Double?, to trace: inout PhoneTrace
    ) {
        guard let start else { return trace.skip(.badTime) }
        guard let best = activity["topCandidate"], let word = best["type"]?.text,
            let known = MotionWords.activity(word)
        else { return trace.skip(.malformed) }
        trace.append(
            MotionReport(
                activity: known,
                confidence: MotionConfidence(percent: (best["probability"]?.number ?? 0) * 100),
                start: Date(timeIntervalSince1970: start)))
    }

    private static func addSignal(_ signal: JSONValue, to trace: inout PhoneTrace) {
        guard signal.isObject else { return trace.skip(.malformed) }
        let (position, record) = (signal["position"], signal["activityRecord"])
        if let position {
            take(position["LatLng"], position["timestamp"]?.instant, of: position, into: &trace)
        }
        if let record { addRecord(record, to: &trace) }
        if position == nil, record == nil { trace.skip(.otherKind) }
    }

    private static func addRecord(_ record: JSONValue, to trace: inout PhoneTrace) {
        guard let seconds = record["timestamp"]?.instant else { return trace.skip(.badTime) }
        guard let best = MotionCandidate.best(record["probableActivities"]?.list ?? []),
            let activity = MotionWords.activity(best.type)
        else { return trace.skip(.malformed) }
        // From 0 to 1, unlike the old export's 0 to 100.
        trace.append(
            MotionReport(
                activity: activity, confidence: MotionConfidence(percent: best.confidence * 100),
                start: Date(timeIntervalSince1970: seconds)))
    }
}

/// One of the activities that Google's exports consider at a time.
struct MotionCandidate {
    let type: String
    /// On the export's scale; 0 if it names none.
    let confidence: Double

    private init?(_ value: JSONValue) {
        guard let type = value["type"]?.text else { return nil }
        self.type = type
        confidence = value["confidence"]?.number ?? 0
    }

    /// The likeliest of a list; nil if no element is a candidate.
    static func best(_ list: [JSONValue]) -> MotionCandidate? {
        list.compactMap { MotionCandidate($0) }.max { $0.confidence < $1.confidence }
    }
}
