import FileMapping
import PlaceIndex
import Testing

@Suite struct PlaceIndexBytesTests {
    private func bytes() -> [UInt8] {
        var scene = PlaceScene()
        scene.locality("Aberford", .town, 0, 0)
        scene.street("High Street", 0, 1)
        scene.house("12a", "High Street", 1, 1, city: "Aberford", postcode: "AB1 2CD")
        return scene.builder.finish().bytes()
    }

    @Test func `an index without places can be asked`() throws {
        let empty = try PlaceIndex(
            MappedSlice(MappedBytes(copying: PlaceIndexBuilder().finish().bytes())))
        #expect(empty.placeCount == 0)
        #expect(empty.found("high street").isEmpty)
        #expect(empty.place(near: PlaceScene.at(0, 0)) == nil)
    }

    @Test func `bytes of something else are refused with a sentence`() throws {
        for bytes in [[], Array("TAKTPLC\n".utf8), Array(repeating: UInt8(7), count: 500)] {
            #expect(throws: PlaceIndexError.notAnIndex) {
                try PlaceIndex(MappedSlice(MappedBytes(copying: bytes)))
            }
        }
        var later = bytes()
        later[8] = 99
        #expect(throws: PlaceIndexError.otherVersion(99)) {
            try PlaceIndex(MappedSlice(MappedBytes(copying: later)))
        }
        #expect(PlaceIndexError.otherVersion(99).description.contains("format 99"))
    }

    @Test func `an index that is cut off anywhere is refused`() throws {
        let whole = bytes()
        for length in stride(from: 16, to: whole.count - 64, by: 24) {
            #expect(throws: PlaceIndexError.self, "\(length) bytes") {
                try PlaceIndex(MappedSlice(MappedBytes(copying: whole[..<length])))
            }
        }
    }

    @Test func `a number that leads beyond its column is refused or harmless`() throws {
        let whole = bytes()
        var refused = 0
        for place in stride(from: 16, to: whole.count - 4, by: 4) {
            var spoiled = whole
            for offset in 0..<4 { spoiled[place + offset] = 0xfe }
            do {
                let index = try PlaceIndex(MappedSlice(MappedBytes(copying: spoiled)))
                for text in ["12a high street ab1", "aberford", "hihg"] { _ = index.found(text) }
                _ = index.place(near: PlaceScene.at(1, 1))
            } catch {
                refused += 1
            }
        }
        #expect(refused > 100)
    }
}
