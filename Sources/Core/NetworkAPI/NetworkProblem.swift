package import JSONWriting
package import TransitModel

/// Why a request has no answer: a problem object of HTTP (RFC 9457).
package struct NetworkProblem: Error, Equatable {
    /// The problem's HTTP status.
    package enum Status: Int, Sendable {
        case badRequest = 400
        case notFound = 404
        case uriTooLong = 414
        case unprocessableContent = 422
        case notImplemented = 501

        /// HTTP's words for the status.
        package var title: String {
            switch self {
            case .badRequest: "Bad Request"
            case .notFound: "Not Found"
            case .uriTooLong: "URI Too Long"
            case .unprocessableContent: "Unprocessable Content"
            case .notImplemented: "Not Implemented"
            }
        }
    }

    package let status: Status
    /// The last segment of the problem's type, as in `bad-parameter`.
    package let kind: String
    /// The error of this request, in a sentence that says what would be right.
    package let detail: String
    /// What else helps to correct the request.
    package var advice = ProblemAdvice()

    package init(_ status: Status, kind: String, detail: String, parameter: String? = nil) {
        self.status = status
        self.kind = kind
        self.detail = detail
        advice.parameter = parameter
    }

    /// Creates the problem for an unknown path or id.
    package static func notFound(_ detail: String) -> NetworkProblem {
        NetworkProblem(.notFound, kind: "not-found", detail: detail)
    }

    /// Creates the problem for a parameter that cannot be parsed.
    package static func badParameter(
        _ name: String, expected: String, given: some StringProtocol
    ) -> NetworkProblem {
        NetworkProblem(
            .badRequest, kind: "bad-parameter",
            detail: "'\(name)' must be \(expected), not '\(given.prefix(60))'.", parameter: name)
    }

    /// Creates the problem for a `date` that the timetable does not cover.
    static func outsideTimetable(
        _ day: ServiceDay, first: ServiceDay, last: ServiceDay
    ) -> NetworkProblem {
        var problem = NetworkProblem(
            .notFound, kind: "outside-timetable",
            detail: "The timetable covers \(first) to \(last), not \(day).", parameter: "date")
        problem.advice.days = ProblemDays(first: first, last: last)
        return problem
    }

    /// Creates the problem for a `date` on which something, as in `The line`, does not run; `next`
    /// is the next day on which it does, nil if there is none or it is not known.
    static func noService(
        _ thing: String, on day: ServiceDay, next: ServiceDay? = nil
    ) -> NetworkProblem {
        var problem = NetworkProblem(
            .notFound, kind: "no-service",
            detail: "\(thing) does not run on \(day); try another day.", parameter: "date")
        if let next { problem.advice.days = ProblemDays(next: next) }
        return problem
    }

    /// The problem of a path and query that are too long to be read.
    package static let tooLong = NetworkProblem(
        .uriTooLong, kind: "too-long", detail: "The address is too long.")

    /// Creates the problem for a path that the API has, but that needs more than a network file.
    static func needsServer(_ path: some StringProtocol) -> NetworkProblem {
        NetworkProblem(
            .notImplemented, kind: "needs-server",
            detail: "Only a server answers '\(path.prefix(100))'.")
    }

    /// The problem object, without an `instance`: nothing but its answer keeps this request.
    package var body: ProblemBody {
        ProblemBody(
            kind: kind, title: status.title, status: status.rawValue, detail: detail,
            advice: advice)
    }
}

/// What helps to correct a request.
package struct ProblemAdvice: Equatable, Sendable {
    /// The parameter to correct, as in `from`; nil if it is none or several.
    package var parameter: String?
    /// Places that may have been meant, the best first.
    package var candidates: [ProblemCandidate] = []
    /// Valid days; nil if the day is not the problem.
    package var days: ProblemDays?
    /// The day on which nothing runs for a trip; nil if that is not the problem.
    package var day: ServiceDay?
    /// When the vehicle arrives that a trip could take instead, in ISO 8601 in local time; nil if
    /// there is none or the time is not the problem.
    package var arrival: String?

    package init() {}
}

/// Days to request instead of the requested one.
package struct ProblemDays: Equatable, Sendable {
    /// The timetable's first day; nil if it does not matter.
    package var first: ServiceDay?
    /// The timetable's last day; nil if it does not matter.
    package var last: ServiceDay?
    /// The next day with service; nil if there is none or if it does not matter.
    package var next: ServiceDay?

    package init(first: ServiceDay? = nil, last: ServiceDay? = nil, next: ServiceDay? = nil) {
        self.first = first
        self.last = last
        self.next = next
    }
}

/// A place that a request may have meant.
package struct ProblemCandidate: JSONObject, Equatable {
    package let id: String
    package let name: String

    package static let schema = JSONSchema(
        "Candidate",
        .text("id", "To be sent in place of the name"),
        .text("name"))

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("id", id)
        json.member("name", name)
    }
}

/// The problem object as it is sent.
package struct ProblemBody: JSONObject {
    let kind: String
    let title: String
    let status: Int
    let detail: String
    let advice: ProblemAdvice
    package var instance: String?

    package static let schema = JSONSchema(
        "Problem", .text("type", "`/problems/` and the kind: what programs decide by"),
        .text("title", "HTTP's words for the status"), .int("status", "The HTTP status"),
        .text("detail", "A sentence on this request that says what would be right"),
        .text("instance", "The request's id, also in `X-Request-Id` and in the server's log"),
        .text("parameter?", "The parameter to correct, where it is one"),
        .list(
            "candidates?", of: ProblemCandidate.schema, "Stops or places that may have been meant"),
        .text("firstDay? lastDay? nextDay?", "Days to ask for instead"),
        .text("day?", "Of a trip: the day on which nothing runs"),
        .text("arrival?", "Of a trip: when the vehicle arrives that could be taken instead"))

    package init(
        kind: String, title: String, status: Int, detail: String, advice: ProblemAdvice
    ) {
        self.kind = kind
        self.title = title
        self.status = status
        self.detail = detail
        self.advice = advice
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("arrival", advice.arrival)
        json.member("candidates", advice.candidates.isEmpty ? nil : advice.candidates)
        json.member("day", advice.day)
        json.member("detail", detail)
        json.member("firstDay", advice.days?.first)
        json.member("instance", instance)
        json.member("lastDay", advice.days?.last)
        json.member("nextDay", advice.days?.next)
        json.member("parameter", advice.parameter)
        json.member("status", status)
        json.member("title", title)
        json.member("type", "/problems/" + kind)
    }
}
