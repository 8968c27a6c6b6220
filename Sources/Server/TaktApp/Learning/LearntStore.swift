import Foundation
import History
import Prediction
import TransitModel

/// Keeps the learnt state across restarts: in a file of the data folder, or with a history that
/// several nodes share.
struct LearntStore: Sendable {
    let file: LearntFile
    let history: FixArchive

    /// Creates a store in the given places.
    init(file: LearntFile, history: FixArchive) {
        self.file = file
        self.history = history
    }

    /// Returns the store of a server; nil if it has no history or no data folder.
    init?(_ history: FixArchive?, _ options: TaktApplication.Options) {
        guard let history, let folder = options.dataFolder else { return nil }
        self.init(file: LearntFile(in: folder), history: history)
    }

    /// Reads the state; nil if there is none.
    ///
    /// This blocks the caller, for startup. The other place is read too, for a history that was
    /// moved to another database.
    ///
    /// - Throws: A `LearntState.Refusal` if what was stored cannot be used; an error of the store.
    func read() throws -> LearntState? {
        history.isShared ? try readHistory() ?? readFile() : try readFile() ?? readHistory()
    }

    /// Replaces the state; of several nodes only the one that stores the history does so.
    ///
    /// - Throws: An error of encoding or writing.
    func write(_ state: LearntState) async throws {
        guard history.isShared else { return try file.write(state) }
        guard await history.isStoring else { return }
        try await history.saveLearnt(state.bytes(), rebuiltAt: state.rebuiltAt)
    }

    /// Returns the stored state if its model was rebuilt after an instant, any state for nil; nil
    /// otherwise.
    ///
    /// - Throws: A `LearntState.Refusal` if what was stored cannot be used; an error of the store.
    func state(rebuiltAfter time: UnixTime?) async throws -> LearntState? {
        if history.isShared {
            return try await history.learnt(rebuiltAfter: time).map(decoded)
        }
        guard let state = try readFile() else { return nil }
        guard let time else { return state }
        return state.rebuiltAt.map { $0 > time } == true ? state : nil
    }

    private func readFile() throws -> LearntState? {
        do {
            return try file.read()
        } catch {
            file.moveAside()
            throw error
        }
    }

    private func readHistory() throws -> LearntState? {
        try history.learntNow().map(decoded)
    }

    private func decoded(_ bytes: Data) throws(LearntState.Refusal) -> LearntState {
        try LearntState(bytes: [UInt8](bytes), in: "the history's row of it")
    }
}
