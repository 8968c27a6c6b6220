package import Diary
package import HTTPServing
import HTTPTypes
import Hummingbird
import Secrets

/// Authenticates phones, participants and researchers by their tokens.
struct DiaryAccess: Sendable {
    let store: DiaryStore
    let intake: DiaryIntake
    /// The riders who may have linked a diary's logger; nil if there are none.
    var riders: RiderLoggers?

    /// Forgets participants whom the store has deleted: in memory, in uploads, as riders' loggers.
    ///
    /// - Throws: The riders' store's errors.
    func forget(_ deleted: [DeletedParticipant]) async throws {
        await intake.forget(deleted)
        try await riders?.unlink(deleted.map(\.tokenHash))
    }

    /// Returns the token after `Bearer`, or the password of HTTP Basic with any user name.
    static func token(_ request: Request) -> BearerToken? {
        BearerToken(authorization: request.headers[.authorization], allowsBasic: true)
    }

    /// Returns the participant whose token the request has.
    ///
    /// - Throws: A problem with status 401 if there is no such participant, and the store's errors.
    func participant(_ request: Request, challenge: String = "Bearer") async throws -> Participant {
        guard let token = Self.token(request),
            let participant = try await intake.participant(token)
        else { throw Self.participantRefusal(challenge) }
        return participant
    }

    /// Whose token a logger sends.
    enum Sender {
        case participant(Participant, BearerToken)
        /// A rider who is no participant.
        case rider(BearerToken)
    }

    /// Returns whose token a logger's request has.
    ///
    /// - Throws: As ``participant(_:challenge:)``, and the riders' store's errors.
    func sender(_ request: Request, challenge: String = "Bearer") async throws -> Sender {
        guard let token = Self.token(request) else { throw Self.participantRefusal(challenge) }
        if let participant = try await intake.participant(token) {
            return .participant(participant, token)
        }
        guard let riders, try await riders.isKnown(token) else {
            throw Self.participantRefusal(challenge)
        }
        return .rider(token)
    }

    /// Returns the study whose researchers' token the request has.
    ///
    /// - Throws: A problem with status 401 if there is no such study, and the store's errors.
    func study(_ request: Request) async throws -> Study {
        guard let token = Self.token(request),
            let study = try await store.study(researcher: token)
        else {
            throw Self.refusal(
                "This needs the token of a study's researchers, as in 'Authorization: Bearer …'.",
                "Bearer")
        }
        return study
    }

    private static func participantRefusal(_ challenge: String) -> Problem {
        refusal("This needs a participant's token, as in 'Authorization: Bearer …'.", challenge)
    }

    private static func refusal(_ detail: String, _ challenge: String) -> Problem {
        var problem = Problem(.unauthorized, kind: "no-participant", detail: detail)
        problem.headers[.wwwAuthenticate] =
            challenge == "Basic" ? "Basic realm=\"Takt diary\"" : challenge
        return problem
    }
}

extension DiaryError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .notFound: .notFound("There is no such study, participant or code.")
        case .invalid(let sentence): .invalid(sentence)
        case .exists:
            Problem(.conflict, kind: "exists", detail: "There is a study of that id already.")
        case .otherConsent(let present):
            Problem(
                .conflict, kind: "other-consent",
                detail: "The consent has changed: read version \(present) and agree to that.")
        case .tooMany(let things):
            Problem(
                .conflict, kind: "too-many", detail: "There are as many \(things) as there may be.")
        case .sealed:
            Problem(
                .conflict, kind: "sealed",
                detail: "This diary is sealed: only the study's researchers can open it.")
        case .busy: .busy("The server has as much as it can write.", retryAfterSeconds: 10)
        case .full: Self.full
        }
    }

    /// The problem of a diary with all records of a day; its phone asks every hour.
    private static let full: Problem = {
        var problem = Problem(
            .tooManyRequests, kind: "too-often",
            detail: "This diary has taken as many records as it may on one day; keep the others.")
        problem.headers[.retryAfter] = "3600"
        return problem
    }()
}
