import DiarySensing
#if !hasFeature(Embedded)
import Foundation
#endif

/// A batch of the iPhone app Overland: GeoJSON features with sensor data.
///
/// Contract: <https://github.com/aaronpk/Overland-iOS#api>. Events without a position (the app
/// starts or ends, a visit) have an `action` and are counted as another kind.
package struct OverlandBatch: Sendable {
    /// The fixes and motions of the batch, and what was skipped.
    package private(set) var trace = PhoneTrace()
    /// The non-empty device ids of the points, in order of appearance.
    package private(set) var deviceIDs: [String] = []

    /// The largest accepted body, in bytes: 200 points of 600 bytes are usual, the app allows more.
    package static let maximumBodyBytes = 8_000_000
    /// The maximum number of devices that are distinguished.
    private static let maximumDevices = 100

    /// Reads a batch.
    ///
    /// - Throws: ``PhoneFormatError`` if the body is not a JSON object with a list `locations`.
    package init(_ body: some Collection<UInt8>) throws(PhoneFormatError) {
        try self.init(body, limitBytes: Self.maximumBodyBytes)
    }

    /// Reads a file of points from batches, which may be longer than one body.
    ///
    /// - Throws: ``PhoneFormatError`` if it is not a JSON object with a list of points.
    package init(file: some Collection<UInt8>) throws(PhoneFormatError) {
        try self.init(file, limitBytes: Int.max)
    }

    private init(_ body: some Collection<UInt8>, limitBytes: Int) throws(PhoneFormatError) {
        guard body.count <= limitBytes else { throw .tooLong(limitBytes: limitBytes) }
        // A plain GeoJSON feature collection has the same points under another name.
        var batches = [Self(), Self()]
        var scanner = JSONScanner(Array(body))
        let found: [Bool]
        do throws(JSONScanner.Damage) {
            found = try scanner.elements(of: ["locations", "features"]) { name, element in
                batches[name].add(element)
            }
        } catch {
            throw .damaged("Overland batch", error)
        }
        guard let name = found.firstIndex(of: true) else {
            throw .malformed(
                format: "Overland batch", detail: "there is no list 'locations'.")
        }
        self = batches[name]
    }

    private init() {}

    private mutating func add(_ feature: JSONValue) {
        guard let properties = feature["properties"], properties.isObject else {
            return trace.skip(.malformed)
        }
        addPoint(properties, feature["geometry"]?["coordinates"]?.list)
        if let device = properties["device_id"]?.text, !device.isEmpty,
            deviceIDs.count < Self.maximumDevices, !deviceIDs.contains(device)
        {
            deviceIDs.append(device)
        }
    }

    private mutating func addPoint(_ properties: JSONValue, _ coordinates: [JSONValue]?) {
        guard properties["action"]?.text == nil || coordinates != nil else {
            return trace.skip(.otherKind)
        }
        let timestamp = properties["timestamp"]
        guard let seconds = timestamp?.instant ?? timestamp?.number else {
            return trace.skip(.badTime)
        }
        guard let coordinates, coordinates.count >= 2, let longitude = coordinates[0].number,
            let latitude = coordinates[1].number
        else { return trace.skip(.badPlace) }
        let time = Date(timeIntervalSince1970: seconds)
        func number(_ name: StaticString) -> Double? { properties[name]?.number }
        // -1 means unknown in this protocol; a negative speed accuracy makes the speed invalid.
        let fix = LocationFix(
            time: time, latitude: latitude, longitude: longitude,
            horizontalAccuracyMetres: number("horizontal_accuracy") ?? number("accuracy"),
            speedMetresPerSecond: number("speed").flatMap { $0.ifKnown },
            speedAccuracyMetresPerSecond: number("speed_accuracy"),
            altitudeMetres: number("altitude"),
            courseDegrees: number("course").flatMap { $0.ifKnown })
        let words = properties["motion"]?.texts ?? []
        let motion =
            words.isEmpty
            ? nil
            : MotionReport(
                activity: MotionWords.activity(ofAll: words), confidence: .high, start: time)
        trace.append(fix, with: motion)
    }
}
