private import CZip
private import Foundation

/// A ZIP file or a folder whose files can be read one after another.
package final class Archive {
    /// The names of all files inside, with `/` between folders, in the order they are stored.
    package let names: [String]
    private let source: Source

    private enum Source {
        case folder(String)
        /// The handle belongs to this object alone and is closed with it.
        case zip(OpaquePointer, indices: [String: UInt64])
    }

    /// The maximum number of files in an archive.
    package static let maximumFiles = 10_000
    /// The default maximum of bytes read from an archive.
    package static let defaultMaximumBytes = 8 * 1024 * 1024 * 1024
    /// The maximum expansion of a file; tables of numbers reach about thirty.
    package static let maximumUnpacking = 200
    /// The size in bytes up to which the expansion of a file is not limited.
    package static let minimumBomb = 64 * 1024 * 1024

    private let path: String
    private let maximumBytes: Int
    private var bytesRead = 0

    /// Opens a ZIP file or a folder; at most `maximumBytes` can be read from all its files
    /// together.
    /// - Throws: ``ArchiveError`` if it cannot be opened.
    package init(path: String, maximumBytes: Int = defaultMaximumBytes) throws(ArchiveError) {
        self.path = path
        self.maximumBytes = maximumBytes
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw .notFound(path: path)
        }
        if isFolder.boolValue {
            names = try Self.filesInFolder(path)
            source = .folder(path)
        } else {
            (names, source) = try Self.openZip(path)
        }
    }

    deinit {
        if case .zip(let handle, _) = source { zip_discard(handle) }
    }

    /// Opens one of ``names`` for reading from its start.
    /// - Throws: ``ArchiveError`` if it cannot be opened or is too large.
    package func open(_ name: String) throws(ArchiveError) -> ArchiveMember {
        switch source {
        case .folder(let path):
            guard let file = fopen(path + "/" + name, "rb") else {
                throw .unreadable(path: path + "/" + name, reason: String(cString: strerror(errno)))
            }
            return ArchiveMember(name: name, stream: .file(file), keeping: self)
        case .zip(let handle, let indices):
            guard let index = indices[name] else {
                throw .unreadable(path: name, reason: "it is not there")
            }
            var limit = Int.max
            var stat = zip_stat_t()
            if zip_stat_index(handle, index, 0, &stat) == 0 {
                limit = max(
                    Self.minimumBomb, Int(clamping: stat.comp_size) * Self.maximumUnpacking)
                // The size stated in the file may be wrong, so the bytes read are counted too.
                try check(Int(clamping: stat.size), of: name, limit: limit)
            }
            guard let file = zip_fopen_index(handle, index, 0) else {
                throw .unreadable(path: name, reason: String(cString: zip_strerror(handle)))
            }
            return ArchiveMember(name: name, stream: .zip(file), keeping: self, limit: limit)
        }
    }

    private func check(_ bytes: Int, of name: String, limit: Int) throws(ArchiveError) {
        guard bytes <= limit else { throw .bomb(path: path, member: name) }
        guard bytes <= maximumBytes - bytesRead else {
            throw .tooLarge(path: path, member: name, maximumBytes: maximumBytes)
        }
    }

    /// Counts bytes read from a file, `total` of them up to now.
    fileprivate func count(
        _ bytes: Int, of name: String, total: Int, limit: Int
    ) throws(ArchiveError) {
        guard total <= limit else { throw .bomb(path: path, member: name) }
        try check(bytes, of: name, limit: .max)
        bytesRead += bytes
    }

    private static func filesInFolder(_ path: String) throws(ArchiveError) -> [String] {
        // An enumerator does not follow a folder that is itself a link, as `current -> 2026-11`.
        let folder = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let walker = FileManager.default.enumerator(atPath: folder) else {
            throw .unreadable(path: path, reason: "the folder cannot be listed")
        }
        var names: [String] = []
        for case let name as String in walker {
            var isFolder: ObjCBool = false
            let full = path + "/" + name
            guard FileManager.default.fileExists(atPath: full, isDirectory: &isFolder),
                !isFolder.boolValue
            else { continue }
            guard names.count < maximumFiles else { throw .tooManyFiles(path: path) }
            names.append(name)
        }
        return names.sorted()
    }

    private static func openZip(_ path: String) throws(ArchiveError) -> ([String], Source) {
        var code: Int32 = 0
        guard let handle = zip_open(path, ZIP_RDONLY, &code) else {
            var error = zip_error_t()
            zip_error_init_with_code(&error, code)
            defer { zip_error_fini(&error) }
            let reason =
                FileStart(path: path)?.reason ?? String(cString: zip_error_strerror(&error))
            throw .notAnArchive(path: path, reason: reason)
        }
        let count = zip_get_num_entries(handle, 0)
        guard count <= maximumFiles else {
            zip_discard(handle)
            throw .tooManyFiles(path: path)
        }
        var names: [String] = []
        var indices: [String: UInt64] = [:]
        for index in 0..<UInt64(max(0, count)) {
            guard let raw = zip_get_name(handle, index, 0) else { continue }
            let name = String(cString: raw)
            guard !name.hasSuffix("/"), indices[name] == nil else { continue }
            names.append(name)
            indices[name] = index
        }
        return (names, .zip(handle, indices: indices))
    }
}

/// A file of an archive that is being read.
package final class ArchiveMember {
    package let name: String
    private let stream: Stream
    /// Keeps the archive open as long as one of its members is.
    private let archive: Archive
    private let limit: Int
    private var total = 0

    fileprivate enum Stream {
        case file(UnsafeMutablePointer<FILE>)
        case zip(OpaquePointer)
    }

    fileprivate init(name: String, stream: Stream, keeping archive: Archive, limit: Int = .max) {
        self.limit = limit
        self.name = name
        self.stream = stream
        self.archive = archive
    }

    deinit {
        switch stream {
        case .file(let file): fclose(file)
        case .zip(let file): zip_fclose(file)
        }
    }

    /// Reads into the start of `buffer` and returns the number of bytes, 0 at the end of the file.
    ///
    /// - Throws: ``ArchiveError``; its ``ArchiveError/isBound`` is true if a limit was exceeded.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        let count = try next(into: buffer)
        total += count
        try archive.count(count, of: name, total: total, limit: limit)
        return count
    }

    private func next(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        switch stream {
        case .file(let file):
            let count = fread(buffer.baseAddress, 1, buffer.count, file)
            if count == 0, ferror(file) != 0 {
                throw .unreadable(path: name, reason: "reading stopped before the end")
            }
            return count
        case .zip(let file):
            let count = zip_fread(file, buffer.baseAddress, UInt64(buffer.count))
            guard count >= 0 else {
                throw .unreadable(
                    path: name, reason: String(cString: zip_file_strerror(file)))
            }
            return Int(count)
        }
    }
}

/// The reason why an archive could not be read.
package enum ArchiveError: Error, Equatable, CustomStringConvertible {
    case notFound(path: String)
    case notAnArchive(path: String, reason: String)
    case tooManyFiles(path: String)
    case unreadable(path: String, reason: String)
    /// The files together exceed the maximum.
    case tooLarge(path: String, member: String, maximumBytes: Int)
    /// A file expands to more than a timetable could.
    case bomb(path: String, member: String)

    /// Whether a limit was exceeded, so that the whole archive must not be used.
    package var isBound: Bool {
        switch self {
        case .tooLarge, .bomb, .tooManyFiles: true
        case .notFound, .notAnArchive, .unreadable: false
        }
    }

    /// A sentence for people.
    package var description: String {
        switch self {
        case .notFound(let path):
            "There is no file or folder '\(path)'."
        case .notAnArchive(let path, let reason):
            "'\(path)' is neither a folder nor a readable ZIP file: \(reason)."
        case .tooManyFiles(let path):
            "'\(path)' contains more than \(Archive.maximumFiles) files."
        case .unreadable(let path, let reason):
            "'\(path)' cannot be read: \(reason)."
        case .tooLarge(let path, let member, let maximumBytes):
            "'\(path)' is too large: with '\(member)' more than \(maximumBytes / 1_000_000) MB would have "
                + "to be read of it, unpacked ('limits.feed-bytes' allows more)."
        case .bomb(let path, let member):
            "'\(path)' cannot be used: '\(member)' in it unpacks to more than "
                + "\(Archive.maximumUnpacking) times its size, which no timetable does."
        }
    }
}
