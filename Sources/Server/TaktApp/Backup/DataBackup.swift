import Foundation
import Notifications
import Persistence
package import TransitModel

/// Copies of a data folder, made while the server runs, verified, and restored.
///
/// A copy is a folder with the files and `backup.json`, which lists each file with its length and
/// SHA-256. Each database is copied in a consistent state. Data that can be recreated (downloaded
/// feeds and extracts, devices' networks, locks, database logs) is left out. Keys outside the data
/// folder are not part of the copy.
package struct DataBackup: Sendable {
    /// The list of a copy's files.
    package struct Manifest: Codable, Equatable, Sendable {
        /// A file of the copy.
        package struct File: Codable, Equatable, Sendable {
            /// The path below the folder.
            package let name: String
            /// The length in bytes.
            package let bytes: Int
            /// The SHA-256 of the content, in hexadecimal digits.
            package let sha256: String
        }
        /// The version of the copy's format; 1.
        package let form: Int
        /// The version of Takt that made the copy.
        package let takt: String
        /// The time when the copy was begun, in seconds since 1970.
        package let taken: Int64
        /// All files except this list, by name.
        package let files: [File]
    }

    /// A failed operation and its cause.
    package struct Failure: Error, CustomStringConvertible {
        /// The cause of a failure.
        package enum Cause: Sendable {
            /// The named folder does not exist or has no backup.
            case missing
            /// The copy differs from its list.
            case damaged
            /// The target folder is not empty or cannot be written.
            case notWritten
        }
        package let cause: Cause
        /// One sentence for people.
        package let description: String
    }

    private static let listName = "backup.json"
    private static let outboxName = "outbox.sqlite"
    /// Files of which each data folder has one, whatever is stored elsewhere.
    private static let marks: Set<String> = [
        "campus.sqlite", "diary.sqlite", "history.sqlite", outboxName, "riders.sqlite",
        "learnt.bin", "push-key.pem",
    ]
    private static let maximumFiles = 10_000

    /// Copies a data folder to a folder outside it that is missing or empty.
    ///
    /// The copy appears only when it is complete and verified; a failure leaves nothing.
    ///
    /// - Throws: A `Failure`, also for a folder that is not Takt's, or a `SQLiteStoreError` of a
    ///   database.
    package static func take(
        of data: String, to folder: String, at now: UnixTime
    ) throws -> Manifest {
        let data = trimmed(data), folder = trimmed(folder)
        let names = try files(in: data)
        try checkApart(folder, from: data)
        return try appearing(at: folder, last: listName) { draft in
            var files: [Manifest.File] = []
            for name in names {
                let copy = "\(draft)/\(name)"
                try makeFolder(of: copy)
                if name.hasSuffix(".sqlite") {
                    try SQLiteCopy.make(of: "\(data)/\(name)", at: copy)
                    try checkDatabase(copy, name)
                } else {
                    guard try copyFile("\(data)/\(name)", to: copy) else { continue }
                }
                files.append(try describe(copy, name))
            }
            let manifest = Manifest(
                form: 1, takt: TaktVersion.current, taken: now.seconds, files: files)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try write(try encoder.encode(manifest), to: "\(draft)/\(listName)")
            return manifest
        }
    }

    /// Reads a copy completely and compares it with its list.
    ///
    /// - Throws: A `Failure` if the copy is missing or damaged.
    package static func check(_ folder: String) throws -> Manifest {
        let path = "\(folder)/\(listName)"
        guard FileManager.default.fileExists(atPath: path) else {
            throw Failure(cause: .missing, description: "There is no backup in '\(folder)'.")
        }
        guard let text = SmallFile.start(of: path, limit: 16 << 20),
            let manifest = try? JSONDecoder().decode(Manifest.self, from: text),
            manifest.form == 1, manifest.files.allSatisfy({ isPlain($0.name) })
        else {
            throw Failure(
                cause: .damaged,
                description: "'\(path)' is not the list of a backup, or of a newer Takt.")
        }
        for file in manifest.files {
            let copy = "\(folder)/\(file.name)"
            guard let found = try? describe(copy, file.name), found == file else {
                throw Failure(
                    cause: .damaged,
                    description: "'\(copy)' is missing or not what was backed up.")
            }
            if file.name.hasSuffix(".sqlite") { try checkDatabase(copy, file.name) }
        }
        return manifest
    }

    /// What was restored.
    package struct Restored: Sendable {
        package let manifest: Manifest
        /// The number of messages that waited when the backup was made and are not sent any more.
        package let endedMessages: Int
    }

    /// Restores a copy as a data folder that is missing or empty.
    ///
    /// Messages that waited when it was made count as sent: see `Outbox.endWaiting(inFile:)`.
    ///
    /// - Throws: A `Failure`, or a `SQLiteStoreError` of a database.
    package static func restore(_ folder: String, to data: String) throws -> Restored {
        let data = trimmed(data)
        let manifest = try check(folder)
        return try appearing(at: data) { draft in
            for file in manifest.files {
                try makeFolder(of: "\(draft)/\(file.name)")
                _ = try copyFile("\(folder)/\(file.name)", to: "\(draft)/\(file.name)")
                guard try describe("\(draft)/\(file.name)", file.name) == file else {
                    throw Failure(
                        cause: .notWritten, description: "'\(file.name)' was not written correctly."
                    )
                }
            }
            let holdsMessages = manifest.files.contains { $0.name == outboxName }
            return Restored(
                manifest: manifest,
                endedMessages: holdsMessages
                    ? try Outbox.endWaiting(inFile: "\(draft)/\(outboxName)") : 0)
        }
    }
}

// MARK: - Files

extension DataBackup {
    /// Makes a folder with ``FolderDraft``; all errors become sentences for people.
    private static func appearing<Result>(
        at path: String, last: String? = nil, _ fill: (String) throws -> Result
    ) throws -> Result {
        do {
            return try FolderDraft.make(path, last: last, fill)
        } catch {
            if error is Failure || error is SQLiteStoreError { throw error }
            throw Failure(
                cause: .notWritten,
                description: "'\(path)' cannot be written: \(error.localizedDescription)")
        }
    }

    /// Returns the path without slashes at its end, which shells add to folders.
    private static func trimmed(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        return String(path)
    }

    /// A copy within the data folder would be part of the next one, which would be twice as large.
    private static func checkApart(_ folder: String, from data: String) throws {
        let inside = resolved(folder), outside = resolved(data)
        guard inside != outside, !inside.hasPrefix(outside + "/") else {
            throw Failure(
                cause: .notWritten,
                description:
                    "'\(folder)' is within the data folder, and the next backup would contain this one; "
                    + "name a folder elsewhere.")
        }
    }

    /// Returns the absolute path without symbolic links, also of a folder that is missing.
    private static func resolved(_ path: String) -> String {
        var existing = URL(fileURLWithPath: path).standardizedFileURL
        var missing: [String] = []
        while existing.path != "/", !FileManager.default.fileExists(atPath: existing.path) {
            missing.insert(existing.lastPathComponent, at: 0)
            existing.deleteLastPathComponent()
        }
        return missing.reduce(existing.resolvingSymlinksInPath()) {
            $0.appendingPathComponent($1)
        }.path
    }

    /// Returns the files worth copying below a folder, by name.
    private static func files(in data: String) throws -> [String] {
        guard let walk = FileManager.default.enumerator(atPath: data),
            FileManager.default.fileExists(atPath: data)
        else {
            throw Failure(cause: .missing, description: "There is no data folder '\(data)'.")
        }
        try checkReadable(data)
        var names: [String] = []
        for case let name as String in walk {
            if isLeftOut(name) {
                walk.skipDescendants()
                continue
            }
            if walk.fileAttributes?[.type] as? FileAttributeType == .typeDirectory {
                try checkReadable("\(data)/\(name)")
            }
            guard walk.fileAttributes?[.type] as? FileAttributeType == .typeRegular,
                !["-wal", "-shm", "-lock", "-journal", ".new"].contains(where: name.hasSuffix)
            else { continue }
            names.append(name)
            guard names.count <= maximumFiles else {
                throw Failure(
                    cause: .missing,
                    description:
                        "'\(data)' has more than \(maximumFiles) files, so it is not a data folder."
                )
            }
        }
        guard !names.isEmpty else {
            throw Failure(cause: .missing, description: "There is nothing to back up in '\(data)'.")
        }
        guard !marks.isDisjoint(with: names) else {
            throw Failure(
                cause: .missing, description: "'\(data)' is not a data folder of Takt.")
        }
        return names.sorted()
    }

    /// Returns whether a folder can be made again, or is not part of the data.
    private static func isLeftOut(_ name: String) -> Bool {
        FolderDraft.ignored.contains(name) || ["feed", "phone"].contains(name)
            || [".feed-files", ".extracts"].contains(where: name.hasSuffix)
    }

    /// The enumerator silently skips unreadable folders, and the copy would lack them.
    private static func checkReadable(_ folder: String) throws {
        guard access(folder, R_OK | X_OK) == 0 else {
            throw Failure(
                cause: .missing,
                description: "'\(folder)' cannot be read: \(String(cString: strerror(errno))).")
        }
    }

    /// Copies a file; returns false if it no longer exists.
    private static func copyFile(_ path: String, to copy: String) throws -> Bool {
        guard FileManager.default.fileExists(atPath: path) else { return false }
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy)
        return true
    }

    private static func checkDatabase(_ path: String, _ name: String) throws {
        guard let finding = try SQLiteCopy.finding(in: path) else { return }
        throw Failure(cause: .damaged, description: "The database '\(name)' is damaged: \(finding)")
    }

    private static func describe(_ path: String, _ name: String) throws -> Manifest.File {
        let digest = try FileDigest(path: path)
        return Manifest.File(name: name, bytes: digest.bytes, sha256: digest.sha256)
    }

    private static func makeFolder(of path: String) throws {
        try PrivateFile.makeFolder((path as NSString).deletingLastPathComponent)
    }

    private static func write(_ data: Data, to path: String) throws {
        try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    /// Returns whether a relative path stays within its folder.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
    }
}
