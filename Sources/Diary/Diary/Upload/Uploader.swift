import Foundation
package import Persistence

/// Empties a ledger into a bucket, as long as it runs.
///
/// After a failure it waits, twice as long after each further one, and goes on where it was; it
/// never gives up and never drops anything.
package struct Uploader: Sendable {
    /// How much at once, and how patiently.
    package struct Rules: Sendable {
        /// So many objects are under way at once.
        package var atOnce = 8
        /// The objects under way have at most so many bytes together, unless one alone has more.
        package var bytesAtOnce = 32 * 1024 * 1024
        /// How often the ledger is looked at while nothing waits.
        package var pause = Duration.seconds(2)
        /// The pause after the first failure.
        package var firstBackOff = Duration.seconds(1)
        /// No pause is longer.
        package var longestBackOff = Duration.seconds(300)

        /// The defaults.
        package init() {}
    }

    /// What a round came to.
    package enum Round: Sendable, Equatable {
        /// Nothing waits.
        case idle
        /// So many objects were stored, and none failed.
        case stored(Int)
        /// Not all could be stored, for a reason in a sentence.
        case failed(String, stored: Int)
    }

    private let file: SQLiteStore
    private let writer: BucketWriter
    private let rules: Rules
    private let jitter: @Sendable () -> Double

    /// An uploader for the ledger in a file.
    ///
    /// `jitter` gives numbers from 0 to 1 for the length of pauses.
    package init(
        _ file: SQLiteStore, to writer: BucketWriter, rules: Rules = Rules(),
        jitter: @escaping @Sendable () -> Double
    ) {
        self.file = file
        self.writer = writer
        self.rules = rules
        self.jitter = jitter
    }

    /// Sends the next objects and notes what became of them.
    package func round() async throws -> Round {
        let entries = try await file.read { [rules] in
            try UploadLedger.next(rules.atOnce, upToBytes: rules.bytesAtOnce, $0)
        }
        guard !entries.isEmpty else { return .idle }
        var stored: [Int64] = []
        var failed: [Int64] = []
        var reason = ""
        await withTaskGroup(of: (Int64, StorageError?).self) { [writer] group in
            for entry in entries {
                group.addTask {
                    do throws(StorageError) {
                        try await writer.put(entry.body, as: entry.key)
                        return (entry.id, nil)
                    } catch {
                        return (entry.id, error)
                    }
                }
            }
            for await (id, error) in group {
                if let error {
                    failed.append(id)
                    reason = error.description
                } else {
                    stored.append(id)
                }
            }
        }
        let (done, undone) = (stored, failed)
        try await file.write { try UploadLedger.note(stored: done, failed: undone, $0) }
        return undone.isEmpty ? .stored(done.count) : .failed(reason, stored: done.count)
    }

    /// Works until it is cancelled; `tell` hears of trouble once when it begins and once, with nil,
    /// when it ends.
    package func run(tell: @Sendable (String?) -> Void) async {
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
                if failures > 0 { tell(nil) }
                failures = 0
                if round == .idle { try? await Task.sleep(for: rules.pause) }
            case .failed(let reason, _):
                if failures == 0 { tell(reason) }
                failures += 1
                try? await Task.sleep(for: backOff(after: failures))
            }
        }
    }

    /// The pause after so many failures in a row: doubled each time, up to half of it taken away by
    /// chance.
    func backOff(after failures: Int) -> Duration {
        let doubled = rules.firstBackOff * (1 << min(failures - 1, 20))
        return min(doubled, rules.longestBackOff) * (0.5 + jitter() / 2)
    }
}
