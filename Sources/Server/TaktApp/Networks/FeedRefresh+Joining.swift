import Timetables

// Making the network of all feeds, and finding the feed that keeps it from being made.
extension FeedRefresh {
    /// At most this many feeds are left out of one network; a fault that more feeds have lies elsewhere.
    private static let maximumLeftOut = 3

    /// Makes the network of what is planned, and returns what it is made of in the end.
    ///
    /// Each feed could be imported alone. Where all feeds together cannot, the feed that is in the way is
    /// read from its file in place of its compiled part. If that fails too, its new version is left out.
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
                guard !Task.isCancelled, feeds.count > 1, leftOut < Self.maximumLeftOut,
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

    /// Writes down that the new versions are being imported, for the case that this process is killed.
    private func noteBegun(_ poll: Poll) throws(Failure) {
        var begun = poll
        for place in poll.candidates.keys { refuse(place, Self.brokenOff, &begun) }
        try shelf.write(begun.ledger)
    }

    /// The address of the first feed with which a network cannot be made; nil if the import was cancelled.
    ///
    /// New versions come last, so that they are blamed before what is served already.
    /// - Complexity: makes the logarithm of the feeds' number of networks.
    private func culprit(
        among feeds: [ImportJob.Feed], at draft: String, _ poll: Poll
    ) async -> String? {
        let known = feeds.filter { poll.candidates[$0.place] == nil }
        let ordered = known + feeds.filter { poll.candidates[$0.place] != nil }
        // With `good` feeds it can be made, with `bad` it cannot.
        var (good, bad) = (0, ordered.count)
        while bad - good > 1 {
            let middle = (good + bad) / 2
            let network = try? await make(Array(ordered.prefix(middle)), at: draft)
            if Task.isCancelled { return nil }
            if network == nil { bad = middle } else { good = middle }
        }
        return ordered[good].place
    }

    /// Refuses the version of a feed that is in the way.
    ///
    /// - Throws: the reason, if that version is a part of the network that is served.
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

    /// The feeds of a network with the networks of single ones: those that are missing, as after an update of
    /// the program, are made, so that no other change has to read these feeds once more.
    private func compiled(_ feeds: [ImportJob.Feed]) async -> [ImportJob.Feed] {
        guard feeds.count > 1 else { return feeds }
        var feeds = feeds
        for row in feeds.indices where feeds[row].compiled == nil && feeds[row].earlier == nil {
            let digest = shelf.digest(of: feeds[row].path)
            // A fault of the feed is reported when the whole network is made.
            if (try? await make([feeds[row]], at: shelf.partPath(digest))) != nil {
                feeds[row].compiled = shelf.partPath(digest)
            }
        }
        return feeds
    }
}
