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
        var answer: NetworkAnswer.Phone

        /// Returns the path of the difference from an older file; ".gz" follows likewise.
        func difference(from digest: String) -> String { "\(path)-from-\(digest)" }
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
    /// The most older files of which differences are offered: those of three weeks, if the feed
    /// stays the same.
    private static let olderFiles = 3
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
        for name in names where name.hasPrefix(prefix) {
            guard let digest = Self.digest(of: name),
                let packed = FileIdentity(path: "\(folder)/\(name)\(Self.packed)"),
                let bytes = intactFile(name)
            else { continue }
            var file = file(
                digest, from: first, bytes: bytes.count, compressedBytes: packed.size)
            let older = names.compactMap { other in
                other.hasPrefix(name + "-from-") ? Self.digest(of: other) : nil
            }
            file.answer.differences = older.compactMap { difference(of: file, from: $0) }
            return file
        }
        return nil
    }

    /// Returns the digest at the end of a file's name; nil for a compressed file.
    private static func digest(of name: String) -> String? {
        let digest = name.split(separator: "-").last ?? ""
        return digest.utf8.count == 64 ? String(digest) : nil
    }

    /// Returns a file of the folder; nil if it does not have the digest that its name ends with.
    private func intactFile(_ name: String) -> Data? {
        let file = URL(fileURLWithPath: "\(folder)/\(name)")
        guard let bytes = try? Data(contentsOf: file, options: .alwaysMapped),
            SHA256.hash(data: bytes).hexText == Self.digest(of: name)
        else { return nil }
        return bytes
    }

    /// Writes the file and how it differs from the newest of those of other weeks and networks,
    /// and removes the others; returns nil if nothing runs on its days.
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
        var file = file(
            digest, from: first, bytes: bytes.count, compressedBytes: packed.count)
        try Self.write(bytes, packed: packed, to: file.path)
        let older = newest(of: others.filter { Self.isWhole($0) && $0 != name })
        for other in others where other != name && other != name + Self.packed {
            guard !older.contains(other) else { continue }
            do { try files.removeItem(atPath: "\(folder)/\(other)") } catch {
                logger.warning(
                    "an old network for phones could not be removed",
                    metadata: ["reason": "\(error)"])
            }
        }
        file.answer.differences = try older.compactMap { other in
            try writeDifference(of: bytes, as: file, from: other)
        }
        logger.info(
            "the network for phones was written",
            metadata: [
                "bytes": "\(bytes.count)", "duration": "\(ContinuousClock.now - start)",
                "differences": "\(file.answer.differences.map(\.compressedBytes))",
            ])
        return file
    }

    private static func write(_ bytes: [UInt8], packed: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        try Data(packed).write(to: URL(fileURLWithPath: path + Self.packed), options: .atomic)
    }

    // MARK: - Differences

    /// Whether a name is that of a file that was offered, not of a difference or compressed.
    private static func isWhole(_ name: String) -> Bool {
        digest(of: name) != nil && !name.contains("-from-")
    }

    /// Returns the last files to be written, the newest first.
    private func newest(of names: [String]) -> [String] {
        let dated = names.compactMap { name in
            FileIdentity(path: "\(folder)/\(name)").map { (name, $0.modified) }
        }
        return dated.sorted { $0.1 > $1.1 }.prefix(Self.olderFiles).map(\.0)
    }

    /// Writes how a file differs from an older one; returns nil if that saves less than half.
    private func writeDifference(
        of bytes: [UInt8], as file: File, from name: String
    ) throws -> NetworkAnswer.Phone.Difference? {
        guard let digest = Self.digest(of: name), digest != file.answer.digest,
            let old = intactFile(name)
        else { return nil }
        let difference = FileDifference.bytes(from: Array(old), to: bytes)
        let packed = Encodings.gzipped(difference)
        guard packed.count * 2 <= file.answer.compressedBytes else { return nil }
        try Self.write(difference, packed: packed, to: file.difference(from: digest))
        return self.difference(of: file, from: digest)
    }

    /// Returns how a difference is offered; nil where it was not written.
    private func difference(
        of file: File, from digest: String
    ) -> NetworkAnswer.Phone.Difference? {
        let path = file.difference(from: digest)
        guard let plain = FileIdentity(path: path),
            let packed = FileIdentity(path: path + Self.packed)
        else { return nil }
        return NetworkAnswer.Phone.Difference(
            address: file.answer.address + "&from=" + digest, bytes: plain.size,
            compressedBytes: packed.size, from: digest)
    }
}
