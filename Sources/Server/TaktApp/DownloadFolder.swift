import Foundation
import TransitModel

/// A folder for downloads, readable by this user alone.
///
/// It is locked as long as its program runs. A program that is killed leaves its folder, which the
/// next one removes.
final class DownloadFolder {
    let path: String
    private let lock: CInt

    private static let prefix = "takt-feeds-"
    private static let maximumAttempts = 10

    /// Removes the folders that killed programs left in `parent`, and creates one there.
    ///
    /// - Throws: A `FeedDownloads.Failure` if it cannot be created.
    init(in parent: String) throws(FeedDownloads.Failure) {
        Self.removeAbandoned(in: parent)
        for _ in 0..<Self.maximumAttempts {
            var template = Array(
                (parent as NSString).appendingPathComponent(Self.prefix + "XXXXXX").utf8CString)
            guard let made = mkdtemp(&template) else { break }
            let path = String(cString: made)
            // Another program may just have taken it for an abandoned one.
            guard let lock = Self.lock(path) else { continue }
            self.path = path
            self.lock = lock
            return
        }
        let reason = String(cString: strerror(errno))
        throw FeedDownloads.Failure(
            description: "No folder can be created in '\(parent)': \(reason).")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        close(lock)
    }

    private static func removeAbandoned(in parent: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = "\(parent)/\(name)"
            guard let lock = lock(path) else { continue }
            try? FileManager.default.removeItem(atPath: path)
            close(lock)
        }
    }

    /// Locks a folder of this user; nil if another program holds the lock or removed the folder.
    private static func lock(_ path: String) -> CInt? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let owner = try? FileManager.default.attributesOfItem(atPath: path)[.ownerAccountID]
        guard (owner as? NSNumber)?.uint32Value == geteuid(),
            flock(descriptor, LOCK_EX | LOCK_NB) == 0,
            AtomicFile.isFile(descriptor, at: path)
        else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
