import Hummingbird

/// How often a code that somebody reads aloud may be guessed: rarely from one address, and not without end from
/// all of them.
///
/// Only wrong guesses count, so a class that joins a study together does not run out of them; an address
/// that has none left cannot use the right code either until there is one again.
struct CodeGuesses: Sendable {
    /// Wrong guesses of one address: ten at once, and ten an hour.
    private let ofAddress = RateLimit(most: 10, perSecond: 10.0 / 3600)
    /// Wrong guesses of everybody: of 2^40 codes not one in a million is found in a year.
    private let ofAll = RateLimit(most: 600, perSecond: 1)

    private static let sentence = "one wrong code too many"
    private static let all = "all"

    /// What `find` gives; throws 404 with `sentence` where that is nothing, and 429 where there are no guesses
    /// left.
    func guess<Found>(
        _ request: Request, _ context: TaktRequestContext, orSay sentence: String,
        _ find: () async throws -> Found?
    ) async throws -> Found {
        let key = ClientAddress.key(of: request, context, context.proxies) ?? "this machine"
        try ofAddress.take(key, Self.sentence)
        do {
            try ofAll.take(Self.all, Self.sentence)
        } catch {
            ofAddress.giveBack(key)
            throw error
        }
        let found: Found?
        do {
            found = try await find()
        } catch {
            // Nothing was learnt about the code.
            giveBack(key)
            throw error
        }
        guard let found else { throw Problem.notFound(sentence) }
        giveBack(key)
        return found
    }

    private func giveBack(_ key: String) {
        ofAddress.giveBack(key)
        ofAll.giveBack(Self.all)
    }
}
