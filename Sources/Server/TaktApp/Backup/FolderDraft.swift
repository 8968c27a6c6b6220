import Foundation

/// A folder that is filled in a draft and appears only when it is complete and on the disk.
package enum FolderDraft {
    /// The draft of a folder that is there already, within it.
    private static let nameInside = ".partial"
    /// What does not count as content: the draft, and what ext4 has at the top of each disk.
    static let ignored: Set<String> = [nameInside, "lost+found"]

    /// Returns whether a folder is being made from a backup, or that was interrupted.
    package static func isUnfinished(_ folder: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(folder)/\(nameInside)")
    }

    /// Fills a draft, writes it to the disk, and then makes it the folder at `path`, which must be
    /// missing or empty.
    ///
    /// A missing folder is made beside its place and renamed. One that is there may be a disk or a
    /// volume of its own, which cannot be replaced: its draft is within it, its owner and
    /// permissions stay, and the files move up at the end, `last` as the last one.
    ///
    /// - Throws: ``DataBackup/Failure`` if something is in the folder or it cannot be written; the
    ///   errors of `fill`. Nothing is left then.
    static func make<Result>(
        _ path: String, last: String? = nil, _ fill: (String) throws -> Result
    ) throws -> Result {
        let files = FileManager.default
        let isThere = files.fileExists(atPath: path)
        if isThere {
            guard let content = try? files.contentsOfDirectory(atPath: path),
                ignored.isSuperset(of: content)
            else { throw failure("Something is in '\(path)'; name another folder.") }
        }
        let draft = isThere ? "\(path)/\(nameInside)" : path + nameInside
        do {
            // What an interrupted run left; if it cannot be removed, the folder cannot be made.
            try? files.removeItem(atPath: draft)
            try PrivateFile.makeFolder(draft)
            let result = try fill(draft)
            try flush(draft)
            if isThere {
                try moveUp(from: draft, to: path, last: last)
            } else {
                try move(draft, to: path)
            }
            return result
        } catch {
            try? files.removeItem(atPath: draft)
            throw error
        }
    }

    private static func moveUp(from draft: String, to folder: String, last: String?) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: draft).sorted()
        for name in names where name != last {
            try move("\(draft)/\(name)", to: "\(folder)/\(name)")
        }
        if let last, names.contains(last) { try move("\(draft)/\(last)", to: "\(folder)/\(last)") }
        try FileManager.default.removeItem(atPath: draft)
        try flushOne(folder)
    }

    private static func move(_ path: String, to target: String) throws {
        guard rename(path, target) == 0 else {
            throw failure("'\(target)' cannot be made: \(String(cString: strerror(errno))).")
        }
        try flushOne((target as NSString).deletingLastPathComponent)
    }

    /// Waits until everything below a folder is on the disk.
    private static func flush(_ folder: String) throws {
        guard let walk = FileManager.default.enumerator(atPath: folder) else { return }
        for case let name as String in walk { try flushOne("\(folder)/\(name)") }
        try flushOne(folder)
    }

    private static func flushOne(_ path: String) throws {
        let descriptor = open(path.isEmpty ? "." : path, O_RDONLY)
        guard descriptor >= 0 else {
            throw failure("'\(path)' cannot be read: \(String(cString: strerror(errno))).")
        }
        defer { close(descriptor) }
        // Some file systems do not flush folders, and say so.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw failure("'\(path)' cannot be written: \(String(cString: strerror(errno))).")
        }
    }

    private static func failure(_ text: String) -> DataBackup.Failure {
        DataBackup.Failure(cause: .notWritten, description: text)
    }
}
