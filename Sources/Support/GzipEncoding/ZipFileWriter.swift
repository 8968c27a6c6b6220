private import Foundation

/// Writes a ZIP file piece by piece, in bounded memory.
///
/// Members are compressed and follow one another; their sizes come after their content, so nothing is
/// written twice. Equal members make equal files: all of them bear the first day that ZIP knows.
/// Left out: members of 4 GB and more (ZIP64), comments, attributes.
package final class ZipFileWriter {
    private struct Member {
        let name: [UInt8]
        let offset: UInt32
        var check: UInt32 = 0
        var packedSize: UInt64 = 0
        var size: UInt64 = 0
    }

    private let file: FileHandle
    private var members: [Member] = []
    private var encoder: GzipEncoder?
    private var position: UInt64 = 0
    /// What was packed and not yet written; the last bytes of a member are not its content.
    private var packed: [UInt8] = []
    private var isAtStart = false

    /// gzip puts so many bytes before what ZIP calls a member's content.
    private static let gzipHeader = 10
    /// gzip puts so many bytes after it: check sum and size.
    private static let gzipTrailer = 8
    /// Version 2.0; sizes come after the content; names are UTF-8; deflated; 1980-01-01 00:00.
    private static let kind: [UInt8] = [20, 0, 0x08, 0x08, 8, 0, 0, 0, 0x21, 0]
    private static let largest = UInt64(UInt32.max) - 1

    /// Begins a file, in place of what may be there.
    package init(path: String) throws(ZipFileError) {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw .unwritable }
        self.file = file
    }

    deinit {
        try? file.close()
    }

    /// Begins a member after ending the one before.
    package func begin(_ name: String) throws(ZipFileError) {
        try endMember()
        members.append(Member(name: Array(name.utf8), offset: try offset()))
        var header: [UInt8] = [0x50, 0x4b, 3, 4] + Self.kind
        header += [UInt8](repeating: 0, count: 12)
        header += Self.bytes(UInt16(clamping: name.utf8.count)) + [0, 0]
        try put(header + Array(name.utf8))
        encoder = GzipEncoder()
        isAtStart = true
        packed = []
    }

    /// Adds to the member that was begun last.
    package func write(_ bytes: [UInt8]) throws(ZipFileError) {
        guard !members.isEmpty, let more = encoder?.append(bytes) else { return }
        members[members.count - 1].size += UInt64(bytes.count)
        try take(more)
    }

    /// Ends the file and brings it to the disk; nothing may follow.
    package func finish() throws(ZipFileError) {
        try endMember()
        let start = try offset()
        for member in members {
            var entry: [UInt8] = [0x50, 0x4b, 1, 2, 20, 0] + Self.kind
            entry += Self.bytes(member.check) + Self.bytes(UInt32(member.packedSize))
            entry += Self.bytes(UInt32(member.size))
            entry += Self.bytes(UInt16(clamping: member.name.count))
            entry += [UInt8](repeating: 0, count: 12)
            try put(entry + Self.bytes(member.offset) + member.name)
        }
        let count = Self.bytes(UInt16(clamping: members.count))
        let length = Self.bytes(try offset() - start)
        try put(
            [0x50, 0x4b, 5, 6, 0, 0, 0, 0] + count + count + length + Self.bytes(start) + [0, 0])
        do {
            try file.synchronize()
            try file.close()
        } catch {
            throw .unwritable
        }
    }

    private func endMember() throws(ZipFileError) {
        guard encoder != nil, let last = encoder?.finish() else { return }
        encoder = nil
        try take(last)
        let row = members.count - 1
        let check = packed.prefix(4).enumerated().reduce(UInt32(0)) {
            $0 | UInt32($1.element) << UInt32($1.offset * 8)
        }
        members[row].check = check
        let member = members[row]
        guard member.size < Self.largest, member.packedSize < Self.largest else { throw .tooLarge }
        try put(
            [0x50, 0x4b, 7, 8] + Self.bytes(check) + Self.bytes(UInt32(member.packedSize))
                + Self.bytes(UInt32(member.size)))
    }

    /// Writes what is certainly content.
    private func take(_ bytes: [UInt8]) throws(ZipFileError) {
        packed += bytes
        if isAtStart {
            guard packed.count >= Self.gzipHeader else { return }
            packed.removeFirst(Self.gzipHeader)
            isAtStart = false
        }
        let count = packed.count - Self.gzipTrailer
        guard count > 0 else { return }
        try put(Array(packed.prefix(count)))
        members[members.count - 1].packedSize += UInt64(count)
        packed.removeFirst(count)
    }

    private func put(_ bytes: [UInt8]) throws(ZipFileError) {
        do { try file.write(contentsOf: Data(bytes)) } catch { throw .unwritable }
        position += UInt64(bytes.count)
    }

    private func offset() throws(ZipFileError) -> UInt32 {
        guard position < Self.largest else { throw .tooLarge }
        return UInt32(position)
    }

    private static func bytes(_ number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}

/// Why a ZIP file could not be written.
package enum ZipFileError: Error, Equatable, CustomStringConvertible {
    case unwritable
    case tooLarge

    /// One sentence for people.
    package var description: String {
        switch self {
        case .unwritable: "The ZIP file cannot be written; is the disk full?"
        case .tooLarge: "A file of 4 GB or more does not fit into a ZIP file."
        }
    }
}
