import Timetables

// Joining of all feeds into a network, and the search for a feed that prevents it.
extension FeedRefresh {
    /// The maximum number of feeds left out of one network; a fault of more feeds has another
    /// cause.
    private static let maximumLeftOut = 3

    /// Makes the network of the planned feeds, and returns its final parts.
    ///
    /// Each feed could be imported alone. If all feeds together cannot be imported, the feed at
    /// fault is read from its file instead of its compiled part. If that fails too, its new version
    /// is left out.
    ///
    /// - Throws: A `Failure` if no network can be made or the ledger cannot be written.
    func join(
        _ poll: inout Poll, at draft: String
    ) async throws(Failure) -> (parts: [Part], network: Timetable) {
        var leftOut = 0
        while true {
            let wanted = plan(poll)
            try noteBegun(poll)
            var feeds = await compiled(wanted.map(\.feed))
            do throws(Failure) {
                return (wanted, try await make(feeds, at: draft))
            } catch {
                guard !Task.isCancelled, !error.isNotWritten, feeds.count > 1,
                    leftOut < Self.maximumLeftOut,
                    let place = await culprit(among: feeds, at: draft, poll)
                else { throw error }
                for row in feeds.indices where feeds[row].place == place {
                    feeds[row].compiled = nil
                }
                if let network = try? await make(feeds, at: draft) { return (wanted, network) }
                try leaveOut(place, because: error, &poll)
                leftOut += 1
                if poll.old != nil, parts(plan(poll)) == poll.ledger.parts { throw error }
            }
        }
    }

    /// Records that the new versions are being imported, in case this process is killed.
    private func noteBegun(_ poll: Poll) throws(Failure) {
        var begun = poll
        for place in poll.candidates.keys { refuse(place, Self.brokenOff, &begun) }
        try storage.write(begun.ledger)
    }

    /// Returns the address of the first feed with which a network cannot be made; nil if the import
    /// was cancelled.
    ///
    /// New versions come last, so that they are blamed before versions that are already served.
    ///
    /// - Complexity: Makes a number of networks logarithmic in the number of feeds.
    private func culprit(
        among feeds: [ImportJob.Feed], at draft: String, _ poll: Poll
    ) async -> String? {
        let known = feeds.filter { poll.candidates[$0.place] == nil }
        let ordered = known + feeds.filter { poll.candidates[$0.place] != nil }
        // A network can be made of `good` feeds, but not of `bad`.
        var (good, bad) = (0, ordered.count)
        while bad - good > 1 {
            let middle = (good + bad) / 2
            let network = try? await make(Array(ordered.prefix(middle)), at: draft)
            if Task.isCancelled { return nil }
            if network == nil { bad = middle } else { good = middle }
        }
        return ordered[good].place
    }

    /// Refuses the version of a feed that prevents the network.
    ///
    /// - Throws: The reason, if that version is a part of the network that is served.
    private func leaveOut(
        _ place: String, because reason: Failure, _ poll: inout Poll
    ) throws(Failure) {
        if poll.candidates[place] == nil {
            guard poll.old == nil else { throw reason }
            poll.candidates[place] = poll.ledger.feeds[place]?.version
            poll.ledger.feeds[place]?.version = nil
        }
        let sentence =
            "'\(FeedReference(place: place).shown)' can be used alone, but not together with the other "
            + "feeds. \(reason.description)"
        refuse(place, sentence, &poll)
        poll.candidates[place] = nil
        poll.troubles.append((place, Failure(description: sentence, isUnreachable: false)))
    }

    /// Returns the feeds with the compiled networks of single feeds.
    ///
    /// Missing ones, as after an update of the program, are compiled, so that later changes of
    /// other feeds need not read these feeds again.
    private func compiled(_ feeds: [ImportJob.Feed]) async -> [ImportJob.Feed] {
        guard feeds.count > 1 else { return feeds }
        var feeds = feeds
        for row in feeds.indices where feeds[row].compiled == nil && feeds[row].earlier == nil {
            let digest = storage.digest(of: feeds[row].path)
            // A fault of the feed is reported when the whole network is made.
            if (try? await make([feeds[row]], at: storage.partPath(digest))) != nil {
                feeds[row].compiled = storage.partPath(digest)
            }
        }
        return feeds
    }
}
