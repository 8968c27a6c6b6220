import Foundation

/// A file with what is known of fetched files, as JSON.
struct LedgerFile<Ledger: Codable>: Sendable {
    let path: String
    /// The largest file that is read, in bytes.
    let limit: Int

    /// Reads the ledger; returns nil if it is missing or unreadable.
    func read() -> Ledger? {
        SmallFile.start(of: path, limit: limit).flatMap {
            try? JSONDecoder().decode(Ledger.self, from: $0)
        }
    }

    /// Replaces the ledger.
    ///
    /// - Throws: A `Failure` if it cannot be written.
    func write(_ ledger: Ledger) throws(FeedRefresh.Failure) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            // Addresses may contain keys, so the file is private.
            try PrivateFile.replace(path, with: encoder.encode(ledger))
        } catch {
            throw FeedRefresh.Failure.notWritten("\(error)")
        }
    }
}
