private import DiarySensing
package import Foundation

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
    package static func read(_ data: Data) throws(PhoneFormatError) -> PhoneTrace {
        let wire: Wire
        do {
            wire = try JSONDecoder().decode(Wire.self, from: data)
        } catch {
            throw .malformed(
                format: "Google location history", detail: "it is not a JSON object of lists.")
        }
        guard wire.locations != nil || wire.timelineObjects != nil else {
            throw .malformed(
                format: "Google location history",
                detail: "there is neither 'locations' nor 'timelineObjects'.")
        }
        var trace = PhoneTrace()
        for record in wire.locations ?? [] {
            guard let record = record.value else {
                trace.skip(.malformed)
                continue
            }
            record.add(to: &trace)
        }
        for object in wire.timelineObjects ?? [] {
            guard let object = object.value else {
                trace.skip(.malformed)
                continue
            }
            object.add(to: &trace)
        }
        return trace
    }

    private struct Wire: Decodable {
        let locations: [Lossy<Record>]?
        let timelineObjects: [Lossy<TimelineObject>]?
    }

    private struct Record: Decodable {
        let point: Point
        let activities: [Lossy<Activities>]

        private enum Key: CodingKey { case activity }

        init(from decoder: any Decoder) throws {
            point = try Point(from: decoder)
            let container = try decoder.container(keyedBy: Key.self)
            activities =
                (try? container.decodeIfPresent([Lossy<Activities>].self, forKey: .activity)) ?? []
        }

        func add(to trace: inout PhoneTrace) {
            point.add(to: &trace)
            for element in activities {
                guard let value = element.value, let seconds = value.time,
                    let best = value.activity?.compactMap(\.value).max(by: {
                        ($0.confidence ?? 0) < ($1.confidence ?? 0)
                    }),
                    let activity = MotionWords.activity(best.type)
                else {
                    trace.skip(.malformed)
                    continue
                }
                trace.take(
                    MotionReport(
                        activity: activity,
                        confidence: MotionConfidence(percent: best.confidence ?? 0),
                        start: Date(timeIntervalSince1970: seconds)))
            }
        }
    }

    private struct Activities: Decodable {
        let time: Double?
        let activity: [Lossy<Candidate>]?

        struct Candidate: Decodable {
            let type: String
            let confidence: Double?
        }

        private enum Key: CodingKey { case activity }

        init(from decoder: any Decoder) throws {
            time = try Stamp(from: decoder).seconds
            activity = try decoder.container(keyedBy: Key.self)
                .decodeIfPresent([Lossy<Candidate>].self, forKey: .activity)
        }
    }

    /// A time in `timestamp` (ISO 8601) or `timestampMs` (milliseconds as a string).
    private struct Stamp: Decodable {
        let seconds: Double?

        private enum Key: CodingKey { case timestamp, timestampMs }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            seconds =
                container.looseText(.timestamp).flatMap { LoggerTime.seconds(iso8601: $0) }
                ?? container.looseNumber(.timestampMs).map { $0 / 1000 }
        }
    }

    /// A position in 1e-7 degrees, with the member names of either file.
    private struct Point: Decodable {
        let seconds: Double?
        let latitude: Double?
        let longitude: Double?
        let accuracy: Double?
        let speed: Double?
        let altitude: Double?

        private enum Key: CodingKey {
            case latitudeE7, longitudeE7, latE7, lngE7, accuracy, accuracyMeters, velocity, altitude
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            seconds = try Stamp(from: decoder).seconds
            latitude = Self.degrees(
                container.looseNumber(.latitudeE7) ?? container.looseNumber(.latE7), maximum: 90)
            longitude = Self.degrees(
                container.looseNumber(.longitudeE7) ?? container.looseNumber(.lngE7), maximum: 180)
            accuracy =
                container.looseNumber(.accuracy) ?? container.looseNumber(.accuracyMeters)
            speed = container.looseNumber(.velocity).flatMap(\.ifKnown)
            altitude = container.looseNumber(.altitude)
        }

        /// Some exports write negative numbers as unsigned 32-bit integers.
        private static func degrees(_ number: Double?, maximum: Double) -> Double? {
            number.map { ($0 > maximum * 1e7 ? $0 - 4_294_967_296 : $0) / 1e7 }
        }

        func add(to trace: inout PhoneTrace) {
            guard let seconds else { return trace.skip(.badTime) }
            guard let latitude, let longitude else { return trace.skip(.badPlace) }
            trace.take(
                LocationFix(
                    time: Date(timeIntervalSince1970: seconds), latitude: latitude,
                    longitude: longitude, horizontalAccuracyMetres: accuracy,
                    speedMetresPerSecond: speed, altitudeMetres: altitude))
        }
    }

    private struct TimelineObject: Decodable {
        let activitySegment: Segment?
        let placeVisit: Visit?

        struct Visit: Decodable {}

        struct Segment: Decodable {
            let duration: Duration?
            let activityType: String?
            let confidence: String?
            let simplifiedRawPath: Path?
            let waypointPath: Waypoints?

            struct Duration: Decodable {
                let startTimestamp: String?
                let startTimestampMs: LooseNumber?
            }

            struct Path: Decodable {
                let points: [Lossy<Point>]?
            }

            struct Waypoints: Decodable {
                let waypoints: [Lossy<Visit>]?
            }
        }

        func add(to trace: inout PhoneTrace) {
            if placeVisit != nil { trace.skip(.inferred) }
            guard let segment = activitySegment else {
                if placeVisit == nil { trace.skip(.otherKind) }
                return
            }
            for point in segment.simplifiedRawPath?.points ?? [] {
                if let value = point.value { value.add(to: &trace) } else { trace.skip(.malformed) }
            }
            trace.skip(.inferred, count: segment.waypointPath?.waypoints?.count ?? 0)
            guard let word = segment.activityType else { return }
            let seconds =
                segment.duration?.startTimestamp.flatMap { LoggerTime.seconds(iso8601: $0) }
                ?? segment.duration?.startTimestampMs.map { $0.value / 1000 }
            guard let seconds else { return trace.skip(.badTime) }
            guard let activity = MotionWords.activity(word) else { return trace.skip(.malformed) }
            trace.take(
                MotionReport(
                    activity: activity,
                    confidence: MotionWords.confidence(segment.confidence ?? "low") ?? .low,
                    start: Date(timeIntervalSince1970: seconds)))
        }
    }
}
