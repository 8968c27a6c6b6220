import Foundation
package import HTTPFetching
package import TransitModel

/// Records the answers of sources in files of limited length.
///
/// Answers are appended to a file until it is full; then the next one begins. Each answer is
/// written with one call, so that a killed process leaves at most one truncated answer at the end
/// of the last file, which readers ignore. An answer identical to the previous one from the same
/// address is not recorded again.
package actor AnswerLog {
    /// The length in bytes above which a file is full.
    private static let fileBytes = 32 << 20

    private let folder: URL
    private let limitBytes: Int
    private var file: FileHandle?
    private var fileNumber = 0
    private var bytesInFile = 0
    private var lastHash: [SourceEndpoint: Int] = [:]
    /// The total number of bytes written.
    package private(set) var writtenBytes = 0
    /// The total number of answers written.
    package private(set) var answers = 0
    /// Whether recording has stopped, because the limit is reached, a file cannot be written or the
    /// log is closed.
    package private(set) var isFull = false
    /// Why recording stopped before the limit; what was written until then is complete.
    package private(set) var failure: RecordingFailure?

    /// Begins a recording in a folder, which is created if needed and must not contain another
    /// recording.
    ///
    /// - Throws: A `RecordingFailure` if the folder contains a recording or cannot be written.
    package init(
        folder: String, manifest: RecordingManifest, limitBytes: Int
    ) throws(RecordingFailure) {
        self.folder = URL(fileURLWithPath: folder)
        self.limitBytes = limitBytes
        let place = self.folder.appendingPathComponent(RecordingManifest.fileName)
        guard !FileManager.default.fileExists(atPath: place.path) else {
            throw RecordingFailure("'\(folder)' already contains a recording; name another folder.")
        }
        do {
            try FileManager.default.createDirectory(
                at: self.folder, withIntermediateDirectories: true)
            try JSONEncoder().encode(manifest).write(to: place, options: .atomic)
        } catch {
            throw RecordingFailure(
                "'\(folder)' cannot be written to: \(SystemReason.text(of: error)).")
        }
    }

    /// Records an answer unless it is identical to the last one from the same address.
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
                bytesInFile = 0
                try Data().write(to: place)
                file = try FileHandle(forWritingTo: place)
            }
            try file?.write(contentsOf: record)
            bytesInFile += record.count
            return true
        } catch {
            fail(error)
            return false
        }
    }

    private var place: URL { folder.appendingPathComponent(Recording.fileName(fileNumber)) }

    /// Removes the beginning of an answer that could not be written.
    private func fail(_ error: any Error) {
        failure = RecordingFailure(
            "'\(place.path)' cannot be written: \(SystemReason.text(of: error)). "
                + "What was recorded before is kept.")
        // The disk may be full; what is left is ignored by readers.
        if bytesInFile > 0 {
            try? file?.truncate(atOffset: UInt64(bytesInFile))
        } else {
            try? FileManager.default.removeItem(at: place)
        }
    }

    /// Flushes everything to disk and stops recording.
    package func close() {
        isFull = true
        do {
            try file?.synchronize()
            try file?.close()
        } catch {
            failure =
                failure
                ?? RecordingFailure(
                    "'\(place.path)' cannot be brought to the disk: \(SystemReason.text(of: error))."
                )
        }
        file = nil
    }
}

/// Forwards requests to other answers, and records the results.
package struct RecordingAnswers: AnswerFetching {
    private let inner: any AnswerFetching
    private let log: AnswerLog
    private let clock: any WallClock

    /// Records the answers of `inner` in a log.
    package init(_ inner: any AnswerFetching, log: AnswerLog, clock: any WallClock) {
        self.inner = inner
        self.log = log
        self.clock = clock
    }

    /// Forwards a request, and records its answer or failure.
    ///
    /// - Throws: The `FetchError` of the inner answers.
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
