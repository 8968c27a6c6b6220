package import FileMapping

/// An OpenStreetMap extract in PBF, with random access to its blocks in a memory-mapped file.
///
/// Opening reads the header and the position of each block. A block is unpacked at each request, so
/// memory is limited to the blocks that the caller keeps. Format:
/// <https://wiki.openstreetmap.org/wiki/PBF_Format>.
package struct Extract: Sendable {
    /// Limits in bytes from the format specification.
    private static let maximumBlobHeaderBytes = 64 * 1024
    private static let maximumBlobBytes = 32 * 1024 * 1024

    /// The path for error messages.
    package let path: String
    /// The file's description of its content.
    package private(set) var header = ExtractHeader()
    private let file: MappedBytes
    private var blobs: [Blob] = []
    let knownKinds = KnownKinds()
    /// The part that is read; nil for the whole file.
    var region: ExtractRegion?

    /// The range of a blob's message in the file.
    private struct Blob {
        let start: Int
        let end: Int
    }

    /// Opens a file.
    ///
    /// - Throws: ``ExtractError`` if the file does not exist, is not an extract, is truncated or
    ///   requires unsupported features.
    package init(path: String) throws(ExtractError) {
        let file: MappedBytes
        do {
            file = try MappedBytes(path: path)
        } catch {
            switch error {
            case .notFound: throw ExtractError(.notFound, path: path)
            case .unreadable(let reason):
                throw ExtractError(.unreadable(reason: reason), path: path)
            }
        }
        try self.init(bytes: file, name: path)
    }

    /// Reads the extract in `bytes`; `name` is the path for error messages.
    ///
    /// - Throws: ``ExtractError`` if the bytes are not an extract, are truncated or require
    ///   unsupported features.
    package init(bytes: MappedBytes, name: String) throws(ExtractError) {
        path = name
        file = bytes
        var position = 0
        while position < bytes.raw.count { position = try readBlobHeader(at: position) }
        guard position > 0 else { throw ExtractError(.notAnExtract, path: path) }
    }

    /// The number of blocks with elements.
    package var blockCount: Int { blobs.count }

    /// The byte offset of a block in the file.
    func offset(ofBlock number: Int) -> Int { blobs[number].start }

    /// Reads the blob header at `position` and returns the position of the next one.
    ///
    /// - Throws: ``ExtractError`` if the header is damaged or truncated.
    private mutating func readBlobHeader(at position: Int) throws(ExtractError) -> Int {
        let raw = file.raw
        let isFirst = position == 0
        guard position + 4 <= raw.count else {
            throw error(isFirst ? .notAnExtract : .cut, position)
        }
        let length = Int(
            UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
        let start = position + 4
        guard length <= Self.maximumBlobHeaderBytes else {
            throw error(
                isFirst
                    ? .notAnExtract
                    : .tooLarge(part: "a blob header", limit: Self.maximumBlobHeaderBytes), position
            )
        }
        guard start + length <= raw.count else {
            throw error(isFirst ? .notAnExtract : .cut, position)
        }
        var type = ""
        var size: UInt64?
        do {
            var message = MessageReader(
                UnsafeRawBufferPointer(rebasing: raw[start..<start + length]))
            while let field = try message.field() {
                switch field {
                case .bytes(1): type = try message.message().text
                case .varint(3): size = try message.varint()
                default: try message.skip(field)
                }
            }
        } catch {
            throw self.error(isFirst ? .notAnExtract : .damaged(part: "a blob header"), position)
        }
        guard let size, !isFirst || type == "OSMHeader" else {
            throw error(isFirst ? .notAnExtract : .damaged(part: "a blob header"), position)
        }
        guard size <= UInt64(Self.maximumBlobBytes) else {
            throw error(.tooLarge(part: "a blob", limit: Self.maximumBlobBytes), position)
        }
        let blob = Blob(start: start + length, end: start + length + Int(size))
        guard blob.end <= raw.count else { throw error(.cut, position) }
        switch type {
        case "OSMHeader" where isFirst: try readHeader(blob)
        case "OSMData": blobs.append(blob)
        // The format requires readers to skip unknown types.
        default: break
        }
        return blob.end
    }

    private mutating func readHeader(_ blob: Blob) throws(ExtractError) {
        let unpacked = try unpack(blob, part: "the header")
        do {
            header = try ExtractHeader(MessageReader(unpacked.raw))
        } catch {
            throw self.error(.damaged(part: "the header"), blob.start)
        }
        if let feature = header.unsupportedFeature {
            throw error(.unsupported(feature: feature), blob.start)
        }
    }

    /// Unpacks a block of elements; the number must be in `0..<blockCount`.
    ///
    /// - Throws: ``ExtractError`` if the block is damaged or its compression is not zlib.
    package func block(_ number: Int) throws(ExtractError) -> ExtractBlock {
        let blob = blobs[number]
        let unpacked = try unpack(blob, part: "a block")
        let place = BlockLocation(path: path, offset: blob.start)
        return try ExtractBlock(unpacked, at: place, region: region)
    }

    private func unpack(_ blob: Blob, part: String) throws(ExtractError) -> UnpackedBytes {
        let place = BlockLocation(path: path, offset: blob.start)
        let message = MessageReader(
            UnsafeRawBufferPointer(rebasing: file.raw[blob.start..<blob.end]))
        var contents: BlobContents
        do {
            contents = try BlobContents(message)
        } catch {
            throw place.damaged(part)
        }
        if let compression = contents.unsupportedCompression {
            throw error(.compression(compression), blob.start)
        }
        if contents.isPacked {
            guard contents.unpackedSize <= UInt64(Self.maximumBlobBytes) else {
                throw error(.tooLarge(part: part, limit: Self.maximumBlobBytes), blob.start)
            }
            let room = UnpackedBytes(room: Int(contents.unpackedSize))
            guard room.unpack(contents.bytes) else { throw place.damaged(part) }
            return room
        }
        return UnpackedBytes(contents.bytes, of: file)
    }

    private func error(_ problem: ExtractError.Problem, _ offset: Int) -> ExtractError {
        ExtractError(problem, path: path, offset: offset)
    }
}

/// The location of a block, for errors.
struct BlockLocation: Sendable {
    let path: String
    let offset: Int

    func damaged(_ part: String) -> ExtractError {
        ExtractError(.damaged(part: part), path: path, offset: offset)
    }
}
