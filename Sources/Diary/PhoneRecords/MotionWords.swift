package import DiarySensing
import TransitModel

/// Maps the activity names of loggers, phones and exports.
package enum MotionWords {
    /// The activity for a name; nil for a name that no known logger uses.
    ///
    /// Case, spaces, hyphens and underscores are ignored. All vehicles are automotive.
    package static func activity(_ word: String) -> MotionActivity? {
        switch letters(word) {
        case "stationary", "still", "notmoving": .stationary
        case "walking", "walk", "onfoot", "wheelchair": .walking
        case "running", "run": .running
        case "cycling", "bike", "onbicycle", "bicycling", "bicycle": .cycling
        case "automotive", "auto", "driving", "vehicle", "invehicle", "inroadvehicle",
            "inrailvehicle", "infourwheelervehicle", "intwowheelervehicle", "incar",
            "inpassengervehicle", "inbus", "intrain", "insubway", "intram", "inferry",
            "inferryboat",
            "motorcycling", "inlightrail", "inrail", "car", "bus", "train", "rail", "inmotorcycle",
            "intaxi":
            .automotive
        case "unknown", "tilting", "exitingvehicle", "": .unknown
        default: nil
        }
    }

    /// The letters of a word in lower case; letters outside of ASCII stay as they are.
    private static func letters(_ word: String) -> String {
        let bytes = word.utf8.compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...: byte
            default: nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The confidence for a word or a number 0...100; an empty one is high.
    package static func confidence(_ word: String) -> MotionConfidence? {
        if word.isEmpty { return .high }
        if let level = MotionConfidence(rawValue: letters(word)) { return level }
        guard let percent = DecimalText.number(word), (0...100).contains(percent) else {
            return nil
        }
        return MotionConfidence(percent: percent)
    }

    /// The activity for a list that a phone reported at once, like CoreMotion's flags.
    ///
    /// In a stopped vehicle the phone reports both; the vehicle takes precedence.
    package static func activity(ofAll words: [String]) -> MotionActivity {
        let all = words.compactMap { activity($0) }
        let order: [MotionActivity] = [.automotive, .cycling, .running, .walking, .stationary]
        return order.first { all.contains($0) } ?? .unknown
    }
}
