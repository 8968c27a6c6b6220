import Foundation
import Prediction
import TransitModel

/// The file that keeps the learnt state across restarts.
///
/// It consists of a line with the format, a checksum of the rest, the scores as JSON preceded by
/// their length, and the model's bytes.
struct LearntFile: Sendable {
    let path: String

    /// The error of an existing file that cannot be used.
    struct Refusal: Error, Equatable, CustomStringConvertible {
        /// One sentence for operators.
        let description: String
    }

    /// Creates the reference to the file in the data folder.
    init(in folder: String) {
        path = "\(folder)/learnt.bin"
    }

    private struct Books: Codable {
        var scores: PredictionScores
        var rebuiltAt: UnixTime?
    }

    /// The first line; all formats have one length.
    private static func magic(_ form: PredictionModel.Form) -> [UInt8] {
        Array("takt learnt \(form.rawValue)\n".utf8)
    }
    private static let maximumBytes = 256 * 1024 * 1024

    /// Reads the learnt state; nil if there is no file.
    ///
    /// - Throws: A `Refusal` if the file cannot be read or is damaged.
    func read() throws(Refusal) -> LearntState? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let data = SmallFile.start(of: path, limit: Self.maximumBytes) else {
            throw refusal("cannot be read")
        }
        let bytes = [UInt8](data)
        let form = PredictionModel.Form.allCases.first { bytes.starts(with: Self.magic($0)) }
        guard bytes.count <= Self.maximumBytes, let form else {
            throw refusal("is not such a file, or is of another version of Takt")
        }
        let body = bytes.dropFirst(Self.magic(form).count)
        guard body.count >= 16, Self.number(body.prefix(8)) == Self.checksum(body.dropFirst(8))
        else { throw refusal("is damaged") }
        let length = Self.number(body.dropFirst(8).prefix(8))
        let rest = body.dropFirst(16)
        guard length <= UInt64(rest.count) else { throw refusal("is damaged") }
        let text = rest.prefix(Int(length))
        guard let books = try? JSONDecoder().decode(Books.self, from: Data(text)),
            books.scores.isSound
        else { throw refusal("is damaged") }
        var state = LearntState()
        state.scores = books.scores
        state.rebuiltAt = books.rebuiltAt
        do {
            state.model = try PredictionModel(
                bytes: rest.dropFirst(Int(length)), form: form)
        } catch {
            throw refusal(
                error == .broken ? "is damaged" : "is of another version of Takt")
        }
        return state
    }

    /// Replaces the file atomically.
    ///
    /// - Throws: An error of encoding or writing.
    func write(_ state: LearntState) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = try encoder.encode(
            Books(scores: state.scores, rebuiltAt: state.rebuiltAt))
        let body = Self.bytes(UInt64(text.count)) + text + state.model.bytes()
        let data = Data(Self.magic(.newest) + Self.bytes(Self.checksum(body[...])) + body)
        try PrivateFile.replace(path, with: data)
    }

    /// Renames a file that cannot be used, so that an operator can inspect it.
    func putAside() {
        _ = rename(path, path + ".refused")
    }

    private func refusal(_ reason: String) -> Refusal {
        Refusal(description: "The learnt state is not used: the file '\(path)' \(reason).")
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The FNV-1a checksum: it detects truncated or corrupted files, not manipulation.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash
    }
}
