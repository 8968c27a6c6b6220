/// What the person is doing, as far as the battery is concerned.
///
/// Each state asks the phone for locations of a certain accuracy. Motion activities are recorded in
/// every state, and location tracking is never switched off: a phone that stopped it could not
/// start it again from the background.
public enum SensingState: String, Codable, CaseIterable, Sendable {
    /// On the way somewhere, or perhaps: every recording starts here.
    case activelyMoving
    /// Staying around one place: a shop, a school, an office.
    case stopped
    /// Lying still: a phone on a desk or beside a bed.
    case notMoving
    /// On a motorway or a railway, where a few fixes tell the way.
    case inFastVehicle

    /// The accuracy to ask the phone for, in metres; a larger number saves more battery.
    public var desiredAccuracyMetres: Double {
        switch self {
        case .activelyMoving: 10
        case .stopped: 100
        case .notMoving: 3000
        case .inFastVehicle: 1000
        }
    }
}
