#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The input of the state machine.
public enum SensingEvent: Codable, Hashable, Sendable {
    /// The phone reported a location.
    case fix(LocationFix)
    /// The phone reported an activity of the person.
    case motion(MotionReport)
    /// Time passed.
    ///
    /// Some rules become true by waiting, so send one about every half minute.
    case tick
}

/// The predicate that led to the current state.
///
/// ``DiarySensor`` defines each of them exactly.
public enum SensingReason: String, Codable, CaseIterable, Sendable {
    /// A recording began.
    case recordingStarted
    /// Only stationary motion for long enough.
    case userStationary
    /// The same place for long enough.
    case userNotTravelling
    /// Fast, in a vehicle, for long enough.
    case userInFastVehicle
    /// Far enough from the last location while moving.
    case userTravelling
    /// Walking, running or cycling for long enough.
    case userActivelyMoving
    /// Driven off without a step on foot; an exit that the README lacks.
    case userLeavingByCar
    /// Slow for long enough after a fast ride; an exit that the README lacks.
    case userInSlowTraffic
}

/// The decision of the state machine after an event.
public struct SensingDecision: Codable, Hashable, Sendable {
    /// The new state.
    public let state: SensingState
    /// The predicate that led to the state.
    public let reason: SensingReason
    /// When the state was entered.
    public let since: Date
    /// Whether this event changed the state; only then the phone needs new settings.
    public let isChange: Bool

    /// The accuracy to request from the phone, in metres.
    public var desiredAccuracyMetres: Double { state.desiredAccuracyMetres }
}
