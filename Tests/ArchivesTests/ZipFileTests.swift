import Archives
import FolderTesting
import Foundation
import Testing

@Suite struct ZipFileTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("made.zip") }

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

    @Test func `more than is allowed is not read, of a file or of all together`() throws {
        let zip = try ZipFileWriter(path: path)
        try zip.begin("zeros")
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        for _ in 0..<65 { try zip.write(zeros) }
        try zip.begin("a")
        try zip.write(Array("0123456789".utf8))
        try zip.finish()
        let bomb = #expect(throws: ArchiveError.self) {
            _ = try Archive(path: path).open("zeros")
        }
        #expect(bomb?.isBound == true)
        #expect(bomb?.description.contains("'zeros' in it unpacks to more than 200 times") == true)
        let small = try Archive(path: path, maximumBytes: 15)
        #expect(try contents("a", in: small).count == 10)
        let large = #expect(throws: ArchiveError.self) { try contents("a", in: small) }
        #expect(large?.description.contains("is too large") == true)
    }

    @Test func `a link to a folder is read as the folder`() throws {
        let files = FileManager.default
        try files.createDirectory(
            atPath: folder.path("2026-11/more"), withIntermediateDirectories: true)
        try Data("ten".utf8).write(to: URL(fileURLWithPath: folder.path("2026-11/more/b.txt")))
        try Data("one".utf8).write(to: URL(fileURLWithPath: folder.path("2026-11/a.txt")))
        try files.createSymbolicLink(
            atPath: folder.path("current"), withDestinationPath: "2026-11")
        let archive = try Archive(path: folder.path("current"))
        #expect(archive.names == ["a.txt", "more/b.txt"])
        #expect(try contents("more/b.txt", in: archive) == Array("ten".utf8))
    }

    @Test func `equal members make equal files`() throws {
        func file() throws -> Data? {
            let zip = try ZipFileWriter(path: path)
            try zip.begin("stops.txt")
            try zip.write(Array("stop_id\nA\n".utf8))
            try zip.finish()
            return FileManager.default.contents(atPath: path)
        }
        let first = try file()
        #expect(first != nil)
        #expect(try file() == first)
    }

    @Test func `nothing but the file is left`() throws {
        func write(finishing: Bool) throws {
            let zip = try ZipFileWriter(path: path)
            try zip.begin("stops.txt")
            try zip.write(Array("stop_id\nA\n".utf8))
            if finishing { try zip.finish() }
        }
        try write(finishing: false)
        #expect(try folder.names() == [])
        try write(finishing: true)
        #expect(try folder.names() == ["made.zip"])
    }

    @Test func `a place where nothing can be written is reported`() {
        #expect(throws: ZipFileError.self) {
            _ = try ZipFileWriter(path: "/nowhere/at/all.zip")
        }
    }

    @Test(arguments: [
        ("", "it is empty."),
        ("PK\u{3}\u{4}cut off", "it ends too early, as it was not downloaded whole."),
        ("\n <!DOCTYPE html><p>Moved</p>", "it is a web page; look at its address in a browser."),
        ("stop_id,stop_name", "Not a zip archive."),
    ])
    func `a file that is none is called what it is`(contents: String, words: String) throws {
        try Data(contents.utf8).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: ArchiveError.self) { try Archive(path: path) }
        #expect(error?.description.hasSuffix(words) == true, "\(String(describing: error))")
    }
}
