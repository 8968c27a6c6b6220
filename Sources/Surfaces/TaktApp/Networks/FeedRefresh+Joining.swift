import Foundation
import Logging
import Timetables

// Making the network of all feeds, and finding the feed that keeps it from being made.
extension FeedRefresh {
    /// So many feeds are left out of one network at most; a fault that more feeds have lies elsewhere.
    private static let mostLeftOut = 3

    /// Makes the network of what is planned, and tells what it is made of in the end.
    ///
    /// Each feed could be imported alone. Where all together cannot be, the one that is in the way is read
    /// anew from its file, then its new version is left out, so that the others are served.
    func join(
        _ look: inout Look, at draft: String
    ) async throws(Failure) -> (parts: [Part], network: Timetable) {
        var wanted = plan(look)
        for _ in 0..<Self.mostLeftOut {
            do throws(Failure) {
                return (wanted, try await makeNoted(wanted.map(\.feed), at: draft, look))
            } catch {
                guard !Task.isCancelled, wanted.count > 1,
                    let place = await culprit(among: wanted.map(\.feed), at: draft, look)
                else { throw error }
                if let network = try? await makeReading(place, wanted, at: draft, look) {
                    return (wanted, network)
                }
                try leaveOut(place, because: error, &look)
                wanted = plan(look)
                if look.old != nil, parts(wanted) == look.ledger.parts { throw error }
            }
        }
        return (wanted, try await makeNoted(wanted.map(\.feed), at: draft, look))
    }

    /// Makes a network while it is noted that this has begun.
    private func makeNoted(
        _ feeds: [ImportJob.Feed], at draft: String, _ look: Look
    ) async throws(Failure) -> Timetable {
        var begun = look
        for place in look.candidates.keys { refuse(place, Self.brokenOff, &begun) }
        try shelf.write(begun.ledger)
        return try await make(compiled(feeds), at: draft)
    }

    /// The address of the feed with which a network cannot be made, while it can be made without it and
    /// those that follow; nil if the import was broken off.
    ///
    /// What is new comes last, so that it is found before what was served already. Makes the network of a
    /// part of the feeds as many times as the logarithm of their number.
    private func culprit(
        among feeds: [ImportJob.Feed], at draft: String, _ look: Look
    ) async -> String? {
        let known = feeds.filter { look.candidates[$0.place] == nil }
        let ordered = known + feeds.filter { look.candidates[$0.place] != nil }
        // With `good` feeds it can be made, with `bad` it cannot.
        var (good, bad) = (0, ordered.count)
        while bad - good > 1 {
            let middle = (good + bad) / 2
            let network = try? await makeNoted(Array(ordered.prefix(middle)), at: draft, look)
            if Task.isCancelled { return nil }
            if network == nil { bad = middle } else { good = middle }
        }
        return ordered[good].place
    }

    /// Makes a network for which one feed is read from its file rather than from what was made of it.
    private func makeReading(
        _ place: String, _ parts: [Part], at draft: String, _ look: Look
    ) async throws(Failure) -> Timetable {
        var feeds = await compiled(parts.map(\.feed))
        for row in feeds.indices where feeds[row].place == place { feeds[row].compiled = nil }
        return try await make(feeds, at: draft)
    }

    /// Refuses the version of a feed that is in the way.
    ///
    /// - Throws: the reason, if that version is a part of the network that is served.
    private func leaveOut(
        _ place: String, because reason: Failure, _ look: inout Look
    ) throws(Failure) {
        if look.candidates[place] == nil {
            guard look.old == nil else { throw reason }
            look.candidates[place] = look.ledger.feeds[place]?.version
            look.ledger.feeds[place]?.version = nil
        }
        let sentence =
            "'\(FeedReference(place: place).shown)' can be used alone, but not together with the other "
            + "feeds. \(reason.description)"
        refuse(place, sentence, &look)
        look.candidates[place] = nil
        look.troubles.append((place, Failure(description: sentence, isUnreachable: false)))
    }

    /// The feeds of a network with the networks of single ones: those that are missing, as after an update of
    /// the program, are made, so that no other change has to read these feeds once more.
    func compiled(_ feeds: [ImportJob.Feed]) async -> [ImportJob.Feed] {
        guard feeds.count > 1 else { return feeds }
        var feeds = feeds
        for row in feeds.indices where feeds[row].compiled == nil && feeds[row].earlier == nil {
            let digest = shelf.digest(of: feeds[row].path)
            // What is wrong with a feed is told when the whole is made.
            if (try? await make([feeds[row]], at: shelf.partPath(digest))) != nil {
                feeds[row].compiled = shelf.partPath(digest)
            }
        }
        return feeds
    }
}
