import Foundation
import GTFSExport
import HTTPServing
package import Logging
import NIOPosix
import ServiceLifecycle
import Synchronization
package import Timetables

/// The network as one GTFS file on the disk, written at the first request.
///
/// It is written independently of the requests, to a temporary name, and then renamed. After a
/// restart it is used again if the network is the same.
package final class StaticFeed: Service {
    private enum State {
        case missing
        case wanted
        case ready(path: String)
        case failed
    }

    private let timetable: Timetable
    private let folder: String
    private let isTemporary: Bool
    private let logger: Logger
    private let state: Mutex<State>
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    /// The version of the file's format; increased when the same network would be written
    /// differently.
    private static let form = 1
    /// The pause after which a client may ask again for a feed that could not be written.
    private static let pauseSeconds = 60

    /// Keeps the file in `folder`, the server's data folder; nil uses a temporary one that is
    /// removed with the server.
    package init(_ timetable: Timetable, folder: String?, logger: Logger) {
        self.timetable = timetable
        self.logger = logger
        isTemporary = folder == nil
        self.folder =
            folder.map { $0 + "/feed" }
            ?? FileManager.default.temporaryDirectory
            .appendingPathComponent("takt-feed-\(UUID().uuidString)").path
        // One pending request is enough.
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        state = Mutex(.missing)
        if FileManager.default.fileExists(atPath: path) {
            state.withLock { $0 = .ready(path: path) }
        }
    }

    private var path: String { "\(folder)/gtfs-\(Self.form)-\(timetable.revision).zip" }

    /// Returns the path of the file; nil while it is being written, which this call requests.
    ///
    /// - Throws: A problem with status 503 if the file could not be written.
    func pathIfReady() throws(Problem) -> String? {
        let found: Result<String?, Problem> = state.withLock { state in
            switch state {
            case .ready(let path) where FileManager.default.fileExists(atPath: path):
                return .success(path)
            case .failed:
                // A later request may find more room on the disk.
                state = .missing
                return .failure(
                    Problem.busy(
                        "The feed could not be written; the server's log says why.",
                        retryAfterSeconds: Self.pauseSeconds))
            case .missing, .ready:
                state = .wanted
                signal.yield()
                return .success(nil)
            case .wanted: return .success(nil)
            }
        }
        return try found.get()
    }

    /// Writes the file on request until the server stops.
    ///
    /// Errors of writing are logged and reported by `pathIfReady`.
    package func run() async throws {
        for await _ in signals.cancelOnGracefulShutdown() {
            do {
                let start = ContinuousClock.now
                // Writing takes seconds of CPU time, so it runs off the event loops.
                try await NIOThreadPool.singleton.runIfActive { try self.write() }
                logger.info(
                    "the network was written as a feed",
                    metadata: ["duration": "\(ContinuousClock.now - start)"])
                state.withLock { $0 = .ready(path: path) }
            } catch {
                logger.error("the feed could not be written", metadata: ["reason": "\(error)"])
                state.withLock { $0 = .failed }
            }
        }
        if isTemporary { try? FileManager.default.removeItem(atPath: folder) }
    }

    private func write() throws {
        let files = FileManager.default
        try files.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let old = try files.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("gtfs-") }
        let part = path + ".part"
        try NetworkExport(timetable).write(to: part)
        guard rename(part, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        // Remove the files of other networks.
        for name in old where "\(folder)/\(name)" != path {
            try? files.removeItem(atPath: "\(folder)/\(name)")
        }
    }
}
