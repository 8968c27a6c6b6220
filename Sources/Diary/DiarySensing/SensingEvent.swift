#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a phone tells the state machine.
public enum SensingEvent: Codable, Hashable, Sendable {
    /// The phone was somewhere.
    case fix(LocationFix)
    /// The phone recognised how its bearer moves.
    case motion(MotionReport)
    /// Time passed; some rules come true by waiting, so send one every half minute or so.
    case tick
}

/// Why the machine is in its state: the predicate that led there.
///
/// ``DiarySensor`` says what each one means to the metre and the second.
public enum SensingReason: String, Codable, CaseIterable, Sendable {
    /// A recording began.
    case recordingStarted
    /// Stationary motion for long enough.
    case userStationary
    /// The same place for long enough.
    case userNotTravelling
    /// Fast, in a vehicle, for long enough.
    case userInFastVehicle
    /// Far enough from where the person was last seen moving.
    case userTravelling
    /// Walking, running or cycling for long enough.
    case userActivelyMoving
    /// Driven off without a step on foot; an exit that the README does not have.
    case userLeavingByCar
    /// Slow for long enough after a fast stretch; an exit that the README does not have.
    case userInSlowTraffic
}

/// What the machine decided after an event.
public struct SensingDecision: Codable, Hashable, Sendable {
    /// The state from now on.
    public let state: SensingState
    /// The predicate that led into the state.
    public let reason: SensingReason
    /// When the state was entered.
    public let since: Date
    /// Whether this very event changed the state: only then the phone must be asked anew.
    public let isChange: Bool

    /// The accuracy to ask the phone for, in metres.
    public var desiredAccuracyMetres: Double { state.desiredAccuracyMetres }
}
