package import DiarySensing

/// The words in which loggers, phones and exports tell how a person moves.
package enum MotionWords {
    /// The activity that a word stands for, nil for a word that no logger is known to use.
    ///
    /// Capitals, spaces, hyphens and underscores do not matter. Vehicles of all kinds are
    /// automotive.
    package static func activity(_ word: String) -> MotionActivity? {
        switch word.lowercased().filter({ $0.isLetter }) {
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

    /// The confidence that a word or a number 0...100 stands for; one that was not told is high.
    package static func confidence(_ word: String) -> MotionConfidence? {
        if word.isEmpty { return .high }
        if let level = MotionConfidence(rawValue: word.lowercased()) { return level }
        guard let percent = Double(word), (0...100).contains(percent) else { return nil }
        return MotionConfidence(percent: percent)
    }

    /// The one activity of a list that a phone told at once, as CoreMotion's flags are.
    ///
    /// In a vehicle that stands, the phone tells both; it is the vehicle that counts.
    package static func activity(ofAll words: [String]) -> MotionActivity {
        let all = Set(words.compactMap { activity($0) })
        let order: [MotionActivity] = [.automotive, .cycling, .running, .walking, .stationary]
        return order.first { all.contains($0) } ?? .unknown
    }
}
