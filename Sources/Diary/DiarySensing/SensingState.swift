/// The person's movement, as far as it matters for the battery.
///
/// Each state requests locations of a certain accuracy from the phone. Motion activities are
/// recorded in every state, and location tracking is never turned off, because the phone could not
/// start it again from the background.
public enum SensingState: String, Codable, CaseIterable, Sendable {
    /// Moving, or perhaps moving; every recording starts here.
    case activelyMoving
    /// Staying around one place, such as a shop, a school or an office.
    case stopped
    /// A still phone, for example on a desk or beside a bed.
    case notMoving
    /// On a motorway or a railway, where a few fixes suffice.
    case inFastVehicle

    /// The accuracy to request from the phone, in metres; a larger number saves more battery.
    public var desiredAccuracyMetres: Double {
        switch self {
        case .activelyMoving: 10
        case .stopped: 100
        case .notMoving: 3000
        case .inFastVehicle: 1000
        }
    }
}
