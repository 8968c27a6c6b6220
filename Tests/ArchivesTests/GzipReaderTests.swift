import FolderTesting
import Foundation
import Testing

@testable import Archives

/// Returns the whole content of a file with these bytes as the reader reads it; nil if it reports
/// damage.
private func read(_ bytes: [UInt8]) throws -> [UInt8]? {
    try TemporaryFolder.with { folder in
        try Data(bytes).write(to: folder.url.appendingPathComponent("bytes"))
        guard var reader = GzipReader(path: folder.path("bytes")) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 1000)
        var result: [UInt8] = []
        while true {
            guard let count = buffer.withUnsafeMutableBytes({ reader.read(into: $0) }) else {
                return nil
            }
            if count == 0 { return result }
            result += buffer[..<count]
        }
    }
}

@Suite struct GzipReaderTests {
    private let text = Array(String(repeating: "vehicle 7 at the depot\n", count: 400).utf8)

    @Test func `packed files are unpacked, others read as they are`() throws {
        #expect(try read(GzipEncoder.gzipped(text)) == text)
        #expect(try read(text) == text)
    }

    @Test func `a packed file with broken bytes is called damaged`() throws {
        var bytes = GzipEncoder.gzipped(text)
        for place in 12..<24 { bytes[place] ^= 0xff }
        #expect(try read(bytes) == nil)
    }

    @Test func `a file that is not there is no reader`() {
        let reader = GzipReader(path: "/nowhere/takt.gz")
        if reader != nil { Issue.record("opened a file that is not there") }
    }
}
