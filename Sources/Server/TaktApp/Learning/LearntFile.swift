import Foundation
import Prediction

/// The file that keeps the learnt state across restarts.
struct LearntFile: Sendable {
    let path: String

    /// Creates the reference to the file in the data folder.
    init(in folder: String) {
        path = "\(folder)/learnt.bin"
    }

    /// Reads the learnt state; nil if there is no file.
    ///
    /// - Throws: A refusal if the file cannot be read or is damaged.
    func read() throws(LearntState.Refusal) -> LearntState? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let data = SmallFile.start(of: path, limit: LearntState.maximumBytes) else {
            throw LearntState.Refusal("the file '\(path)'", "cannot be read")
        }
        return try LearntState(bytes: [UInt8](data), in: "the file '\(path)'")
    }

    /// Replaces the file atomically.
    ///
    /// - Throws: An error of encoding or writing.
    func write(_ state: LearntState) throws {
        try PrivateFile.replace(path, with: state.bytes())
    }

    /// Renames a file that cannot be used, so that an operator can inspect it.
    func moveAside() {
        _ = rename(path, path + ".refused")
    }
}
