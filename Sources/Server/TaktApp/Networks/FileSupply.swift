import Foundation
import Logging
import ServiceLifecycle
import Synchronization
package import Timetables

/// Which version of a file lies at a path: another version has another inode, size or time.
package struct FileVersion: Equatable, Sendable {
    private let inode: UInt64
    private let bytes: UInt64
    private let modified: Date

    /// What lies there now; nil if nothing does.
    package init?(at path: String) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let modified = attributes[.modificationDate] as? Date
        else { return nil }
        inode = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
        bytes = (attributes[.size] as? NSNumber)?.uint64Value ?? 0
        self.modified = modified
    }
}

/// A network, and where newer versions of it appear.
package struct NetworkAtPath: Sendable {
    /// The network as it is now.
    package let timetable: Timetable
    let path: String?
    let version: FileVersion?

    /// A network that stays as it is.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
        path = nil
        version = nil
    }

    /// The network that `open` finds at the path; whoever puts another one there, as `takt import` does,
    /// has it served.
    package init(path: String, open: (String) throws -> Timetable) rethrows {
        self.path = path
        // Before it is opened: a file that is replaced meanwhile counts as newer.
        version = FileVersion(at: path)
        timetable = try open(path)
    }
}

/// The networks that lie at one path, each as soon as it is there.
final class FileSupply: NetworkSupply {
    private struct Newest {
        var timetable: Timetable
        var version: FileVersion?
        var isDiskFull = false
    }

    private let path: String?
    private let newest: Mutex<Newest>
    private let options: TaktApplication.Options
    private let logger: Logger

    /// How often is looked for another file.
    private static let poll = Duration.seconds(1)
    /// A full disk is looked at once in so many looks.
    private static let looksPerDisk = 10

    init(_ network: NetworkAtPath, options: TaktApplication.Options, logger: Logger) {
        path = network.path
        newest = Mutex(Newest(timetable: network.timetable, version: network.version))
        self.options = options
        self.logger = logger
    }

    /// The newest network; on a full disk without all that is stored, which begins once there is room.
    func assemble() throws -> NetworkServing {
        let timetable = newest.withLock { $0.timetable }
        do {
            let serving = try NetworkServing(timetable, options: options, logger: logger)
            newest.withLock { $0.isDiskFull = false }
            return serving
        } catch {
            guard let folder = options.dataFolder, DiskRoom.isMissing(error, in: folder) else {
                throw error
            }
            logger.error(
                "the disk is full: nothing is stored, and the timetable is served without it",
                metadata: ["folder": "\(folder)", "reason": "\(error)"])
            newest.withLock { $0.isDiskFull = true }
            var poor = options
            poor.dataFolder = nil
            poor.isDiskFull = true
            return try NetworkServing(timetable, options: poor, logger: logger)
        }
    }

    /// Whether the disk was full and has room again.
    private func hasRoomAgain() -> Bool {
        guard newest.withLock({ $0.isDiskFull }), let folder = options.dataFolder,
            DiskRoom.isLeft(in: folder)
        else { return false }
        logger.notice("the disk has room again", metadata: ["folder": "\(folder)"])
        return true
    }

    /// Returns when another network lies at the path, or a disk that was full has room; a file that cannot be
    /// used is told once.
    func waitForNext() async {
        var looks = 0
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            try? await Task.sleep(for: Self.poll)
            looks += 1
            if looks % Self.looksPerDisk == 0, hasRoomAgain() { return }
            guard let path, let version = FileVersion(at: path),
                version != newest.withLock({ $0.version })
            else { continue }
            newest.withLock { $0.version = version }
            do throws(NetworkFileError) {
                let timetable = try Timetable(path: path)
                newest.withLock { $0.timetable = timetable }
                logger.notice(
                    "another network is served from now on",
                    metadata: ["stops": "\(timetable.stops.indices.count)"])
                return
            } catch {
                logger.warning(
                    "the network stays: the new file cannot be used",
                    metadata: ["reason": "\(error)"])
            }
        }
    }
}
