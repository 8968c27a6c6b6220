private import Archives
private import FileMapping
private import Foundation
private import TransitModel

/// Writes a `.streets` file section by section.
///
/// The bytes go into `path.partial` in the same folder. `finish` flushes it to disk and renames it,
/// so the old file stays until the new one is complete. Without `finish` nothing is replaced.
package final class StreetsFileWriter {
    private let path: String
    private let partial: String
    private var descriptor: Int32
    private var position = 0
    private var buffer: [UInt8] = []
    private var sections: [(name: SectionName, start: Int, count: Int)] = []

    private static let bufferSize = 1 << 18

    /// Creates the partial file.
    ///
    /// - Throws: ``StreetsFileError/notWritten(path:reason:)`` if the file cannot be created,
    ///   ``StreetsFileError/busy(path:)`` if another program is writing it.
    package init(path: String) throws(StreetsFileError) {
        self.path = path
        partial = path + ".partial"
        descriptor = open(partial, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw .notWritten(path: path, reason: String(cString: strerror(errno)))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            descriptor = -1
            throw .busy(path: path)
        }
        // Another program may have renamed the file to its final path before it let go of it.
        guard Self.isSameFile(descriptor, partial) else {
            close(descriptor)
            descriptor = -1
            throw .busy(path: path)
        }
        guard ftruncate(descriptor, 0) == 0 else { throw failure() }
        // Reserve space for the header and table, which are written once the sections are known.
        let table = StreetsFile.headerSize + StreetsFile.maximumSections * StreetsFile.entrySize
        buffer = [UInt8](repeating: 0, count: table)
        position = table
        try pad()
    }

    deinit {
        guard descriptor >= 0 else { return }
        unlink(partial)
        close(descriptor)
    }

    /// Returns whether the open file is still the one at a path.
    private static func isSameFile(_ descriptor: CInt, _ path: String) -> Bool {
        var opened = stat()
        var named = stat()
        return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0
            && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }

    private func failure() -> StreetsFileError {
        .notWritten(path: path, reason: String(cString: strerror(errno)))
    }

    /// Begins a section, which ends where the next one begins.
    ///
    /// - Precondition: Each section is begun at most once.
    /// - Throws: ``StreetsFileError`` if the disk is full or fails.
    package func begin(_ name: SectionName) throws(StreetsFileError) {
        precondition(!sections.contains { $0.name == name }, "section \(name) was written twice")
        try end()
        sections.append((name, position, 0))
    }

    private func end() throws(StreetsFileError) {
        guard let last = sections.last else { return }
        sections[sections.count - 1].count = position - last.start
        try pad()
    }

    private func pad() throws(StreetsFileError) {
        let rest = position % StreetsFile.alignment
        if rest > 0 { try write([UInt8](repeating: 0, count: StreetsFile.alignment - rest)) }
    }

    /// The number of bytes written to the current section.
    package var sectionCount: Int { position - (sections.last?.start ?? position) }

    /// Appends bytes to the current section.
    ///
    /// - Throws: ``StreetsFileError`` if the disk is full or fails.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(StreetsFileError) {
        position += bytes.count
        if buffer.count + bytes.count > Self.bufferSize { try flush() }
        if bytes.count > Self.bufferSize {
            try writeAll(bytes)
        } else {
            buffer.append(contentsOf: bytes)
        }
    }

    /// Appends values to the current section in their memory representation.
    ///
    /// - Throws: ``StreetsFileError`` if the disk is full or fails.
    package func write<Element: BitwiseCopyable>(_ values: [Element]) throws(StreetsFileError) {
        var failure: StreetsFileError?
        values.withUnsafeBytes { bytes in
            do throws(StreetsFileError) { try write(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func flush() throws(StreetsFileError) {
        let full = buffer
        buffer.removeAll(keepingCapacity: true)
        var failure: StreetsFileError?
        full.withUnsafeBytes { bytes in
            do throws(StreetsFileError) { try writeAll(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func writeAll(_ bytes: UnsafeRawBufferPointer) throws(StreetsFileError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            done += count
        }
    }

    /// Adds the metadata, flushes the file to disk and renames it; no other call may follow.
    ///
    /// - Throws: ``StreetsFileError`` if the disk is full or fails; the old file then stays.
    package func finish(_ metadata: StreetsMetadata) throws(StreetsFileError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let json = try? encoder.encode(metadata) else {
            throw .notWritten(path: path, reason: "its description is not JSON")
        }
        try begin(.metadata)
        try write(Array(json))
        try end()
        try flush()
        try writeTable()
        guard fsync(descriptor) == 0, rename(partial, path) == 0 else { throw failure() }
        close(descriptor)
        descriptor = -1
        syncFolder()
    }

    private func writeTable() throws(StreetsFileError) {
        let written: MappedBytes
        do {
            written = try MappedBytes(path: partial)
        } catch {
            throw .notWritten(path: path, reason: "what was written cannot be read back")
        }
        var table: [UInt8] = []
        for section in sections {
            let name = Array(section.name.rawValue.utf8)
            table += name + [UInt8](repeating: 0, count: StreetsFile.nameSize - name.count)
            table.append(littleEndian: UInt64(section.start))
            table.append(littleEndian: UInt64(section.count))
            let slice = MappedSlice(written).part(at: section.start, count: section.count)
            table.append(littleEndian: slice?.withBytes { CRC32.checksum($0) } ?? 0)
            table.append(littleEndian: UInt32(0))
        }
        var header = StreetsFile.magic
        header.append(littleEndian: StreetsFile.formatVersion)
        header.append(littleEndian: UInt32(sections.count))
        header.append(littleEndian: UInt64(position))
        header.append(littleEndian: table.withUnsafeBytes { CRC32.checksum($0) })
        header.append(littleEndian: UInt32(0))
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure() }
        try write(header + table)
        try flush()
    }

    /// Makes the rename durable if the file system supports it.
    private func syncFolder() {
        let folder = (path as NSString).deletingLastPathComponent
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
