import Foundation
package import TransitModel

/// A folder of recorded answers, opened for reading.
///
/// Immutable. Only the positions of answers are held in memory; bodies are read on demand.
package struct Recording: Sendable {
    /// An answer, and the position of its body.
    package struct Answer: Sendable {
        /// When it was received.
        package let time: UnixTime
        /// The HTTP status; 0 if there was no answer.
        package let status: Int
        /// The media type; nil if there was none.
        package let type: String?
        fileprivate let file: Int
        fileprivate let offset: UInt64
        fileprivate let bytes: Int
    }

    /// The maximum number of answers in a recording.
    private static let maximumAnswers = 20_000_000
    /// The maximum length of the line before a body, in bytes.
    private static let maximumHead = 8192

    /// The description of the recording.
    package let manifest: RecordingManifest
    /// The answers of each address, the earliest first.
    package let answers: [SourceEndpoint: [Answer]]
    private let folder: URL

    static func fileName(_ number: Int) -> String { "\(padded(number, to: 6)).answers" }

    /// Opens a recording.
    ///
    /// - Throws: A `RecordingFailure` if there is none, or if it is empty, too large or unreadable.
    package init(folder: String) throws(RecordingFailure) {
        self.folder = URL(fileURLWithPath: folder)
        let place = self.folder.appendingPathComponent(RecordingManifest.fileName)
        guard let data = FileManager.default.contents(atPath: place.path) else {
            throw RecordingFailure("'\(folder)' contains no recording (recording.json is missing).")
        }
        guard let manifest = try? JSONDecoder().decode(RecordingManifest.self, from: data),
            manifest.version == 1
        else {
            throw RecordingFailure("'\(place.path)' is no description of a recording.")
        }
        self.manifest = manifest
        var answers: [SourceEndpoint: [Answer]] = [:]
        var count = 0
        var number = 1
        while FileManager.default.fileExists(atPath: Self.path(number, self.folder)) {
            try Self.read(number, self.folder) { head, offset throws(RecordingFailure) in
                count += 1
                guard count <= Self.maximumAnswers else {
                    throw RecordingFailure(
                        "'\(folder)' contains more than \(Self.maximumAnswers) answers.")
                }
                let endpoint = SourceEndpoint(source: head.source, path: head.path)
                answers[endpoint, default: []].append(
                    Answer(
                        time: UnixTime(milliseconds: head.at), status: head.status,
                        type: head.type, file: number, offset: offset, bytes: head.bytes))
            }
            number += 1
        }
        guard count > 0 else { throw RecordingFailure("The recording in '\(folder)' is empty.") }
        self.answers = answers.mapValues { answers in answers.sorted { $0.time < $1.time } }
    }

    package var span: (first: UnixTime, last: UnixTime) {
        let firsts = answers.values.compactMap(\.first?.time)
        let lasts = answers.values.compactMap(\.last?.time)
        guard let first = firsts.min(), let last = lasts.max() else {
            preconditionFailure("A recording without answers is not opened.")
        }
        return (first, last)
    }

    /// Returns the index of the newest answer of an address at an instant; nil if there is none.
    /// - Complexity: logarithmic in the number of answers.
    package func newest(_ endpoint: SourceEndpoint, at time: UnixTime) -> Int? {
        guard let answers = answers[endpoint] else { return nil }
        let later = answers.partitioningIndex { $0.time > time }
        return later > 0 ? later - 1 : nil
    }

    /// Returns the body of an answer; nil if the file can no longer be read.
    package func body(_ answer: Answer) -> [UInt8]? {
        guard let handle = FileHandle(forReadingAtPath: Self.path(answer.file, folder)) else {
            return nil
        }
        defer { try? handle.close() }
        guard (try? handle.seek(toOffset: answer.offset)) != nil,
            let data = try? handle.read(upToCount: answer.bytes) ?? Data(),
            data.count == answer.bytes
        else { return nil }
        return Array(data)
    }

    private static func path(_ number: Int, _ folder: URL) -> String {
        folder.appendingPathComponent(fileName(number)).path
    }

    /// Reads the heads of a file's answers, up to one that is incomplete.
    private static func read(
        _ number: Int, _ folder: URL,
        _ body: (RecordedHead, UInt64) throws(RecordingFailure) -> Void
    ) throws(RecordingFailure) {
        guard
            let data = try? Data(
                contentsOf: URL(fileURLWithPath: path(number, folder)), options: .alwaysMapped)
        else { throw RecordingFailure("'\(path(number, folder))' cannot be read.") }
        let decoder = JSONDecoder()
        var offset = data.startIndex
        while offset < data.endIndex {
            let end = data[offset...].prefix(maximumHead).firstIndex(of: UInt8(ascii: "\n"))
            guard let end,
                let head = try? decoder.decode(RecordedHead.self, from: data[offset..<end]),
                head.bytes >= 0, head.bytes < data.endIndex - end - 1
            else { return }
            try body(head, UInt64(end + 1 - data.startIndex))
            offset = end + 1 + head.bytes + 1
        }
    }
}
