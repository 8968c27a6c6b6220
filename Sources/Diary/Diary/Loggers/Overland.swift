private import DiarySensing
package import Foundation

/// A batch of the iPhone app Overland: GeoJSON features with sensor data.
///
/// Contract: <https://github.com/aaronpk/Overland-iOS#api>. Events without a position (the app
/// starts or ends, a visit) have an `action` and are counted as another kind.
package struct OverlandBatch: Sendable {
    /// The fixes and motions of the batch, and what was skipped.
    package let trace: PhoneTrace
    /// The non-empty device ids of the points, in order of appearance.
    package let deviceIDs: [String]

    /// The largest accepted body, in bytes: 200 points of 600 bytes are usual, the app allows more.
    package static let maximumBodyBytes = 8_000_000

    /// Reads a batch.
    ///
    /// - Throws: ``PhoneFormatError`` if the body is not a JSON object with a list `locations`.
    package init(_ body: Data) throws(PhoneFormatError) {
        try self.init(body, limitBytes: Self.maximumBodyBytes)
    }

    /// Reads a file of points from batches, which may be longer than one body.
    ///
    /// - Throws: ``PhoneFormatError`` if it is not a JSON object with a list of points.
    package init(file: Data) throws(PhoneFormatError) {
        try self.init(file, limitBytes: Int.max)
    }

    private init(_ body: Data, limitBytes: Int) throws(PhoneFormatError) {
        guard body.count <= limitBytes else { throw .tooLong(limitBytes: limitBytes) }
        let wire: Wire
        do {
            wire = try JSONDecoder().decode(Wire.self, from: body)
        } catch {
            throw .malformed(format: "Overland batch", detail: "there is no list 'locations'.")
        }
        var trace = PhoneTrace()
        var devices: [String] = []
        for element in wire.locations {
            guard let feature = element.value else {
                trace.skip(.malformed)
                continue
            }
            feature.add(to: &trace)
            if let device = feature.properties.device, !device.isEmpty, !devices.contains(device) {
                devices.append(device)
            }
        }
        self.trace = trace
        deviceIDs = devices
    }

    private struct Wire: Decodable {
        let locations: [Lossy<Feature>]

        private enum Key: CodingKey {
            case locations, features
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            // A plain GeoJSON feature collection has the same points under another name.
            let key = container.contains(.locations) ? Key.locations : Key.features
            locations = try container.decode([Lossy<Feature>].self, forKey: key)
        }
    }

    private struct Feature: Decodable {
        let coordinates: [Double?]?
        let properties: Properties

        private enum Key: CodingKey {
            case geometry, properties
        }

        private enum GeometryKey: CodingKey {
            case coordinates
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            properties = try container.decode(Properties.self, forKey: .properties)
            let geometry = try? container.nestedContainer(
                keyedBy: GeometryKey.self, forKey: .geometry)
            coordinates = (try? geometry?.decode([Lossy<LooseNumber>].self, forKey: .coordinates))?
                .map { $0.value?.value }
        }

        func add(to trace: inout PhoneTrace) {
            guard properties.action == nil || coordinates != nil else {
                return trace.skip(.otherKind)
            }
            guard let seconds = properties.time else { return trace.skip(.badTime) }
            guard let coordinates, coordinates.count >= 2, let longitude = coordinates[0],
                let latitude = coordinates[1]
            else { return trace.skip(.badPlace) }
            let time = Date(timeIntervalSince1970: seconds)
            trace.take(
                LocationFix(
                    time: time, latitude: latitude, longitude: longitude,
                    horizontalAccuracyMetres: properties.horizontalAccuracy,
                    speedMetresPerSecond: properties.speed,
                    speedAccuracyMetresPerSecond: properties.speedAccuracy,
                    altitudeMetres: properties.altitude,
                    courseDegrees: properties.course.flatMap(\.ifKnown)))
            if let motion = properties.motion, !motion.isEmpty {
                trace.take(
                    MotionReport(
                        activity: MotionWords.activity(ofAll: motion), confidence: .high,
                        start: time))
            }
        }
    }

    private struct Properties: Decodable {
        let time: Double?
        let horizontalAccuracy: Double?
        let speed: Double?
        let speedAccuracy: Double?
        let altitude: Double?
        let course: Double?
        let motion: [String]?
        let device: String?
        let action: String?

        private enum Key: String, CodingKey {
            case timestamp, speed, altitude, course, motion, action, accuracy
            case horizontalAccuracy = "horizontal_accuracy"
            case speedAccuracy = "speed_accuracy"
            case device = "device_id"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let text = container.looseText(.timestamp)
            time =
                text.flatMap { LoggerTime.seconds(iso8601: $0) }
                ?? container.looseNumber(.timestamp)
            horizontalAccuracy =
                container.looseNumber(.horizontalAccuracy) ?? container.looseNumber(.accuracy)
            // -1 means unknown in this protocol; a negative speed accuracy makes the speed invalid.
            speed = container.looseNumber(.speed).flatMap(\.ifKnown)
            speedAccuracy = container.looseNumber(.speedAccuracy)
            altitude = container.looseNumber(.altitude)
            course = container.looseNumber(.course)
            motion = container.looseTexts(.motion)
            device = container.looseText(.device)
            action = container.looseText(.action)
        }
    }
}
