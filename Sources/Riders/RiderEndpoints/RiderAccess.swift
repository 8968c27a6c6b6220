package import HTTPServing
import Hummingbird
package import Riders
import Secrets

/// Authenticates riders by their device's token.
struct RiderAccess: Sendable {
    let store: RiderStore
    private let requests = RateLimit(burst: 120, perSecond: 10)

    /// Returns the rider whose token the request has.
    ///
    /// - Throws: A problem with status 401 if there is no such rider, one with 429 if there are too
    ///   many requests, and the store's errors.
    func rider(_ request: Request) async throws -> RiderID {
        try await device(request).rider
    }

    /// Returns the rider as ``rider(_:)`` does, with the token of the device that asks.
    ///
    /// - Throws: As ``rider(_:)``.
    func device(_ request: Request) async throws -> (rider: RiderID, token: BearerToken) {
        guard let token = BearerToken(authorization: request.headers[.authorization]),
            let rider = try await store.rider(token)
        else {
            var problem = Problem(
                .unauthorized, kind: "no-rider",
                detail: "This needs the token of a rider's device, as in 'Authorization: Bearer …'."
            )
            problem.headers[.wwwAuthenticate] = "Bearer"
            throw problem
        }
        try requests.take(rider.rawValue, "too many requests at once")
        return (rider, token)
    }
}

extension RiderError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unknown:
            Problem(
                .unauthorized, kind: "no-rider", detail: "This rider was deleted; register again.")
        case .notFound: .notFound("There is no such thing among what you saved.")
        case .invalid(let sentence): .invalid(sentence)
        case .tooMany(let things):
            Problem(
                .conflict, kind: "too-many",
                detail: "You have as many \(things) as there may be; delete one first.")
        case .full:
            .busy("This server has as many riders as it can take.", retryAfterSeconds: 3600)
        }
    }
}
