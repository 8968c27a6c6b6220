package import TransitModel

/// Why a request for connections has no answer, and what the rider can do next.
package enum PlanningProblem: Error, Hashable, Sendable {
    /// A place of the request.
    package enum End: Hashable, Sendable {
        case origin
        case destination
        /// A via, counted from 1.
        case via(Int)
    }

    /// The stop is not in the network, but perhaps in another version of it.
    case unknownPlace(End)
    /// No vehicle ever calls at the stop or within walking distance of it.
    case unserved(End, name: String)
    /// The coordinate is not on Earth or not a number.
    case noSuchCoordinate(End)
    /// No stop is within walking time. Carries the nearest stop, if any has a coordinate, and the
    /// metres to it.
    case nothingNearby(End, nearest: String?, metres: Double)
    case samePlace(name: String)
    /// The timetable does not cover the day; it covers the first to the last.
    case outsideTimetable(ServiceDay, first: ServiceDay, last: ServiceDay)
    /// Nothing runs that day. Carries the next day with service, nil if there is none.
    case noService(ServiceDay, next: ServiceDay?)
    /// Nothing that the request allows goes there within the hours.
    case noConnection(hours: Int, isFiltered: Bool)
    /// The request has more vias than allowed.
    case tooManyVias(Int)
    /// A stay is negative or too long.
    case badStay(via: Int)
    /// The text is no connection id, or was cut or changed.
    case badID
    /// A stop, route or trip of a saved connection is gone from the timetable on that day.
    case connectionGone(ServiceDay, ride: Int)

    /// A machine-readable code, as in `unknown-place`.
    package var code: String {
        switch self {
        case .unknownPlace: "unknown-place"
        case .unserved: "unserved-stop"
        case .noSuchCoordinate: "no-such-coordinate"
        case .nothingNearby: "nothing-nearby"
        case .samePlace: "same-place"
        case .outsideTimetable: "outside-timetable"
        case .noService: "no-service"
        case .noConnection: "no-connection"
        // As HTTP reports them while it reads the parameters.
        case .tooManyVias, .badStay: "bad-parameter"
        case .badID: "bad-connection-id"
        case .connectionGone: "connection-gone"
        }
    }

    /// A sentence or two for the rider, with what to do next.
    package var sentence: String {
        switch self {
        case .unknownPlace(let end):
            return "The \(end.word) is not in this network; search for the stop by name."
        case .unserved(let end, let name):
            return "Nothing calls at \(name), the \(end.word); choose a stop nearby."
        case .noSuchCoordinate(let end):
            return "The \(end.word) is no place on Earth; give latitude,longitude in degrees."
        case .nothingNearby(let end, let nearest?, let metres):
            return "No stop is within walking time of the \(end.word); the nearest, \(nearest), is "
                + "\(Self.distance(metres)) away. Choose that stop, or allow longer walks."
        case .nothingNearby(let end, nil, _):
            return "No stop is within walking time of the \(end.word); choose a stop by name."
        case .samePlace(let name):
            return "Origin and destination are the same\(name.isEmpty ? "" : ", \(name)"); "
                + "choose another destination."
        case .outsideTimetable(let day, let first, let last):
            return "The timetable does not cover \(day); it holds from \(first) to \(last)."
        case .noService(let day, let next?):
            return "Nothing runs on \(day); the next day with service is \(next)."
        case .noService(let day, nil):
            return "Nothing runs on \(day) or later; choose an earlier day."
        case .noConnection(let hours, let isFiltered):
            let advice =
                isFiltered
                ? "Try with fewer restrictions, or at another time."
                : "Try another time, or places nearby."
            return "No connection was found within \(hours) hours. \(advice)"
        case .tooManyVias(let count):
            return "\(count) places on the way are too many; "
                + "at most \(PlanningRequest.maximumVias) can be visited."
        case .badStay(let via):
            return "The stay at place \(via) on the way must be 0 to "
                + "\(PlanningRequest.maximumStaySeconds / 60) minutes."
        case .badID:
            return "This is no saved connection, or a part of its address is missing; "
                + "search for it again."
        case .connectionGone(let day, let ride):
            return "The saved connection does not run on \(day): its \(Self.ordinal(ride)) vehicle "
                + "is gone from the timetable. Search for it again."
        }
    }

    private static func ordinal(_ number: Int) -> String {
        let words = ["first", "second", "third", "fourth", "fifth"]
        return words.indices.contains(number - 1) ? words[number - 1] : "\(number)th"
    }

    private static func distance(_ metres: Double) -> String {
        metres < 1000
            ? "\(Int((metres / 10).rounded()) * 10) m"
            : metres < 10_000
                ? "\(Int(metres / 1000)).\(Int(metres / 100) % 10) km"
                : "\(Int((metres / 1000).rounded())) km"
    }
}

extension PlanningProblem.End {
    fileprivate var word: String {
        switch self {
        case .origin: "origin"
        case .destination: "destination"
        case .via(let number): "place \(number) on the way"
        }
    }
}
