import ArchiveReading
import ArchiveWriting
import Foundation
import Testing

@Suite struct ZipFileTests {
    /// A path that exists nowhere else, cleaned up after `body`.
    private func withPath<Result>(_ body: (String) throws -> Result) throws -> Result {
        let path = FileManager.default.temporaryDirectory.path + "/takt-zip-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try body(path)
    }

    private func contents(_ name: String, in archive: Archive) throws -> [UInt8] {
        let member = try archive.open(name)
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 5000)
        while true {
            let count = try buffer.withUnsafeMutableBytes { try member.read(into: $0) }
            guard count > 0 else { return all }
            all += buffer.prefix(count)
        }
    }

    @Test(arguments: [0, 1, 9, 70_000])
    func `what is written piece by piece is read again by libzip`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
        try withPath { path in
            let zip = try ZipFileWriter(path: path)
            try zip.begin("a.txt")
            for start in stride(from: 0, to: count, by: 999) {
                try zip.write(Array(bytes[start..<min(count, start + 999)]))
            }
            try zip.begin("zürich.txt")
            try zip.write(Array("second".utf8))
            try zip.finish()

            let archive = try Archive(path: path)
            #expect(archive.names == ["a.txt", "zürich.txt"])
            #expect(try contents("a.txt", in: archive) == bytes)
            #expect(try contents("zürich.txt", in: archive) == Array("second".utf8))
        }
    }

    @Test func `equal members make equal files`() throws {
        func file() throws -> Data? {
            try withPath { path in
                let zip = try ZipFileWriter(path: path)
                try zip.begin("stops.txt")
                try zip.write(Array("stop_id\nA\n".utf8))
                try zip.finish()
                return FileManager.default.contents(atPath: path)
            }
        }
        let first = try file()
        #expect(first != nil)
        #expect(try file() == first)
    }

    @Test func `nothing but the file is left`() throws {
        try withPath { path in
            let files = FileManager.default
            let name = URL(fileURLWithPath: path).lastPathComponent
            func write(finishing: Bool) throws {
                let zip = try ZipFileWriter(path: path)
                try zip.begin("stops.txt")
                try zip.write(Array("stop_id\nA\n".utf8))
                if finishing { try zip.finish() }
            }
            func left() throws -> [String] {
                try files.contentsOfDirectory(atPath: files.temporaryDirectory.path)
                    .filter { $0.hasPrefix(name) }
            }
            try write(finishing: false)
            #expect(try left() == [])
            try write(finishing: true)
            #expect(try left() == [name])
        }
    }

    @Test func `a place where nothing can be written is told`() {
        #expect(throws: ZipFileError.self) {
            _ = try ZipFileWriter(path: "/nowhere/at/all.zip")
        }
    }
}
