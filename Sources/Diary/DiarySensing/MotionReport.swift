#if hasFeature(Embedded)
#elseif canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A person's activity, as classified by a phone's activity recognition.
public enum MotionActivity: String, CaseIterable, Sendable {
    /// The phone lies still, or its owner sits or stands still.
    case stationary
    /// On foot.
    case walking
    /// Running.
    case running
    /// On a bicycle.
    case cycling
    /// In a car, bus or train.
    case automotive
    /// The phone cannot tell; such a report changes nothing.
    case unknown
}

/// A phone's confidence in an activity.
public enum MotionConfidence: String, CaseIterable, Comparable, Sendable {
    /// A guess; such a report changes nothing.
    case low
    /// Likely.
    case medium
    /// Almost certain.
    case high

    /// Creates the level for Android's 0...100: below 50 is low, below 75 is medium.
    public init(percent: Double) {
        self = percent >= 75 ? .high : percent >= 50 ? .medium : .low
    }

    /// Orders levels from low to high.
    public static func < (left: MotionConfidence, right: MotionConfidence) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .low: 0
        case .medium: 1
        case .high: 2
        }
    }
}

/// An activity reported by a phone.
///
/// An activity lasts from its start until the next known one starts, however long the phone is
/// silent in between: phones report changes, not states.
public struct MotionReport: Hashable, Sendable {
    /// The person's activity.
    public let activity: MotionActivity
    /// The phone's confidence in the activity.
    public let confidence: MotionConfidence
    /// When the activity began, which may be minutes before it was reported.
    public let start: Date

    /// Creates a report.
    public init(activity: MotionActivity, confidence: MotionConfidence, start: Date) {
        self.activity = activity
        self.confidence = confidence
        self.start = start
    }

    /// Whether the report counts: the activity is known with at least medium confidence.
    public var isConfident: Bool {
        activity != .unknown && confidence >= .medium
    }
}

#if !hasFeature(Embedded)
extension MotionActivity: Codable {}
extension MotionConfidence: Codable {}
extension MotionReport: Codable {}
#endif
