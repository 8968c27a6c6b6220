package import TransitModel

/// Why the remote service gave no answer.
package enum OpendataFailure: Error, Hashable, Sendable {
    /// What a day allows is spent until then.
    case spent(OpendataBudget.Resource, until: UnixTime)
    /// The service said that it is asked too often; nothing is asked until then.
    case resting(until: UnixTime)
    /// As many questions as may be are on their way.
    case busy
    /// The service does not know a place, or had a problem of its own.
    case unknown
    /// The service refused the question.
    case refused
    /// The service did not answer, or not in a shape that can be read.
    case unavailable

    /// When it may work again; nil if that is not known.
    package var until: UnixTime? {
        switch self {
        case .spent(_, let until), .resting(let until): until
        case .busy, .unknown, .refused, .unavailable: nil
        }
    }

    /// A sentence for riders.
    package var sentence: String {
        switch self {
        case .spent(.connections, _):
            "Today's questions for connections are spent; boards may still work, and tomorrow all does."
        case .spent(.stationboard, _):
            "Today's questions for boards are spent; connections may still work, and tomorrow all does."
        case .spent(.locations, _):
            "Today's questions for places are spent; places that were found before still work."
        case .resting: "The timetable service is asked too often; try again in a minute."
        case .busy: "Too many questions are on their way to the timetable service; try again."
        case .unknown: "The timetable service does not know one of the places, or has a problem."
        case .refused: "The timetable service does not accept this question."
        case .unavailable: "The timetable service does not answer."
        }
    }
}
