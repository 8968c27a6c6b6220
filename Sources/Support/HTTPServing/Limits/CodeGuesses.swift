package import Hummingbird

/// Limits guesses of a code that somebody reads aloud, for each address and for all addresses
/// together.
///
/// Only wrong guesses count, so that a class which joins a study together does not reach the limit.
/// An address that has reached the limit cannot use the right code either until the limit allows a
/// guess again.
package struct CodeGuesses: Sendable {
    /// Wrong guesses from one address: ten at once, and ten an hour.
    private let ofAddress = RateLimit(burst: 10, perSecond: 10.0 / 3600)
    /// Wrong guesses from all addresses: at this rate less than one in a million of 2^40 codes is
    /// found in a year.
    private let ofAll = RateLimit(burst: 600, perSecond: 1)

    package init() {}

    private static let sentence = "one wrong code too many"
    private static let all = "all"

    /// Returns the result of `find`, counting a nil result as a wrong guess.
    ///
    /// - Throws: A problem with status 404 and `sentence` if `find` returns nil, one with status
    ///   429 if no guesses are left, and any error of `find`.
    package func guess<Found>(
        _ request: Request, _ context: TaktRequestContext, orSay sentence: String,
        _ find: () async throws -> Found?
    ) async throws -> Found {
        let key = ClientAddress.key(of: request, context, context.proxies) ?? "this machine"
        try ofAddress.take(key, Self.sentence)
        do {
            try ofAll.take(Self.all, Self.sentence)
        } catch {
            ofAddress.refund(key)
            throw error
        }
        let found: Found?
        do {
            found = try await find()
        } catch {
            // An error reveals nothing about the code.
            refund(key)
            throw error
        }
        guard let found else { throw Problem.notFound(sentence) }
        refund(key)
        return found
    }

    private func refund(_ key: String) {
        ofAddress.refund(key)
        ofAll.refund(Self.all)
    }
}
