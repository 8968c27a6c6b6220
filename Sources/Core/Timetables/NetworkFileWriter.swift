#if !hasFeature(Embedded)

private import Foundation
private import TransitModel

/// Collects columns and writes them as one network file.
package struct NetworkFileWriter {
    private struct Section {
        let id: ColumnID
        let elementSize: Int
        let count: Int
        let checksum: UInt64
        let write: (_ to: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
    }

    private var sections: [Section] = []

    package init() {}

    /// Adds a column.
    ///
    /// Each id may be added only once.
    package mutating func add<Element: BitwiseCopyable>(_ id: ColumnID, _ values: [Element]) {
        precondition(!sections.contains { $0.id == id }, "column \(id) was added twice")
        let checksum = values.withUnsafeBytes { StableHash.checksum($0) }
        sections.append(
            Section(
                id: id, elementSize: MemoryLayout<Element>.stride, count: values.count,
                checksum: checksum, write: { sink in try values.withUnsafeBytes(sink) }))
    }

    /// Returns the whole file in memory.
    package func bytes() -> [UInt8] {
        var result: [UInt8] = []
        // Appending to an array cannot fail.
        try? emit { result.append(contentsOf: $0) }
        return result
    }

    /// Writes the file atomically: to `path.partial` first, which is flushed to disk and renamed.
    /// - Throws: ``NetworkFileError`` if the file cannot be written.
    package func write(to path: String) throws(NetworkFileError) {
        let partial = path + ".partial"
        let descriptor = open(partial, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        // Another program may have renamed the file to its final path before it let go of it.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, Self.isSameFile(descriptor, partial) else {
            throw .busy(path: path)
        }
        do {
            guard ftruncate(descriptor, 0) == 0 else { throw failure(path) }
            try emit { try Self.writeAll($0, to: descriptor, path: path) }
            guard fsync(descriptor) == 0 else { throw failure(path) }
            guard rename(partial, path) == 0 else { throw failure(path) }
            try Self.syncFolder(of: path)
        } catch {
            unlink(partial)
            throw error as? NetworkFileError ?? .notWritten(path: path, reason: "\(error)")
        }
    }

    /// Returns whether the open file is still the one at a path.
    private static func isSameFile(_ descriptor: Int32, _ path: String) -> Bool {
        var opened = stat()
        var named = stat()
        return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0
            && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
    }

    private func failure(_ path: String) -> NetworkFileError {
        .notWritten(path: path, reason: String(cString: strerror(errno)))
    }

    private static func writeAll(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String
    ) throws {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw NetworkFileError.notWritten(
                    path: path, reason: String(cString: strerror(errno)))
            }
            done += count
        }
    }

    /// Makes the rename durable.
    private static func syncFolder(of path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private func emit(_ sink: (UnsafeRawBufferPointer) throws -> Void) throws {
        let alignment = NetworkFile.alignment
        func aligned(_ offset: Int) -> Int { (offset + alignment - 1) / alignment * alignment }
        let tableEnd = NetworkFile.headerSize + sections.count * NetworkFile.entrySize
        var table: [UInt8] = []
        var offset = aligned(tableEnd)
        for section in sections {
            table.append(littleEndian: section.id.rawValue)
            table.append(littleEndian: UInt32(section.elementSize))
            table.append(littleEndian: UInt64(offset))
            table.append(littleEndian: UInt64(section.count))
            table.append(littleEndian: section.checksum)
            offset = aligned(offset + section.count * section.elementSize)
        }
        var header = NetworkFile.magic
        header.append(littleEndian: NetworkFile.formatVersion)
        header.append(littleEndian: UInt32(sections.count))
        header.append(littleEndian: UInt64(offset))
        header.append(littleEndian: table.withUnsafeBytes { StableHash.checksum($0) })
        header.append(contentsOf: table)
        header.append(contentsOf: repeatElement(0, count: aligned(tableEnd) - tableEnd))
        try header.withUnsafeBytes(sink)
        for section in sections {
            try section.write(sink)
            let size = section.count * section.elementSize
            try [UInt8](repeating: 0, count: aligned(size) - size).withUnsafeBytes(sink)
        }
    }
}

#endif
