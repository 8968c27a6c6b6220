package import DiarySensing
import Foundation
import Persistence
import PhoneRecords
package import Secrets
import TransitModel

/// Stores what phones send, many requests per transaction, and replies once the data is on disk.
///
/// Nothing is written unless ``run(reporting:)`` is running.
package actor DiaryIntake {
    /// The largest number of waiting fixes and motions; further requests are asked to come back
    /// later.
    static let maximumQueue = 200_000
    /// The largest number written in one transaction, unless a single batch has more.
    private static let maximumRound = 20_000
    private static let memoriesPerRound = 500
    private static let batchesPerRound = 100
    private static let piecesPerRound = 1000
    /// The age of pieces, beyond the collecting time, at which their node counts as killed, in
    /// seconds, and the interval between two searches for them.
    private static let orphanSeconds = 60.0
    /// How long a resolved token is cached, in seconds.
    private static let sessionSeconds = 15.0
    private static let maximumSessions = 20_000

    /// How much is collected, and how much is taken at all.
    package struct Settings: Sendable {
        /// The seconds for which a phone's records are sealed and uploaded together; 0 creates an
        /// object per request.
        package var collectSeconds = 900.0
        /// The number of new fixes and motions from which on a diary takes no more on that day;
        /// more than one of each every second by default.
        package var recordsPerDay = 200_000

        package init() {}
    }

    private struct Waiting {
        let batch: IntakeBatch
        let continuation: CheckedContinuation<IntakeReceipt, any Error>
    }

    private let store: DiaryStore
    private var defaults: SensingConfiguration
    private var waiting: [Waiting] = []
    private(set) var weight = 0
    private var isClosed = false
    /// Who withdrew or deleted a span since the round under way began.
    private var forgotten: Set<Int64> = []
    private let uploader: Uploader?
    private var sensors = DeviceSensors()
    private var batches = OpenBatches()
    private var today: DailyRecords
    private let collectSeconds: Double
    /// When the pieces of killed nodes were last searched for.
    private var released: UnixTime?
    private var sessions: [Data: (participant: Participant, until: UnixTime)] = [:]
    private let signal: AsyncStream<Void>.Continuation
    private let signals: AsyncStream<Void>
    /// The disk's trouble that was reported last; nil while it works.
    private var trouble: String?
    private var report: @Sendable (String?) -> Void = { _ in }

    /// Creates an intake for a store; studies without their own thresholds use `defaults`.
    ///
    /// `uploader` uploads the store's objects; nil if there is no bucket.
    package init(
        _ store: DiaryStore, defaults: SensingConfiguration = .recommended,
        settings: Settings = Settings(), uploader: Uploader? = nil
    ) {
        today = DailyRecords(limit: settings.recordsPerDay)
        collectSeconds = settings.collectSeconds
        self.uploader = uploader
        self.store = store
        self.defaults = defaults
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Replaces the thresholds of studies without their own.
    package func use(_ defaults: SensingConfiguration) {
        self.defaults = defaults
    }

    /// The thresholds of a study; without one, the defaults.
    package func configuration(for study: Study?) -> SensingConfiguration {
        study?.sensing ?? defaults
    }

    /// The participant of a token, at most some seconds old; nil if it is invalid.
    package func participant(_ token: BearerToken) async throws -> Participant? {
        let now = store.clock.now()
        if let known = sessions[token.hash], known.until > now { return known.participant }
        guard let found = try await store.participant(token) else {
            sessions[token.hash] = nil
            return nil
        }
        if sessions.count >= Self.maximumSessions { sessions.removeAll(keepingCapacity: true) }
        sessions[token.hash] = (found, now.advanced(bySeconds: Self.sessionSeconds))
        return found
    }

    /// Clears the token cache, because a participant's state has changed.
    package func forgetSessions() {
        sessions.removeAll(keepingCapacity: true)
    }

    /// Forgets what is in memory of participants whom the store has deleted, and stops their
    /// uploads.
    ///
    /// This node sends the bucket nothing of them after it returns; an object that the bucket had
    /// received whole may be there.
    package func forget(_ deleted: [DeletedParticipant]) async {
        forgetSessions()
        let owners = Set(deleted.map(\.number))
        forgotten.formUnion(owners)
        sensors.forget(owners)
        batches.forget(owners)
        await uploader?.stop(ownedBy: owners)
    }

    /// Forgets where a participant's phones were, because a part of the diary was deleted.
    package func forgetPlaces(of participant: Participant) {
        forgotten.insert(participant.number)
        sensors.forget([participant.number])
    }

    /// Stores a batch and returns once it is on disk.
    ///
    /// - Throws: A ``DiaryError`` if the sender is at fault or should try again, or the error of
    ///   the store.
    package func ingest(_ batch: IntakeBatch) async throws -> IntakeReceipt {
        guard !isClosed, weight + batch.weight <= Self.maximumQueue || waiting.isEmpty else {
            throw DiaryError.busy
        }
        guard !today.isFull(batch.participant.number, now: store.clock.now()) else {
            throw DiaryError.full
        }
        return try await withCheckedThrowingContinuation { continuation in
            waiting.append(Waiting(batch: batch, continuation: continuation))
            weight += batch.weight
            signal.yield()
        }
    }

    /// Writes batches until it is cancelled, then those that wait, and saves the state machines.
    ///
    /// `report` gets a sentence when storage begins to fail or fails otherwise, and nil when it
    /// works again.
    package func run(reporting report: @escaping @Sendable (String?) -> Void = { _ in }) async {
        self.report = report
        released = nil
        await releasePieces()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [signal] in
                while !Task.isCancelled {
                    try? await Task.sleep(for: .seconds(1))
                    signal.yield()
                }
            }
            for await _ in signals {
                while !waiting.isEmpty, !Task.isCancelled { await writeRound() }
                await closeBatches()
                if store.file.isShared { await releasePieces() }
            }
            group.cancelAll()
        }
        isClosed = true
        // A cancelled task's writes are refused, so a separate task writes what is waiting.
        await Task { while !waiting.isEmpty, trouble == nil { await writeRound() } }.value
        for one in waiting { one.continuation.resume(throwing: DiaryError.busy) }
        waiting = []
        let memories = sensors.takeUnsaved(
            now: store.clock.now(), limit: DeviceSensors.maximum * 2, all: true)
        let writing = self.writing(at: store.clock.now())
        let rest = batches.takeDue(now: writing.now, after: 0, all: true, limit: .max)
        // A cancelled task's writes are refused, so a separate task writes these and is awaited.
        await Task {
            do {
                _ = try await store.file.write { try writing.write([], memories, $0) }
                // Batches that are still open are uploaded in pieces.
                try await store.file.write { try writing.close(rest, $0) }
            } catch {
                note(error)
            }
        }.value
    }

    /// Reports the disk's trouble when it begins or changes, and its end.
    private func note(_ error: (any Error)?) {
        let sentence = error.map { "\($0)" }
        guard sentence != trouble else { return }
        trouble = sentence
        report(sentence)
    }

    private func writing(at now: UnixTime) -> IntakeWriting {
        IntakeWriting(now: now, random: store.random, collects: collectSeconds > 0)
    }

    /// Releases what a killed server had collected for upload, in pieces.
    ///
    /// A file has one server, which is this one. In a database the pieces of other nodes that
    /// collect are younger.
    private func releasePieces() async {
        let now = store.clock.now()
        if let released, abs(now.seconds(since: released)) < Self.orphanSeconds { return }
        released = now
        let until =
            store.file.isShared
            ? now.advanced(bySeconds: -collectSeconds - Self.orphanSeconds)
            : UnixTime(milliseconds: .max)
        while !Task.isCancelled {
            do {
                let hasMore = try await store.file.write {
                    try IntakeWriting.release(Self.piecesPerRound, madeUntil: until, $0)
                }
                guard hasMore else { return }
            } catch {
                // The pieces are there the next time.
                if !Task.isCancelled { note(error) }
                return
            }
        }
    }

    /// Collects the content of pieces that are on disk now.
    private func collect(
        _ outcomes: [IntakeWriting.Outcome], _ now: UnixTime
    ) {
        for outcome in outcomes {
            guard case .stored(let stored) = outcome, let piece = stored.piece,
                !forgotten.contains(stored.batch.participant.number)
            else { continue }
            batches.add(
                piece.trace, piece: piece.row, of: stored.batch, on: stored.device, now: now)
        }
    }

    /// Seals the batches that are due.
    private func closeBatches() async {
        while !Task.isCancelled {
            let now = store.clock.now()
            let due = batches.takeDue(
                now: now, after: collectSeconds, all: false, limit: Self.batchesPerRound)
            guard !due.isEmpty else { return }
            let writing = self.writing(at: now)
            do {
                try await store.file.write { try writing.close(due, $0) }
            } catch {
                batches.putBack(due)
                if !Task.isCancelled { note(error) }
                return
            }
            while !waiting.isEmpty, !Task.isCancelled { await writeRound() }
        }
    }

    private func writeRound() async {
        var count = 0
        var load = 0
        for one in waiting {
            if count > 0, load + one.batch.weight > Self.maximumRound { break }
            load += one.batch.weight
            count += 1
        }
        let round = Array(waiting.prefix(count))
        waiting.removeFirst(count)
        weight -= load
        forgotten = []
        let now = store.clock.now()
        let memories = sensors.takeUnsaved(now: now, limit: Self.memoriesPerRound)
        let writing = self.writing(at: now)
        let batches = round.map(\.batch)
        do {
            // Phones wait for this round, also if the server ends or changes its network meanwhile.
            let outcomes = try await Task { [store] in
                try await store.file.write { try writing.write(batches, memories, $0) }
            }.value
            note(nil)
            collect(outcomes, now)
            await restoreSensors(outcomes, now)
            for (one, outcome) in zip(round, outcomes) {
                one.continuation.resume(with: result(outcome, now))
            }
            sensors.forget()
        } catch {
            sensors.putBack(memories)
            if !Task.isCancelled { note(error) }
            for one in round { one.continuation.resume(throwing: error) }
        }
    }

    private func result(
        _ outcome: IntakeWriting.Outcome, _ now: UnixTime
    ) -> Result<IntakeReceipt, any Error> {
        var receipt = IntakeReceipt()
        switch outcome {
        case .refused(let error): return .failure(error)
        case .notRecording: receipt.isRecording = false
        case .stored(let stored):
            today.add(stored.records, to: stored.batch.participant.number, now: now)
            receipt.stored = stored.new
            receipt.repeated = stored.batch.trace.fixes.count - stored.new
            if let decided = sensors.apply(
                stored, now: now, configuration(for: stored.batch.participant.study))
            {
                receipt.state = decided.state
                receipt.changedTo = decided.changedTo
            }
        }
        return .success(receipt)
    }

    /// Restores devices' state machines that are not in memory; a device without a fix needs none.
    private func restoreSensors(
        _ outcomes: [IntakeWriting.Outcome], _ now: UnixTime
    ) async {
        var missing: [IntakeWriting.Stored] = []
        for outcome in outcomes {
            guard case .stored(let stored) = outcome, !stored.batch.trace.fixes.isEmpty
            else { continue }
            sensors.reconcile(stored)
            guard !sensors.holds(stored.device) else { continue }
            missing.append(stored)
        }
        guard !missing.isEmpty else { return }
        let devices = missing.map(\.device)
        let saved: [Int64: Data]
        do {
            saved = try await store.file.read { database in
                var saved: [Int64: Data] = [:]
                for device in devices {
                    let sensor: [Data?] = try database.rows(
                        "SELECT sensor FROM devices WHERE number = ?", [device]
                    ) { try $0[0] }
                    saved[device] = sensor.first ?? nil
                }
                return saved
            }
        } catch {
            // The fixes are stored; the next batch of the device tries to read its machine again.
            if !Task.isCancelled { note(error) }
            return
        }
        for stored in missing
        where !sensors.holds(stored.device)
            && !forgotten.contains(stored.batch.participant.number)
        {
            sensors.restore(
                stored, from: saved[stored.device], now: now,
                configuration(for: stored.batch.participant.study))
        }
    }
}
