private import DiarySensing
package import Foundation

/// Reads the Timeline exported by phones since 2024: Android's object and iOS's list.
///
/// Points of a `timelinePath` and positions among the raw signals become fixes, activities become
/// motions with their probability as confidence. Visits are counted as inferred, Wi-Fi scans as
/// another kind.
package enum GoogleTimeline {
    /// Reads either shape.
    ///
    /// - Throws: ``PhoneFormatError`` if it is neither.
    package static func read(_ data: Data) throws(PhoneFormatError) -> PhoneTrace {
        let wire: Wire
        do {
            let isList = data.first { $0 > 0x20 } == UInt8(ascii: "[")
            wire =
                isList
                ? Wire(
                    semanticSegments: try JSONDecoder().decode([Lossy<Segment>].self, from: data),
                    rawSignals: nil)
                : try JSONDecoder().decode(Wire.self, from: data)
        } catch {
            throw .malformed(format: "Google Timeline", detail: "it is not JSON of that format.")
        }
        guard wire.semanticSegments != nil || wire.rawSignals != nil else {
            throw .malformed(
                format: "Google Timeline",
                detail: "there is neither 'semanticSegments' nor 'rawSignals'.")
        }
        var trace = PhoneTrace()
        for segment in wire.semanticSegments ?? [] {
            guard let segment = segment.value else {
                trace.skip(.malformed)
                continue
            }
            segment.add(to: &trace)
        }
        for signal in wire.rawSignals ?? [] {
            guard let signal = signal.value else {
                trace.skip(.malformed)
                continue
            }
            signal.add(to: &trace)
        }
        return trace
    }

    private struct Wire: Decodable {
        let semanticSegments: [Lossy<Segment>]?
        let rawSignals: [Lossy<Signal>]?
    }

    /// Parses `48.8566°, 2.3522°` or `geo:48.8566,2.3522`.
    private static func place(_ text: String) -> (latitude: Double, longitude: Double)? {
        let plain = text.hasPrefix("geo:") ? text.dropFirst(4) : text[...]
        let numbers = plain.split(separator: ",").map { part in
            Double(part.filter { $0 != "°" && $0 != " " })
        }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else {
            return nil
        }
        return (latitude, longitude)
    }

    private static func take(
        _ point: String?, _ seconds: Double?, accuracy: Double? = nil, speed: Double? = nil,
        altitude: Double? = nil, into trace: inout PhoneTrace
    ) {
        guard let seconds else { return trace.skip(.badTime) }
        guard let place = point.flatMap(place) else { return trace.skip(.badPlace) }
        trace.take(
            LocationFix(
                time: Date(timeIntervalSince1970: seconds), latitude: place.latitude,
                longitude: place.longitude, horizontalAccuracyMetres: accuracy,
                speedMetresPerSecond: speed, altitudeMetres: altitude))
    }

    private struct Segment: Decodable {
        let startTime: String?
        let timelinePath: [Lossy<PathPoint>]?
        let activity: Activity?
        let visit: Visit?

        struct Visit: Decodable {}

        struct PathPoint: Decodable {
            let point: String?
            let time: String?
            let durationMinutesOffsetFromStartTime: LooseNumber?
        }

        struct Activity: Decodable {
            let topCandidate: Candidate?

            struct Candidate: Decodable {
                let type: String?
                let probability: LooseNumber?
            }
        }

        func add(to trace: inout PhoneTrace) {
            let start = startTime.flatMap { LoggerTime.seconds(iso8601: $0) }
            for element in timelinePath ?? [] {
                guard let point = element.value else {
                    trace.skip(.malformed)
                    continue
                }
                let offset = point.durationMinutesOffsetFromStartTime?.value
                let seconds =
                    point.time.flatMap { LoggerTime.seconds(iso8601: $0) }
                    ?? start.flatMap { start in offset.map { start + $0 * 60 } }
                take(point.point, seconds, into: &trace)
            }
            if visit != nil { trace.skip(.inferred) }
            if let activity { add(activity, start, to: &trace) }
            if timelinePath == nil, visit == nil, activity == nil { trace.skip(.otherKind) }
        }

        private func add(_ activity: Activity, _ start: Double?, to trace: inout PhoneTrace) {
            guard let start else { return trace.skip(.badTime) }
            guard let best = activity.topCandidate, let word = best.type,
                let known = MotionWords.activity(word)
            else { return trace.skip(.malformed) }
            trace.take(
                MotionReport(
                    activity: known,
                    confidence: MotionConfidence(percent: (best.probability?.value ?? 0) * 100),
                    start: Date(timeIntervalSince1970: start)))
        }
    }

    private struct Signal: Decodable {
        let position: Position?
        let activityRecord: ActivityRecord?

        struct Position: Decodable {
            let place: String?
            let timestamp: String?
            let accuracyMeters: LooseNumber?
            let altitudeMeters: LooseNumber?
            let speedMetersPerSecond: LooseNumber?

            private enum CodingKeys: String, CodingKey {
                case place = "LatLng"
                case timestamp, accuracyMeters, altitudeMeters, speedMetersPerSecond
            }
        }

        struct ActivityRecord: Decodable {
            let timestamp: String?
            let probableActivities: [Lossy<Candidate>]?

            struct Candidate: Decodable {
                let type: String
                let confidence: Double
            }
        }

        func add(to trace: inout PhoneTrace) {
            if let position {
                take(
                    position.place,
                    position.timestamp.flatMap { LoggerTime.seconds(iso8601: $0) },
                    accuracy: position.accuracyMeters?.value.ifKnown,
                    speed: position.speedMetersPerSecond?.value.ifKnown,
                    altitude: position.altitudeMeters?.value, into: &trace)
            }
            if let record = activityRecord {
                let seconds = record.timestamp.flatMap { LoggerTime.seconds(iso8601: $0) }
                let best = record.probableActivities?.compactMap(\.value)
                    .max { $0.confidence < $1.confidence }
                guard let seconds else { return trace.skip(.badTime) }
                guard let best, let activity = MotionWords.activity(best.type) else {
                    return trace.skip(.malformed)
                }
                // From 0 to 1, unlike the old export's 0 to 100.
                trace.take(
                    MotionReport(
                        activity: activity,
                        confidence: MotionConfidence(percent: best.confidence * 100),
                        start: Date(timeIntervalSince1970: seconds)))
            }
            if position == nil, activityRecord == nil { trace.skip(.otherKind) }
        }
    }
}
