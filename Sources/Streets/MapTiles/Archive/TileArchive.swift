import Archives
package import FileMapping
import Foundation
import Synchronization
package import TransitModel

/// An archive of vector tiles, PMTiles version 3: our own or one of the operator's.
///
/// Every place in it is checked when it is read, so that a damaged archive shows no tile rather
/// than foreign bytes.
package final class TileArchive: Sendable {
    /// The box of the tiles; nil if the archive does not say.
    package let box: BoundingBox?
    package let minimumZoom: Int
    package let maximumZoom: Int
    /// The number of tiles that can be asked for.
    package let tileCount: Int

    /// A number that changes with the archive: its checksum and its size.
    package let digest: UInt64

    /// The version of the tiles as their address names it.
    package var version: String { String(digest, radix: 36) }

    private let bytes: MappedSlice
    private let header: ArchiveHeader
    private let root: ArchiveDirectory
    /// The directories below the root that were read last, by their place.
    private let leaves = Mutex<[UInt64: ArchiveDirectory]>([:])

    /// The archive is not one that can be read.
    package struct Damaged: Error, Equatable {}

    private static let maximumDirectoryBytes = 64 * 1024 * 1024
    private static let maximumMetadataBytes = 4 * 1024 * 1024
    private static let maximumLeaves = 64
    /// The directories on the way to a tile.
    private static let maximumDepth = 4

    /// Opens the archive in `bytes`, in time linear in its size.
    ///
    /// - Throws: ``Damaged`` if it is not an archive of vector tiles in gzip, or its root directory
    ///   cannot be read.
    package init(_ bytes: MappedSlice) throws(Damaged) {
        guard let header = bytes.withBytes({ ArchiveHeader($0) }) else { throw Damaged() }
        self.bytes = bytes
        self.header = header
        box = header.box
        minimumZoom = Int(header.minimumZoom)
        maximumZoom = Int(header.maximumZoom)
        tileCount = Int(clamping: header.addressedTiles)
        guard
            let root = Self.directory(bytes, header.root.offset, header.root.length),
            Self.end(header.tiles.offset, header.tiles.length) ?? .max <= UInt64(bytes.count),
            Self.end(header.leaves.offset, header.leaves.length) ?? .max <= UInt64(bytes.count)
        else { throw Damaged() }
        self.root = root
        digest = UInt64(bytes.withBytes { CRC32.checksum($0) }) << 24 ^ UInt64(bytes.count)
    }

    /// The names of the layers of the tiles; empty if the archive does not say.
    package func layers() -> [String] {
        guard let start = Int(exactly: header.metadata.offset),
            let count = Int(exactly: header.metadata.length),
            let part = bytes.part(at: start, count: count),
            let text = part.withBytes({
                GzipDecoder.unpacked($0, maximumBytes: Self.maximumMetadataBytes)
            }),
            let metadata = try? JSONDecoder().decode(TileMetadata.self, from: Data(text))
        else { return [] }
        return metadata.layers?.map(\.id) ?? []
    }

    /// Returns a tile as it is stored, in gzip; nil if the archive does not have it.
    package func tile(_ address: TileAddress) -> [UInt8]? {
        entry(of: address).flatMap { part($0, of: header.tiles) }.map { slice in
            slice.withBytes { Array($0) }
        }
    }

    /// Returns the number of bytes that a tile takes, without reading it; nil if the archive does
    /// not have it.
    package func byteCount(_ address: TileAddress) -> Int? {
        entry(of: address).flatMap { part($0, of: header.tiles) }.map(\.count)
    }

    private func entry(of address: TileAddress) -> ArchiveDirectory.Entry? {
        let number = TileID.number(of: address)
        var directory = root
        for _ in 0..<Self.maximumDepth {
            guard let entry = directory.entry(of: number) else { return nil }
            if entry.run > 0 { return entry }
            guard let leaf = leaf(entry) else { return nil }
            directory = leaf
        }
        return nil
    }

    private func leaf(_ entry: ArchiveDirectory.Entry) -> ArchiveDirectory? {
        if let known = leaves.withLock({ $0[entry.offset] }) { return known }
        guard Self.end(entry.offset, entry.length) ?? .max <= header.leaves.length,
            let leaf = Self.directory(bytes, header.leaves.offset + entry.offset, entry.length)
        else { return nil }
        leaves.withLock { leaves in
            if leaves.count >= Self.maximumLeaves { leaves.removeAll() }
            leaves[entry.offset] = leaf
        }
        return leaf
    }

    private func part(
        _ entry: ArchiveDirectory.Entry, of whole: ArchiveHeader.Part
    ) -> MappedSlice? {
        guard let end = Self.end(entry.offset, entry.length), end <= whole.length,
            let start = Int(exactly: whole.offset + entry.offset),
            let count = Int(exactly: entry.length)
        else { return nil }
        return bytes.part(at: start, count: count)
    }

    private static func end(_ offset: UInt64, _ length: UInt64) -> UInt64? {
        let (end, isTooLarge) = offset.addingReportingOverflow(length)
        return isTooLarge ? nil : end
    }

    private static func directory(
        _ bytes: MappedSlice, _ offset: UInt64, _ length: UInt64
    ) -> ArchiveDirectory? {
        guard let start = Int(exactly: offset), let count = Int(exactly: length),
            let part = bytes.part(at: start, count: count),
            let unpacked = part.withBytes({
                GzipDecoder.unpacked($0, maximumBytes: maximumDirectoryBytes)
            })
        else { return nil }
        return try? ArchiveDirectory(bytes: unpacked)
    }
}

/// The part of an archive's metadata that is read.
private struct TileMetadata: Decodable {
    let layers: [Layer]?

    struct Layer: Decodable {
        let id: String
    }

    private enum CodingKeys: String, CodingKey {
        case layers = "vector_layers"
    }
}
