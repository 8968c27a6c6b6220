private import Archives
private import FileMapping
private import Foundation
private import TransitModel

/// Writes a `.streets` file section by section.
///
/// The old file stays until `finish` puts the complete new one in its place. Without `finish`
/// nothing is replaced.
package final class StreetsFileWriter {
    private let path: String
    private let file: AtomicFile
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
        do throws(AtomicFile.Failure) {
            file = try AtomicFile(replacing: path)
        } catch {
            throw StreetsFileError(error, path: path)
        }
        // Reserve space for the header and table, which are written once the sections are known.
        let table = StreetsFile.headerSize + StreetsFile.maximumSections * StreetsFile.entrySize
        buffer = [UInt8](repeating: 0, count: table)
        position = table
        try pad()
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
        try namingFile { () throws(AtomicFile.Failure) in try file.append(bytes) }
    }

    private func namingFile(
        _ work: () throws(AtomicFile.Failure) -> Void
    ) throws(StreetsFileError) {
        do throws(AtomicFile.Failure) {
            try work()
        } catch {
            throw StreetsFileError(error, path: path)
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
        try namingFile { () throws(AtomicFile.Failure) in try file.replace() }
    }

    private func writeTable() throws(StreetsFileError) {
        let written: MappedBytes
        do {
            written = try MappedBytes(path: file.partialPath)
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
        header += table
        try namingFile { () throws(AtomicFile.Failure) in
            try header.span.bytes.withUnsafeBytes { (bytes) throws(AtomicFile.Failure) in
                try file.write(bytes, at: 0)
            }
        }
    }
}

extension StreetsFileError {
    fileprivate init(_ failure: AtomicFile.Failure, path: String) {
        switch failure {
        case .busy: self = .busy(path: path)
        case .system(let reason): self = .notWritten(path: path, reason: reason)
        }
    }
}
