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
/// is offered it. After a restart it is used again if network and week are the same.
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
    private let newest = Mutex<Made?>(nil)

    /// What was made for a week.
    private struct Made {
        let firstDay: ServiceDay
        /// Nil if nothing runs on its days.
        let file: File?

        /// Whether another server of the data folder, such as that of the next network, removed
        /// the file.
        var isGone: Bool {
            guard let file else { return false }
            return ![file.path, file.path + PhoneNetwork.packed]
                .allSatisfy(FileManager.default.fileExists(atPath:))
        }
    }

    /// The number of days after today that a phone keeps at least.
    package static let daysAhead = 14
    /// The number of days for which the file stays the same, so that phones download it rarely.
    private static let days = 7
    /// The interval at which a new week is looked for.
    private static let interval = Duration.seconds(300)
    private static let prefix = "network-"
    private static let packed = ".gz"
    /// The version of the file's content; increased when the same week of the same network would
    /// be written differently.
    private static let form = 1

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
    var file: File? {
        guard let made = newest.withLock({ $0 }), !made.isGone else { return nil }
        return made.file
    }

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

    /// Makes the file unless the newest one is that of this week; returns whether this was to do.
    @discardableResult package func makeIfDue() async -> Bool {
        let today = timetable.timeZone.day(at: clock.now())
        let first = today.advanced(by: -today.weekday)
        if let made = newest.withLock({ $0 }), made.firstDay == first, !made.isGone {
            return false
        }
        do {
            // It takes seconds of CPU time for a country, so it runs off the event loops.
            let file = try await NIOThreadPool.singleton.runIfActive {
                try self.storedFile(from: first) ?? self.write(from: first)
            }
            newest.withLock { $0 = Made(firstDay: first, file: file) }
        } catch is CancellationError {
            // The server stops; the next start makes it.
        } catch {
            logger.error(
                "the network for phones could not be written", metadata: ["reason": "\(error)"])
        }
        return true
    }

    /// The beginning of the names of this network's files of a week; their digest follows.
    private func prefix(from first: ServiceDay) -> String {
        Self.prefix + "\(NetworkFile.formatVersion)-\(Self.form)-\(timetable.revision)-\(first)-"
    }

    private func file(
        _ digest: String, from first: ServiceDay, bytes: Int, compressedBytes: Int
    ) -> File {
        var answer = NetworkAnswer.Phone()
        answer.digest = digest
        answer.address = APIPaths.networkFile + "?digest=" + digest
        answer.bytes = bytes
        answer.compressedBytes = compressedBytes
        answer.firstDay = first
        answer.lastDay = min(Self.lastDay(from: first), timetable.services.lastDay)
        return File(path: "\(folder)/\(prefix(from: first))\(digest)", answer: answer)
    }

    /// The last day that is offered with a week's file.
    private static func lastDay(from first: ServiceDay) -> ServiceDay {
        first.advanced(by: days - 1 + daysAhead)
    }

    /// Returns the file of this week if it was written before and is undamaged.
    private func storedFile(from first: ServiceDay) -> File? {
        let prefix = prefix(from: first)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(prefix) && !name.hasSuffix(Self.packed) {
            let digest = String(name.dropFirst(prefix.count))
            let path = "\(folder)/\(name)"
            guard let packed = FileIdentity(path: path + Self.packed),
                let bytes = try? Data(
                    contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped),
                SHA256.hash(data: bytes).hexText == digest
            else { continue }
            return file(
                digest, from: first, bytes: bytes.count, compressedBytes: packed.size)
        }
        return nil
    }

    /// Writes the file, and removes those of other weeks and networks that were there before;
    /// returns nil if nothing runs on its days.
    private func write(from first: ServiceDay) throws -> File? {
        let start = ContinuousClock.now
        // The runs of the day before are still under way after midnight, and a search on the last
        // evening needs the morning after it.
        let days = first.advanced(by: -1)...Self.lastDay(from: first).advanced(by: 1)
        let cut = NetworkCut(timetable, days: days)
        guard cut.runCount > 0 else { return nil }
        let files = FileManager.default
        try files.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let others = try files.contentsOfDirectory(atPath: folder)
            .filter { $0.hasPrefix(Self.prefix) }
        let bytes = try cut.bytes()
        let packed = Encodings.gzipped(bytes)
        let digest = SHA256.hash(data: bytes).hexText
        let name = prefix(from: first) + digest
        let file = file(
            digest, from: first, bytes: bytes.count, compressedBytes: packed.count)
        try Data(bytes).write(to: URL(fileURLWithPath: file.path), options: .atomic)
        try Data(packed).write(
            to: URL(fileURLWithPath: file.path + Self.packed), options: .atomic)
        for other in others where !other.hasPrefix(name) {
            do { try files.removeItem(atPath: "\(folder)/\(other)") } catch {
                logger.warning(
                    "an old network for phones could not be removed",
                    metadata: ["reason": "\(error)"])
            }
        }
        logger.info(
            "the network for phones was written",
            metadata: ["bytes": "\(bytes.count)", "duration": "\(ContinuousClock.now - start)"])
        return file
    }
}
