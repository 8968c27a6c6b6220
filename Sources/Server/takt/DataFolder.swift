import Foundation
import Persistence
import TaktApp

/// Runs a server that alone uses a data folder, which is created if it does not exist; nil for a
/// server that stores nothing.
///
/// The folder is taken before anything in it is read, so that a second server neither imports a
/// feed into it nor serves from it with another store.
///
/// - Throws: An exit code, after a printed sentence, if another program uses the folder or a backup
///   was not restored completely; the errors of `work`.
func owning(_ folder: String?, _ work: () async throws -> Void) async throws {
    guard let folder else { return try await work() }
    guard !FolderDraft.isUnfinished(folder) else {
        throw fail(
            "A backup was not restored completely in '\(folder)'; empty the folder and restore it again.",
            .badData)
    }
    let lock: StoreLock?
    do throws(StoreLock.Failure) {
        // If that fails, so does the lock.
        try? PrivateFile.makeFolder(folder)
        lock = try StoreLock(path: folder + "/server")
    } catch {
        switch error {
        case .taken(let process):
            let program = process.map { "process \($0)" } ?? "another program"
            throw fail(
                "The data folder '\(folder)' is in use by \(program); stop that, or name another folder.",
                .unavailable)
        case .notAccessible:
            // The stores report what is wrong with the folder, or do without it on a full disk.
            lock = nil
        }
    }
    defer { withExtendedLifetime(lock) {} }
    try await work()
}
