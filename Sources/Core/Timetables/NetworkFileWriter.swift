#if !hasFeature(Embedded)

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

    /// Writes the file, which replaces the one at its path once it is complete.
    /// - Throws: ``NetworkFileError`` if the file cannot be written.
    package func write(to path: String) throws(NetworkFileError) {
        do {
            let file = try AtomicFile(replacing: path)
            try emit { try file.append($0) }
            try file.replace()
        } catch AtomicFile.Failure.busy {
            throw .busy(path: path)
        } catch AtomicFile.Failure.system(let reason) {
            throw .notWritten(path: path, reason: reason)
        } catch {
            throw .notWritten(path: path, reason: "\(error)")
        }
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
