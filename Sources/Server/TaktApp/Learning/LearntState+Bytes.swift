import Foundation
import Prediction
import TransitModel

/// The bytes of a learnt state: a line with the format, a checksum of the rest, the scores as JSON
/// preceded by their length, and the model's bytes.
extension LearntState {
    /// The error of bytes that cannot be used.
    struct Refusal: Error, Equatable, CustomStringConvertible {
        /// One sentence for operators.
        let description: String

        /// Names the place of the bytes and what is wrong with them, as in "is damaged".
        init(_ place: String, _ reason: String) {
            description = "The learnt state is not used: \(place) \(reason)."
        }
    }

    /// The maximum length of the bytes.
    static let maximumBytes = 256 * 1024 * 1024

    private struct Scores: Codable {
        var scores: PredictionScores
        var rebuiltAt: UnixTime?
    }

    /// Reads bytes that lie at `place`, which a refusal names.
    ///
    /// - Throws: A `Refusal` if they are damaged or of another version.
    init(bytes: [UInt8], in place: String) throws(Refusal) {
        let form = PredictionModel.Form.allCases.first { bytes.starts(with: Self.magic($0)) }
        guard bytes.count <= Self.maximumBytes, let form else {
            throw Refusal(place, "is no such state, or is of another version of Takt")
        }
        let body = bytes.dropFirst(Self.magic(form).count)
        guard body.count >= 16, Self.number(body.prefix(8)) == Self.checksum(body.dropFirst(8))
        else { throw Refusal(place, "is damaged") }
        let length = Self.number(body.dropFirst(8).prefix(8))
        let rest = body.dropFirst(16)
        guard length <= UInt64(rest.count) else { throw Refusal(place, "is damaged") }
        let text = rest.prefix(Int(length))
        guard let saved = try? JSONDecoder().decode(Scores.self, from: Data(text)),
            saved.scores.isSound
        else { throw Refusal(place, "is damaged") }
        self.init()
        scores = saved.scores
        rebuiltAt = saved.rebuiltAt
        do {
            model = try PredictionModel(bytes: rest.dropFirst(Int(length)), form: form)
        } catch {
            throw Refusal(
                place, error == .broken ? "is damaged" : "is of another version of Takt")
        }
    }

    /// Returns the bytes to store.
    ///
    /// - Throws: An error of encoding.
    func bytes() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = try encoder.encode(Scores(scores: scores, rebuiltAt: rebuiltAt))
        let body = Self.bytes(UInt64(text.count)) + text + model.bytes()
        return Data(Self.magic(.newest) + Self.bytes(Self.checksum(body[...])) + body)
    }

    /// The first line; all formats have one length.
    private static func magic(_ form: PredictionModel.Form) -> [UInt8] {
        Array("takt learnt \(form.rawValue)\n".utf8)
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The FNV-1a checksum: it detects truncated or corrupted bytes, not manipulation.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash
    }
}
