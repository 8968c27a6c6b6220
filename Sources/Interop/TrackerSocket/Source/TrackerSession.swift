import Matching
import Sources
import Timetables
import TransitModel

/// One connection to a tracker socket.
actor TrackerSession {
    private let link: SourceLink
    private var vehicles = TrackedVehicles()
    private var runs: TrackedRuns
    private var followed: Set<String> = []
    /// The commands to send next.
    private var questions: [TrackerCommand] = []
    private var reportedRuns = false
    /// The messages received since the last tick.
    private var messages = 0
    private var bytes = 0
    private var silentTicks = 0

    init(_ link: SourceLink, _ timetable: Timetable) {
        self.link = link
        runs = TrackedRuns(timetable)
    }

    /// Runs the protocol until the server closes the connection.
    ///
    /// - Throws: `SourceFailure` if the server falls silent or sends too much; the connection's
    ///   errors.
    func run(_ connection: any TrackerConnection, area: TrackerArea) async throws {
        try await connection.send(TrackerCommand.showArea(area).text)
        try await connection.send(TrackerCommand.buffer(count: 100, milliseconds: 100).text)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await connection.read { text in
                    for command in try await self.handle(text) {
                        try await connection.send(command.text)
                    }
                }
            }
            group.addTask {
                while true {
                    try await self.link.dependencies.sleep(TrackerSource.tick)
                    try await self.tick()
                    try await connection.send(TrackerCommand.ping.text)
                }
            }
            defer { group.cancelAll() }
            // The reader ends when the server closes the connection; the ticks end only by
            // throwing.
            try await group.next()
        }
    }

    /// Handles a text; returns the commands to send in response.
    private func handle(_ text: [UInt8]) throws -> [TrackerCommand] {
        silentTicks = 0
        bytes += text.count
        link.journal.note { $0.bytes += text.count }
        guard let received = TrackerEnvelope.messages(in: text) else {
            link.journal.quarantine("malformed")
            messages += 1
            try checkFlood()
            return []
        }
        messages += received.count
        try checkFlood()
        link.journal.note { $0.fetched += 1 }
        var batch = link.batch(asOf: nil)
        let now = link.now
        for message in received { handle(message, into: &batch, at: now) }
        if reportedRuns {
            batch.tripUpdates = runs.all
            reportedRuns = false
        }
        // Any message shows that the source is alive.
        link.deliver(batch)
        defer { questions = [] }
        return questions
    }

    private func checkFlood() throws {
        guard messages > TrackerSource.messagesPerTick || bytes > TrackerSource.bytesPerTick else {
            return
        }
        throw SourceFailure(
            .tooLarge, "The tracker socket sends more than any network has vehicles; it was cut.")
    }

    private func handle(_ message: TrackerEnvelope, into batch: inout LiveBatch, at now: UnixTime) {
        switch message.content {
        case .trajectory(let trajectory):
            switch vehicles.update(trajectory, at: now.milliseconds) {
            case .taken:
                follow(trajectory)
                if let fix = fix(trajectory.trainID, at: now) { batch.fixes.append(fix) }
            case .unseen: link.journal.quarantine("unseen")
            case .outdated: link.journal.quarantine("outdated")
            case .implausible: link.journal.quarantine("implausible")
            case .tooMany: link.journal.quarantine("too_many")
            }
        case .deletedVehicle(let trainID):
            guard vehicles.remove(trainID) else { return }
            batch.goneVehicles.append(trainID)
            unfollow(trainID)
        case .stopSequences(let sequences):
            let trainID = String(message.source.dropFirst("stopsequence_".count))
            guard followed.contains(trainID), let sequence = sequences.first else { return }
            if runs.update(sequence, trainID: trainID, at: now) {
                reportedRuns = true
            } else {
                link.journal.quarantine("unmatched_stops")
            }
        case .status, .nothing, .departure: break
        case .unknown: link.journal.quarantine("not_understood")
        }
    }

    private func fix(_ trainID: String, at now: UnixTime) -> VehicleFix? {
        vehicles.fix(trainID, at: now.milliseconds) { runs.trip($0) }
    }

    /// Follows the stops of vehicles on a trip of the timetable.
    private func follow(_ trajectory: TrackerTrajectory) {
        let trainID = trajectory.trainID
        guard followed.count < TrackedRuns.maximum, !followed.contains(trainID),
            // Commands are split at white space.
            !trainID.contains(where: \.isWhitespace), trainID.utf8.count < 500,
            trajectory.hasJourney, trajectory.routeIdentifier.flatMap(runs.trip) != nil
        else { return }
        followed.insert(trainID)
        let channel = TrackerChannelName("stopsequence_\(trainID)")
        questions += [.get(channel, clientReference: nil), .subscribe(channel)]
    }

    /// Stops following the stops of a vehicle that is gone.
    private func unfollow(_ trainID: String) {
        if runs.remove(trainID) { reportedRuns = true }
        if followed.remove(trainID) != nil {
            questions.append(.unsubscribe(TrackerChannelName("stopsequence_\(trainID)")))
        }
    }

    /// Delivers the vehicles' current positions.
    private func tick() throws {
        silentTicks += 1
        guard silentTicks <= TrackerSource.silentTicks else {
            throw SourceFailure(.timedOut, "The tracker socket fell silent.")
        }
        messages = 0
        bytes = 0
        let now = link.now
        for trainID in vehicles.prune(at: now.milliseconds) { unfollow(trainID) }
        var batch = link.batch(asOf: nil)
        batch.fixes = vehicles.fixes(at: now.milliseconds) { runs.trip($0) }
        if !batch.isEmpty { link.deliver(batch) }
    }
}
