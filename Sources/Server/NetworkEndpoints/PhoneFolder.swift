import APISchema
import Crypto
import Foundation
import HTTPServing
import NetworkAPI
import Timetables
import TransitModel
import WireAPI

/// The files for phones in their folder: those that are offered, each with how it differs from
/// older ones, and these.
///
/// The name of a file has its network and week, the region if it is of one, and its digest.
struct PhoneFolder: Sendable {
    /// A network file on the disk; ".gz" follows for the compressed one.
    struct File: Sendable {
        let path: String
        var answer: NetworkAnswer.Phone

        /// Returns the path of the difference from an older file; ".gz" follows likewise.
        func difference(from digest: String) -> String { "\(path)-from-\(digest)" }

        /// Whether another server of the data folder, such as that of the next network, removed it.
        var isGone: Bool {
            ![path, path + PhoneFolder.packed].allSatisfy(FileManager.default.fileExists(atPath:))
        }
    }

    let path: String

    static let prefix = "network-"
    private static let packed = ".gz"
    private static let regionMark = "around."
    /// The most older files of which differences are offered: those of three weeks, if the feed
    /// stays the same.
    private static let olderFiles = 3

    /// The part of a name that says of which region a file is.
    static func mark(ofRegion stopID: String) -> String {
        regionMark + SHA256.hash(data: Data(stopID.utf8)).hexText.prefix(16) + "-"
    }

    /// Returns the file with the beginning of a name if it was written before and is undamaged.
    func stored(_ beginning: String, _ days: ClosedRange<ServiceDay>) -> File? {
        let names = names
        for name in names where name.hasPrefix(beginning) && Self.isWhole(name) {
            guard Self.region(of: name) == Self.region(of: beginning),
                let digest = Self.digest(of: name),
                let packed = FileIdentity(path: "\(path)/\(name)\(Self.packed)"),
                let bytes = intactFile(name)
            else { continue }
            var file = file(name, digest, days)
            file.answer.bytes = bytes.count
            file.answer.compressedBytes = packed.size
            let older = names.compactMap { other in
                other.hasPrefix(name + "-from-") ? Self.digest(of: other) : nil
            }
            file.answer.differences = older.compactMap { difference(of: file, from: $0) }
            return file
        }
        return nil
    }

    /// Writes a file, and how it differs from the newest of the other ones of its region.
    ///
    /// Without an older one, the whole file is never in memory: for a country, it and its
    /// compressed form would be the most memory that the server ever takes.
    ///
    /// - Throws: An error of the file system or of the network's file.
    func write(
        _ cut: NetworkCut, _ beginning: String, _ days: ClosedRange<ServiceDay>
    ) throws -> File {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        // The server of the next network may write the same file at this moment.
        let new = "\(path)/\(beginning)\(UUID().uuidString)"
        defer { for ending in ["", Self.packed] { unlink(new + ending) } }
        try cut.write(to: new)
        let digest = try Self.pack(new)
        var file = file(beginning + digest, digest, days)
        for ending in ["", Self.packed] { try Self.rename(new + ending, to: file.path + ending) }
        file.answer.bytes = FileIdentity(path: file.path)?.size ?? 0
        file.answer.compressedBytes = FileIdentity(path: file.path + Self.packed)?.size ?? 0
        for older in older(than: beginning + digest) {
            guard let difference = try writeDifference(of: file, from: older) else { continue }
            file.answer.differences.append(difference)
        }
        return file
    }

    /// Removes what neither belongs to files nor is one of the older ones of their regions.
    ///
    /// - Throws: An error of the file system.
    func removeOthers(than files: [File]) throws {
        let offered = files.map { URL(fileURLWithPath: $0.path).lastPathComponent }
        let older = Set(offered.flatMap(older(than:)))
        for name in names where !older.contains(name) && !offered.contains(where: name.hasPrefix) {
            try FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }

    // MARK: - Names

    private var names: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasPrefix(Self.prefix) }
    }

    private func file(_ name: String, _ digest: String, _ days: ClosedRange<ServiceDay>) -> File {
        var answer = NetworkAnswer.Phone()
        answer.digest = digest
        answer.address = APIPaths.networkFile + "?digest=" + digest
        answer.firstDay = days.lowerBound
        answer.lastDay = days.upperBound
        return File(path: "\(path)/\(name)", answer: answer)
    }

    /// Returns the digest at the end of a file's name; nil for a compressed file.
    private static func digest(of name: String) -> String? {
        let digest = name.split(separator: "-").last ?? ""
        return digest.utf8.count == 64 ? String(digest) : nil
    }

    /// Returns the region in a name; nil if the file is of the whole network.
    private static func region(of name: String) -> Substring? {
        name.split(separator: "-").first { $0.hasPrefix(regionMark) }
    }

    /// Whether a name is that of a file that was offered, not of a difference or compressed.
    private static func isWhole(_ name: String) -> Bool {
        digest(of: name) != nil && !name.contains("-from-")
    }

    /// Returns the last files of the same region to be written, the newest first.
    private func older(than name: String) -> [String] {
        let region = Self.region(of: name)
        let dated = names.filter { Self.isWhole($0) && $0 != name && Self.region(of: $0) == region }
            .compactMap { name in
                FileIdentity(path: "\(path)/\(name)").map { (name, $0.modified) }
            }
        return dated.sorted { $0.1 > $1.1 }.prefix(Self.olderFiles).map(\.0)
    }

    // MARK: - Contents

    private static let pieceBytes = 1 << 20

    /// Writes the compressed form of a file beside it; returns the file's digest.
    private static func pack(_ path: String) throws -> String {
        let plain = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        try Data().write(to: URL(fileURLWithPath: path + packed))
        let target = try FileHandle(forWritingTo: URL(fileURLWithPath: path + packed))
        var hash = SHA256()
        try Encodings.gzip {
            guard let piece = try plain.read(upToCount: pieceBytes), !piece.isEmpty else {
                return nil
            }
            hash.update(data: piece)
            return Array(piece)
        } to: {
            try target.write(contentsOf: $0)
        }
        try target.synchronize()
        return hash.finalize().hexText
    }

    private static func rename(_ path: String, to new: String) throws {
        guard Foundation.rename(path, new) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    /// Returns a file of the folder; nil if it does not have the digest that its name ends with.
    private func intactFile(_ name: String) -> Data? {
        let file = URL(fileURLWithPath: "\(path)/\(name)")
        guard let bytes = try? Data(contentsOf: file, options: .alwaysMapped),
            SHA256.hash(data: bytes).hexText == Self.digest(of: name)
        else { return nil }
        return bytes
    }

    /// Writes how a file differs from an older one; returns nil if that saves less than half.
    private func writeDifference(
        of file: File, from name: String
    ) throws -> NetworkAnswer.Phone.Difference? {
        guard let digest = Self.digest(of: name), digest != file.answer.digest,
            let old = intactFile(name)
        else { return nil }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file.path))
        let difference = FileDifference.bytes(from: Array(old), to: Array(bytes))
        let packed = Encodings.gzipped(difference)
        guard packed.count * 2 <= file.answer.compressedBytes else { return nil }
        for (bytes, ending) in [(difference, ""), (packed, Self.packed)] {
            try Data(bytes).write(
                to: URL(fileURLWithPath: file.difference(from: digest) + ending), options: .atomic)
        }
        return self.difference(of: file, from: digest)
    }

    /// Returns how a difference is offered; nil where it was not written.
    private func difference(
        of file: File, from digest: String
    ) -> NetworkAnswer.Phone.Difference? {
        let path = file.difference(from: digest)
        guard let plain = FileIdentity(path: path),
            let packed = FileIdentity(path: path + Self.packed)
        else { return nil }
        return NetworkAnswer.Phone.Difference(
            address: file.answer.address + "&from=" + digest, bytes: plain.size,
            compressedBytes: packed.size, from: digest)
    }
}
