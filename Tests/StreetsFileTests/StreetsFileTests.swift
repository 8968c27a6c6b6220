import FileMapping
import FolderTesting
import Foundation
import StreetsFile
import Testing
import TransitModel

private let metadata = StreetsMetadata(
    box: BoundingBox(west: 8, south: 47, east: 9, north: 48),
    dataTime: UnixTime(seconds: 1_700_000_000), sources: ["town.osm.pbf"], counts: ["edges": 3])

private func write(_ path: String, tiles: [UInt8]) throws {
    let writer = try StreetsFileWriter(path: path)
    try writer.begin(.tiles)
    try writer.write(tiles)
    try writer.begin(.graph)
    try writer.write([UInt32](1...5))
    #expect(writer.sectionCount == 20)
    try writer.begin(.places)
    try writer.finish(metadata)
}

@Suite struct StreetsFileTests {
    @Test func `sections come back as they were written, aligned`() throws {
        try TemporaryFolder.with { folder in
            let path = folder.path + "/town.streets"
            // Larger than the writer's buffer, and no multiple of anything.
            let tiles = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 * 7) }
            try write(path, tiles: tiles)
            let file = try StreetsFile(path: path)
            #expect(file.metadata == metadata)
            #expect(try file.section(.tiles).withBytes { $0.elementsEqual(tiles) })
            #expect(try file.section(.places).count == 0)
            let column = try #require(MappedColumn<UInt32>(file.section(.graph)))
            #expect(column.buffer.elementsEqual(1...5))
            #expect(MappedColumn<UInt64>(try file.section(.graph)) == nil)
            #expect(!FileManager.default.fileExists(atPath: path + ".partial"))
        }
    }

    @Test func `a file that was not finished replaces nothing`() throws {
        try TemporaryFolder.with { folder in
            let path = folder.path + "/town.streets"
            try write(path, tiles: [1, 2, 3])
            do {
                let writer = try StreetsFileWriter(path: path)
                try writer.begin(.tiles)
                try writer.write([UInt8](repeating: 9, count: 400_000))
                #expect(throws: StreetsFileError.busy(path: path)) {
                    try StreetsFileWriter(path: path)
                }
            }
            #expect(
                try StreetsFile(path: path).section(.tiles).withBytes {
                    $0.elementsEqual([1, 2, 3])
                })
            #expect(!FileManager.default.fileExists(atPath: path + ".partial"))
        }
    }

    @Test func `a missing section has its sentence`() throws {
        try TemporaryFolder.with { folder in
            let path = folder.path + "/town.streets"
            try StreetsFileWriter(path: path).finish(metadata)
            let file = try StreetsFile(path: path)
            #expect(!file.contains(.graph))
            #expect(throws: StreetsFileError.missing(path: path, section: .graph)) {
                try file.section(.graph)
            }
        }
    }

    @Test func `a file that is cut or changed anywhere is refused`() throws {
        try TemporaryFolder.with { folder in
            let path = folder.path + "/town.streets"
            try write(path, tiles: [UInt8](0..<100))
            let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
            func opens(_ bytes: [UInt8]) -> Bool {
                (try? StreetsFile(bytes: MappedBytes(copying: bytes), name: "x")) != nil
            }
            #expect(opens(bytes))
            for count in stride(from: 0, to: bytes.count, by: 13) {
                #expect(!opens(Array(bytes.prefix(count))))
            }
            var unnoticed = 0
            for position in bytes.indices {
                var changed = bytes
                changed[position] ^= 0x20
                if opens(changed) { unnoticed += 1 }
            }
            // Only the zeros between sections and the unused rest of the table may change.
            #expect(unnoticed < 900)
        }
    }

    @Test func `other files and a place that cannot be written have their sentences`() throws {
        try TemporaryFolder.with { folder in
            let path = folder.path + "/text"
            try Data("a text that is longer than the header of a file".utf8)
                .write(to: URL(fileURLWithPath: path))
            #expect(throws: StreetsFileError.notStreets(path: path)) {
                try StreetsFile(path: path)
            }
            #expect(throws: StreetsFileError.notFound(path: path + "x")) {
                try StreetsFile(path: path + "x")
            }
            #expect {
                try StreetsFileWriter(path: folder.path + "/none/x")
            } throws: { "\($0)".hasSuffix("cannot be written: No such file or directory.") }
        }
    }
}
