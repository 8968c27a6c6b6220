import DiarySensing
import Foundation
import PhoneRecords
import TransitModel

/// A drawn phone's record in each format that is read.
struct DrawnTraces {
    private var random: SeededRandom
    private(set) var fixes: [LocationFix] = []
    private(set) var motions: [MotionReport] = []
    private var time = 1_777_870_000.0
    private var (latitude, longitude) = (47.17, 8.51)

    /// Draws some days of stays with walks and rides between them.
    init(seed: UInt64, days: Int) {
        random = SeededRandom(seed: seed)
        let end = time + Double(days) * 86_400
        while time < end {
            stay(minutes: Double.random(in: 10...400, using: &random))
            move(metresPerSecond: 1.3, minutes: Double.random(in: 1...15, using: &random), .walking)
            move(
                metresPerSecond: Double.random(in: 3...20, using: &random),
                minutes: Double.random(in: 3...40, using: &random), .automotive)
            move(metresPerSecond: 1.3, minutes: Double.random(in: 0...9, using: &random), .walking)
        }
    }

    private mutating func stay(minutes: Double) {
        let end = time + minutes * 60
        motions.append(MotionReport(activity: .stationary, confidence: .high, start: instant))
        while time < end { record(every: 60...900) }
    }

    private mutating func move(
        metresPerSecond: Double, minutes: Double, _ activity: MotionActivity
    ) {
        let end = time + minutes * 60
        let direction = Double.random(in: 0...(2 * .pi), using: &random)
        motions.append(MotionReport(activity: activity, confidence: .medium, start: instant))
        while time < end {
            let start = time
            record(every: 5...30)
            let degrees = metresPerSecond * (time - start) / 111_195
            latitude += degrees * cos(direction)
            longitude += degrees * sin(direction) * 1.4
        }
    }

    private var instant: Date { Date(timeIntervalSince1970: time.rounded()) }

    private mutating func record(every seconds: ClosedRange<Double>) {
        func off(_ most: Double) -> Double { Double.random(in: -most...most, using: &random) }
        fixes.append(
            LocationFix(
                time: instant, latitude: latitude + off(2e-4), longitude: longitude + off(2e-4),
                horizontalAccuracyMetres: (abs(off(80)) * 10).rounded() / 10,
                speedMetresPerSecond: abs(off(3))))
        time += Double.random(in: seconds, using: &random)
    }

    // MARK: - Formats

    /// The files of the record, each in another format, by their names.
    var files: [String: String] {
        [
            "locations.csv": TraceTable.csv(fixes), "motion.csv": TraceTable.csv(motions),
            "waterloo.json": list(fixes) {
                "{\"lat\":\($0.latitude),\"lon\":\($0.longitude),\"heading\":-1,\"speed\":-1,"
                    + "\"timestamp\":\($0.time.timeIntervalSince1970),\"accuracy\":65}"
            },
            "waterloo-motions.json": list(motions) {
                "{\"activity\":\"\($0.activity.rawValue)\","
                    + "\"timestamp\":\($0.start.timeIntervalSince1970)}"
            },
            "owntracks.rec": fixes.map {
                "\(text($0.time))\t*\t{\"_type\":\"location\",\"tst\":"
                    + "\(Int64($0.time.timeIntervalSince1970)),\"lat\":\($0.latitude),"
                    + "\"lon\":\($0.longitude),\"acc\":\($0.horizontalAccuracyMetres ?? 0)}\n"
            }.joined(),
            "overland.json": "{\"locations\":"
                + list(fixes) {
                    "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":"
                        + "[\($0.longitude),\($0.latitude)]},\"properties\":{\"timestamp\":"
                        + "\"\(text($0.time))\",\"motion\":[\"walking\"],\"device_id\":\"\\u00fc\"}}"
                } + "}",
            "track.gpx": "<?xml version=\"1.0\"?><gpx version=\"1.1\"><trk>"
                + "<name>a &amp; b</name><trkseg>"
                + fixes.map {
                    "<trkpt lat=\"\($0.latitude)\" lon=\"\($0.longitude)\"><time>\(text($0.time))"
                        + "</time><speed>1.5</speed></trkpt>\n"
                }.joined() + "</trkseg></trk></gpx>",
            "records.json": "{\"locations\":"
                + list(fixes) {
                    "{\"latitudeE7\":\(Int64($0.latitude * 1e7)),\"longitudeE7\":"
                        + "\(Int64($0.longitude * 1e7)),\"timestamp\":\"\(text($0.time))\"}"
                } + "}",
            "timeline.json": "{\"semanticSegments\":[{\"startTime\":\"\(text(instant))\","
                + "\"timelinePath\":"
                + list(fixes) {
                    "{\"point\":\"\($0.latitude)°, \($0.longitude)°\",\"time\":\"\(text($0.time))\"}"
                } + "}]}",
        ]
    }

    private func list<Record>(_ records: [Record], _ text: (Record) -> String) -> String {
        "[\(records.map(text).joined(separator: ",\n"))]"
    }

    private func text(_ time: Date) -> String {
        TransitTimeZone.utc.iso8601(UnixTime(seconds: Int64(time.timeIntervalSince1970)))
    }
}
