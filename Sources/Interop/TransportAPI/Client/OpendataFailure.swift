package import TransitModel

/// The reason why the remote service gave no answer.
package enum OpendataFailure: Error, Hashable, Sendable {
    /// The day's requests are used up.
    case spent(OpendataBudget.Resource, until: UnixTime)
    /// The service answered 429; no request is sent until then.
    case resting(until: UnixTime)
    /// The maximum number of requests is in flight, or the limit a second is reached.
    case busy
    /// The service does not know a location, or had a problem of its own.
    case unknown
    /// The service refused the request.
    case refused
    /// The service did not answer, or its answer cannot be decoded.
    case unavailable

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
