private import Archives
package import FileMapping
private import Foundation

/// Streets of a region for walks, place search and maps, as sections of one memory-mapped file.
///
/// ```
/// header    "TAKTSTRT"  format version u32  number of sections u32  length of file u64
///           checksum of the table u32  zero u32
/// table     per section:  name in 16 bytes, padded with zeros  offset u64  length u64
///           checksum u32  zero u32
/// sections  each aligned to 64 bytes
/// ```
/// Numbers are little-endian. Checksums are CRC-32, verified when the file is opened.
package struct StreetsFile: Sendable {
    /// The version of the format, raised with every change; other versions are rejected.
    package static let formatVersion: UInt32 = 2
    static let magic: [UInt8] = Array("TAKTSTRT".utf8)
    static let headerSize = 32
    static let entrySize = 40
    static let nameSize = 16
    static let alignment = 64
    static let maximumSections = 16

    /// The path for error messages.
    package let path: String
    /// The file's description of itself.
    package let metadata: StreetsMetadata
    private let sections: [SectionName: MappedSlice]

    /// Opens a file by mapping it into memory, and verifies it.
    ///
    /// - Throws: ``StreetsFileError`` if the file does not exist, is damaged or has another format.
    /// - Complexity: Linear in the size of the file.
    package init(path: String) throws(StreetsFileError) {
        let bytes: MappedBytes
        do {
            bytes = try MappedBytes(path: path)
        } catch {
            switch error {
            case .notFound: throw .notFound(path: path)
            case .unreadable(let reason): throw .unreadable(path: path, reason: reason)
            }
        }
        try self.init(bytes: bytes, name: path)
    }

    /// Reads the sections in `bytes`; `name` is the path for error messages.
    ///
    /// - Throws: ``StreetsFileError`` if the bytes are damaged or have another format.
    package init(bytes: MappedBytes, name: String) throws(StreetsFileError) {
        let raw = bytes.raw
        guard raw.count >= Self.headerSize, raw.prefix(8).elementsEqual(Self.magic) else {
            throw .notStreets(path: name)
        }
        let version = raw.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        guard version == Self.formatVersion else { throw .otherVersion(path: name, found: version) }
        let count = Int(raw.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        let length = raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
        let tableEnd = Self.headerSize + count * Self.entrySize
        guard length == UInt64(raw.count), count <= Self.maximumSections, tableEnd <= raw.count
        else { throw .damaged(path: name, part: "header") }
        let table = UnsafeRawBufferPointer(rebasing: raw[Self.headerSize..<tableEnd])
        guard CRC32.checksum(table) == raw.loadUnaligned(fromByteOffset: 24, as: UInt32.self) else {
            throw .damaged(path: name, part: "table of sections")
        }
        var sections: [SectionName: MappedSlice] = [:]
        for number in 0..<count {
            let entry = UnsafeRawBufferPointer(
                rebasing: table[number * Self.entrySize..<(number + 1) * Self.entrySize])
            // Skip sections written by a newer program.
            let text = String(
                decoding: entry.prefix(Self.nameSize).prefix { $0 != 0 }, as: UTF8.self)
            guard let section = SectionName(rawValue: text) else { continue }
            sections[section] = try Self.slice(entry, of: bytes, name: name, part: text)
        }
        guard let description = sections[.metadata],
            let metadata = try? JSONDecoder().decode(
                StreetsMetadata.self, from: description.withBytes { Data($0) })
        else { throw .damaged(path: name, part: SectionName.metadata.rawValue) }
        path = name
        self.metadata = metadata
        self.sections = sections
    }

    private static func slice(
        _ entry: UnsafeRawBufferPointer, of bytes: MappedBytes, name: String, part: String
    ) throws(StreetsFileError) -> MappedSlice {
        let offset = entry.loadUnaligned(fromByteOffset: nameSize, as: UInt64.self)
        let length = entry.loadUnaligned(fromByteOffset: nameSize + 8, as: UInt64.self)
        let checksum = entry.loadUnaligned(fromByteOffset: nameSize + 16, as: UInt32.self)
        guard offset % UInt64(alignment) == 0,
            let start = Int(exactly: offset), let count = Int(exactly: length),
            let slice = MappedSlice(bytes).part(at: start, count: count),
            slice.withBytes({ CRC32.checksum($0) }) == checksum
        else { throw .damaged(path: name, part: part) }
        return slice
    }

    /// The bytes of a section.
    ///
    /// - Throws: ``StreetsFileError/missing(path:section:)`` if the file lacks the section.
    package func section(_ name: SectionName) throws(StreetsFileError) -> MappedSlice {
        guard let slice = sections[name] else { throw .missing(path: path, section: name) }
        return slice
    }

    package func contains(_ name: SectionName) -> Bool { sections[name] != nil }
}
