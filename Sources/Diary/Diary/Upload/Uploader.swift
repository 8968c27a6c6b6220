import Foundation
package import Persistence

/// Uploads the objects of a ledger to a bucket until it is cancelled.
///
/// After a failure it pauses, twice as long after each further one, and continues where it was; it
/// never gives up and never drops an object. Several nodes divide the objects among them.
package struct Uploader: Sendable {
    /// Concurrency and pauses.
    package struct Rules: Sendable {
        /// The largest number of concurrent uploads.
        package var atOnce = 8
        /// The largest total size of concurrent uploads, in bytes, unless a single one is larger.
        package var bytesAtOnce = 32 * 1024 * 1024
        /// The polling interval of an empty ledger.
        package var pause = Duration.seconds(2)
        /// The pause after the first failure.
        package var firstBackOff = Duration.seconds(1)
        /// The longest pause.
        package var longestBackOff = Duration.seconds(300)

        package init() {}
    }

    /// The result of a round.
    package enum Round: Sendable, Equatable {
        /// Nothing waits.
        case idle
        /// All objects were stored; their number.
        case stored(Int)
        /// Some objects could not be stored, for the reason in the sentence.
        case failed(String, stored: Int)
    }

    private let file: RecordStore
    private let writer: BucketWriter
    private let rules: Rules
    private let jitter: @Sendable () -> Double
    private let underWay = UploadsUnderWay()

    /// Creates an uploader for the ledger in a file.
    ///
    /// `jitter` returns random numbers from 0 to 1 for the length of pauses.
    package init(
        _ file: RecordStore, to writer: BucketWriter, rules: Rules = Rules(),
        jitter: @escaping @Sendable () -> Double
    ) {
        self.file = file
        self.writer = writer
        self.rules = rules
        self.jitter = jitter
    }

    /// Uploads the next objects and records the results.
    package func round() async throws -> Round {
        let next: @Sendable (RecordDatabase) throws -> [UploadLedger.Entry] = { [rules] in
            try UploadLedger.next(rules.atOnce, upToBytes: rules.bytesAtOnce, $0)
        }
        // Among several nodes one takes each object; a file has no other reader.
        let entries =
            file.isShared ? try await file.write(next) : try await file.read(next)
        guard !entries.isEmpty else { return .idle }
        var stored: [Int64] = []
        var failed: [Int64] = []
        var reason = ""
        await withTaskGroup(of: (Int64, UploadsUnderWay.Outcome).self) { group in
            for entry in entries {
                group.addTask { (entry.id, await upload(entry)) }
            }
            for await (id, outcome) in group {
                switch outcome {
                case .stored: stored.append(id)
                case .failed(let error):
                    failed.append(id)
                    reason = error.description
                case .stopped: break
                }
            }
        }
        let (done, undone) = (stored, failed)
        try await file.write { try UploadLedger.note(stored: done, failed: undone, $0) }
        return undone.isEmpty ? .stored(done.count) : .failed(reason, stored: done.count)
    }

    /// Uploads an object, unless its owner withdrew.
    func upload(_ entry: UploadLedger.Entry) async -> UploadsUnderWay.Outcome {
        await underWay.run(entry) { [file, writer] in
            do {
                // Its owner may have withdrawn since it was read.
                guard try await file.read({ try UploadLedger.has(entry, $0) }) else {
                    return .stopped
                }
                try await writer.put(entry.body, as: entry.key)
                return .stored
            } catch let error as StorageError {
                return .failed(error)
            } catch {
                return .failed(.noAnswer("\(error)"))
            }
        }
    }

    /// Stops the uploads of participants who withdrew, and returns once none is under way here.
    ///
    /// Their objects must have been removed from the ledger. Another node may still end an upload
    /// that it has begun.
    func stop(ownedBy owners: Set<Int64>) async {
        await underWay.stop(ownedBy: owners)
    }

    /// Works until it is cancelled; calls `report` once when failures begin and once, with nil,
    /// when they end.
    package func run(report: @Sendable (String?) -> Void) async {
        var failures = 0
        while !Task.isCancelled {
            let round: Round
            do {
                round = try await self.round()
            } catch {
                round = .failed("\(error)", stored: 0)
            }
            if Task.isCancelled { return }
            switch round {
            case .stored, .idle:
                if failures > 0 { report(nil) }
                failures = 0
                if round == .idle { try? await Task.sleep(for: rules.pause) }
            case .failed(let reason, _):
                if failures == 0 { report(reason) }
                failures += 1
                try? await Task.sleep(for: backOff(after: failures))
            }
        }
    }

    /// The pause after consecutive failures: doubled each time, minus a random part of up to half.
    func backOff(after failures: Int) -> Duration {
        let doubled = rules.firstBackOff * (1 << min(failures - 1, 20))
        return min(doubled, rules.longestBackOff) * (0.5 + jitter() / 2)
    }
}
