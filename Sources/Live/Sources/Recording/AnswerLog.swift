import Foundation
package import HTTPFetching
package import TransitModel

/// Writes down what sources answer, in files of bounded length.
///
/// A file takes answers until it is full; then the next one begins. Each answer is written with one call,
/// so that a killed recorder leaves at most one cut-off answer at the end of the last file, which readers
/// leave out. Answers that are the same as the one before from the same address are not written again.
package actor AnswerLog {
    /// A file is full beyond this many bytes.
    private static let fileBytes = 32 << 20

    private let folder: URL
    private let limitBytes: Int
    private var file: FileHandle?
    private var fileNumber = 0
    private var bytesInFile = 0
    private var lastHash: [SourceEndpoint: Int] = [:]
    /// How many bytes were written in all.
    package private(set) var writtenBytes = 0
    /// How many answers were written in all.
    package private(set) var answers = 0
    /// Whether nothing more is taken, because the limit is reached or the disk is full.
    package private(set) var isFull = false

    /// Begins a recording in a folder, which is made if it is not there and must hold no other one.
    package init(
        folder: String, manifest: RecordingManifest, limitBytes: Int
    ) throws(RecordingFailure) {
        self.folder = URL(fileURLWithPath: folder)
        self.limitBytes = limitBytes
        let place = self.folder.appendingPathComponent(RecordingManifest.fileName)
        guard !FileManager.default.fileExists(atPath: place.path) else {
            throw RecordingFailure("'\(folder)' already holds a recording; name another folder.")
        }
        do {
            try FileManager.default.createDirectory(
                at: self.folder, withIntermediateDirectories: true)
            try JSONEncoder().encode(manifest).write(to: place, options: .atomic)
        } catch {
            throw RecordingFailure("'\(folder)' cannot be written to.")
        }
    }

    /// Writes an answer down, unless it is the same as the last one from there.
    package func write(
        _ body: [UInt8], status: Int, type: String?, from endpoint: SourceEndpoint,
        at time: UnixTime
    ) {
        var hasher = Hasher()
        hasher.combine(status)
        hasher.combine(body)
        let hash = hasher.finalize()
        guard !isFull, lastHash[endpoint] != hash else { return }
        let head = RecordedHead(
            at: time.milliseconds, source: endpoint.source, path: endpoint.path, status: status,
            type: type, bytes: body.count)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard var record = try? encoder.encode(head) else { return }
        record.append(UInt8(ascii: "\n"))
        record.append(contentsOf: body)
        record.append(UInt8(ascii: "\n"))
        guard writtenBytes + record.count <= limitBytes, append(record) else {
            isFull = true
            return
        }
        lastHash[endpoint] = hash
        writtenBytes += record.count
        answers += 1
    }

    private func append(_ record: Data) -> Bool {
        do {
            if file == nil || bytesInFile >= Self.fileBytes {
                try file?.synchronize()
                try file?.close()
                fileNumber += 1
                let place = folder.appendingPathComponent(Recording.fileName(fileNumber))
                guard FileManager.default.createFile(atPath: place.path, contents: nil) else {
                    return false
                }
                file = try FileHandle(forWritingTo: place)
                bytesInFile = 0
            }
            try file?.write(contentsOf: record)
            bytesInFile += record.count
            return true
        } catch {
            return false
        }
    }

    /// Hands everything to the disk and takes nothing more.
    package func close() {
        isFull = true
        try? file?.synchronize()
        try? file?.close()
        file = nil
    }
}

/// Answers from elsewhere, written down on their way.
package struct RecordingAnswers: AnswerFetching {
    private let inner: any AnswerFetching
    private let log: AnswerLog
    private let clock: any WallClock

    /// Writes what `inner` answers into a log.
    package init(_ inner: any AnswerFetching, log: AnswerLog, clock: any WallClock) {
        self.inner = inner
        self.log = log
        self.clock = clock
    }

    /// The answer to a request.
    package func fetch(
        _ request: FetchRequest, from endpoint: SourceEndpoint
    ) async throws(FetchError) -> Fetched<[UInt8]> {
        do throws(FetchError) {
            let fetched = try await inner.fetch(request, from: endpoint)
            if case .content(let body, let info) = fetched {
                await log.write(
                    body, status: 200, type: info.contentType, from: endpoint, at: clock.now())
            }
            return fetched
        } catch {
            var status = 0
            if case .status(let code, _) = error { status = code }
            if error != .cancelled {
                await log.write([], status: status, type: nil, from: endpoint, at: clock.now())
            }
            throw error
        }
    }
}
