import CZlib
import Foundation
import Testing

/// The recorded feeds next to the project; tests that need them are skipped without them.
enum SharedFeeds {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "shared/data/gtfs_rt")

    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    /// Reads an object of a JSON file, which may be gzipped.
    static func json(_ name: String) throws -> [String: Any] {
        var bytes = try bytes(name)
        if name.hasSuffix(".gz") { bytes = try #require(unzip(bytes)) }
        let object = try JSONSerialization.jsonObject(with: Data(bytes))
        return try #require(object as? [String: Any])
    }

    /// Returns every Protocol Buffers file in the folder except the deliberately invalid one.
    static func names() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".pb") && $0 != "invalid.pb" }.sorted()
    }

    private static func unzip(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        let version = zlibVersion()
        let size = Int32(MemoryLayout<z_stream>.size)
        // 16 more than the largest window: a gzip header is expected.
        guard inflateInit2_(&stream, 15 + 16, version, size) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: 16 << 20)
        let (inputCount, outputCount) = (input.count, output.count)
        let result = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(inputCount)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(outputCount)
                return inflate(&stream, Z_FINISH)
            }
        }
        guard result == Z_STREAM_END else { return nil }
        return Array(output.prefix(Int(stream.total_out)))
    }
}
