private import Archives
import FileMapping

/// The bytes of one block, either unpacked into their own memory or in the mapped file.
final class UnpackedBytes: @unchecked Sendable {
    let raw: UnsafeRawBufferPointer
    /// The memory owned by this object; nil for bytes of the file.
    private let room: UnsafeMutableRawBufferPointer?
    private let file: MappedBytes?

    /// Allocates memory, which must be filled before this object is shared.
    init(room count: Int) {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, count), alignment: 8)
        self.room = room
        raw = UnsafeRawBufferPointer(rebasing: room[..<count])
        file = nil
    }

    /// Refers to bytes of a file.
    init(_ bytes: UnsafeRawBufferPointer, of file: MappedBytes) {
        raw = bytes
        self.file = file
        room = nil
    }

    /// Unpacks a zlib stream into the memory; false unless it fills it exactly.
    func unpack(_ packed: UnsafeRawBufferPointer) -> Bool {
        guard let room else { return false }
        return ZlibUnpacking.unpack(
            packed, into: UnsafeMutableRawBufferPointer(rebasing: room[..<raw.count]))
    }

    deinit {
        room?.deallocate()
    }
}

/// The fields of a blob.
struct BlobContents {
    private(set) var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var isPacked = false
    private(set) var unpackedSize: UInt64 = 0
    /// The name of an unsupported compression; nil if there is none.
    private(set) var unsupportedCompression: String?

    init(_ message: MessageReader) throws(MessageReader.Malformed) {
        var message = message
        while let field = try message.field() {
            switch field {
            case .bytes(1):
                bytes = try message.message().rest
                isPacked = false
            case .varint(2): unpackedSize = try message.varint()
            case .bytes(3):
                bytes = try message.message().rest
                isPacked = true
            case .bytes(let number) where Self.compressions[number] != nil:
                unsupportedCompression = Self.compressions[number]
                try message.skip(field)
            default: try message.skip(field)
            }
        }
    }

    private static let compressions = [4: "LZMA", 5: "bzip2", 6: "LZ4", 7: "Zstandard"]
}
