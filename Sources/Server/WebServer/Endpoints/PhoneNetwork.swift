import APISchema
import Crypto
import Foundation
import HTTPServing
package import Logging
package import NetworkAPI
import NIOPosix
import ServiceLifecycle
import Synchronization
package import Timetables
package import TransitModel
import WireAPI

/// The part of the network that a phone keeps, as a file on the disk and its compressed form.
///
/// It is made in the background, once for a network and week, and then renamed; until then no phone
/// is offered it.
package final class PhoneNetwork: Service {
    /// The file that is served.
    struct File: Sendable {
        /// The path of the network file; ".gz" follows for the compressed one.
        let path: String
        let answer: NetworkAnswer.Phone
    }

    private let timetable: Timetable
    private let folder: String
    private let isTemporary: Bool
    private let clock: any WallClock
    private let logger: Logger
    private let newest = Mutex<File?>(nil)

    /// The number of days after today that a phone keeps at least.
    package static let daysAhead = 14
    /// The number of days for which the file stays the same, so that phones download it rarely.
    private static let days = 7
    /// The interval at which a new week is looked for.
    private static let interval = Duration.seconds(300)
    private static let prefix = "network-"

    /// Keeps the file in `folder`, the server's data folder; nil uses a temporary one that is
    /// removed with the server.
    package init(_ timetable: Timetable, folder: String?, clock: any WallClock, logger: Logger) {
        self.timetable = timetable
        self.clock = clock
        self.logger = logger
        isTemporary = folder == nil
        self.folder =
            folder.map { $0 + "/phone" }
            ?? FileManager.default.temporaryDirectory
            .appendingPathComponent("takt-phone-\(UUID().uuidString)").path
    }

    /// How the network's description offers the file; nil while there is none.
    package var answer: NetworkAnswer.Phone? { file?.answer }

    /// The newest file; nil while there is none.
    var file: File? { newest.withLock { $0 } }

    /// Makes the file, and again in each new week, until the server stops.
    ///
    /// Errors are logged; the file before stays.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await self.makeIfDue()
                try? await Task.sleep(for: Self.interval)
            }
        }
        if isTemporary { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// Makes the file unless the newest one is that of this week.
    package func makeIfDue() async {
        let today = timetable.timeZone.day(at: clock.now())
        let first = today.advanced(by: -today.weekday)
        guard answer?.firstDay != first else { return }
        do {
            let start = ContinuousClock.now
            // It takes seconds of CPU time for a country, so it runs off the event loops.
            let made = try await NIOThreadPool.singleton.runIfActive { try self.write(from: first) }
            newest.withLock { $0 = made }
            logger.info(
                "the network for phones was written",
                metadata: [
                    "bytes": "\(made?.answer.bytes ?? 0)",
                    "duration": "\(ContinuousClock.now - start)",
                ])
        } catch is CancellationError {
            // The server stops; the next start makes it.
        } catch {
            logger.error(
                "the network for phones could not be written", metadata: ["reason": "\(error)"])
        }
    }

    /// Writes the file, and removes those of other weeks; returns nil if nothing runs on its days.
    private func write(from first: ServiceDay) throws -> File? {
        let last = first.advanced(by: Self.days - 1 + Self.daysAhead)
        // The runs of the day before are still under way after midnight, and a search on the last
        // evening needs the morning after it.
        let cut = NetworkCut(timetable, days: first.advanced(by: -1)...last.advanced(by: 1))
        guard cut.runCount > 0 else { return nil }
        let bytes = try cut.bytes()
        let packed = Encodings.gzipped(bytes)
        var answer = NetworkAnswer.Phone()
        answer.digest = SHA256.hash(data: bytes).hexText
        answer.address = APIPaths.networkFile + "?digest=" + answer.digest
        answer.bytes = bytes.count
        answer.compressedBytes = packed.count
        answer.firstDay = first
        answer.lastDay = min(last, timetable.services.lastDay)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let name = Self.prefix + answer.digest
        let path = "\(folder)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        try Data(packed).write(to: URL(fileURLWithPath: path + ".gz"), options: .atomic)
        for old in try FileManager.default.contentsOfDirectory(atPath: folder)
        where old.hasPrefix(Self.prefix) && !old.hasPrefix(name) {
            try FileManager.default.removeItem(atPath: "\(folder)/\(old)")
        }
        return File(path: path, answer: answer)
    }
}
