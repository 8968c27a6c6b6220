import Testing
import TransitModel

@testable import GTFS

/// Scans a text into arrays of strings, reading pieces of `pieceSize` bytes.
private func rows(_ bytes: [UInt8], pieceSize: Int = 7) throws -> (
    rows: [[String]], lines: [UInt32], blank: [UInt32], outcome: CSVScanner.Outcome
) {
    var scanner = CSVScanner()
    var position = 0
    var rows: [[String]] = []
    var lines: [UInt32] = []
    var blank: [UInt32] = []
    let outcome = try scanner.scan(
        fill: { buffer in
            let count = min(pieceSize, bytes.count - position, buffer.count)
            buffer.copyBytes(from: bytes[position..<position + count])
            position += count
            return count
        }, onBlank: { blank.append($0) },
        onRow: { row in
            rows.append((0..<row.fieldCount).map { row.field($0).string })
            lines.append(row.line)
        })
    return (rows, lines, blank, outcome)
}

private func rows(_ text: String, pieceSize: Int = 7) throws -> [[String]] {
    try rows(Array(text.utf8), pieceSize: pieceSize).rows
}

@Suite struct CSVScannerTests {
    @Test(arguments: ["a,b\nc,d\n", "a,b\r\nc,d\r\n", "\u{feff}a,b\nc,d", "a,b\n\n\nc,d\n\n"])
    func `rows come out the same whatever the line ends`(text: String) throws {
        #expect(try rows(text) == [["a", "b"], ["c", "d"]])
    }

    @Test func `quotes hide commas, line breaks and doubled quotes`() throws {
        let text = "id,\"a, \"\"b\"\"\nc\",\"\"\nx,\"y\" ,z\n"
        #expect(try rows(text) == [["id", "a, \"b\"\nc", ""], ["x", "y", "z"]])
    }

    @Test func `line numbers count the breaks within quotes`() throws {
        let result = try rows(Array("a\n\"1\n2\n3\"\nb\n\nc\n".utf8))
        #expect(result.lines == [1, 2, 5, 7])
        #expect(result.blank == [6])
    }

    @Test func `empty fields stay fields`() throws {
        #expect(try rows(",,\na,,") == [["", "", ""], ["a", "", ""]])
    }

    @Test func `a quote that never closes is reported with its line`() throws {
        let result = try rows(Array("a,b\nc,\"d\ne,f\n".utf8))
        #expect(result.rows == [["a", "b"]])
        #expect(result.outcome == .unreadable(line: 2))
    }

    @Test func `a row longer than the buffer ends the reading`() throws {
        var bytes = Array("a,b\n".utf8)
        bytes += [UInt8](repeating: 120, count: CSVScanner.bufferSize + 1)
        let result = try rows(bytes, pieceSize: 100_000)
        #expect(result.rows.count == 1)
        #expect(result.outcome == .unreadable(line: 2))
    }

    @Test(arguments: [0x2b, 0x2d, 0xac, 0x09, 0x0b, 0x8a, 0x00, 0x80, 0xff] as [UInt8])
    func `commas and line breaks are found wherever they stand among bytes like them`(
        other: UInt8
    ) throws {
        for first in 0...17 {
            for second in 0...17 {
                let fields = [first, second, 3].map { [UInt8](repeating: other, count: $0) }
                let bytes = fields[0] + [0x2c] + fields[1] + [0x0a] + fields[2] + [0x0a]
                let texts = fields.map { String(decoding: $0, as: UTF8.self) }
                #expect(try rows(bytes, pieceSize: 64).rows == [[texts[0], texts[1]], [texts[2]]])
            }
        }
    }

    @Test func `the size of the pieces never matters`() throws {
        var random = SeededRandom(seed: 42)
        let alphabet = Array("ab,\"\n\r 1".utf8)
        for _ in 0..<500 {
            let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
            let whole = try rows(bytes, pieceSize: 1000)
            for size in [1, 2, 3, 7] {
                let pieces = try rows(bytes, pieceSize: size)
                #expect(pieces.rows == whole.rows, "seed 42: \(bytes)")
                #expect(pieces.outcome == whole.outcome)
                #expect(pieces.lines == whole.lines)
            }
        }
    }
}

@Suite struct ByteTextTests {
    private func value<Result>(_ text: String, _ read: (ByteText) -> Result) -> Result {
        var text = text
        return text.withUTF8(read)
    }

    @Test(arguments: [
        "0", "-0", "1", "-47.123456", "8.5", ".5", "5.", "1e3", "179.99999999999999999",
    ])
    func `decimal numbers agree with the standard library`(text: String) {
        #expect(value(text, \.double) == Double(text.hasPrefix(".") ? "0" + text : text))
    }

    @Test(arguments: ["", "-", ".", "1.2.3", "abc", "1,5"])
    func `other texts are no decimal numbers`(text: String) {
        #expect(value(text, \.double) == nil)
    }

    @Test func `decimal numbers are exact to the last bit`() {
        var random = SeededRandom(seed: 3)
        for _ in 0..<5000 {
            let number = Double.random(in: -180...180, using: &random)
            let rounded = (number * 1e7).rounded() / 1e7
            #expect(value("\(rounded)", \.double) == rounded)
        }
    }

    @Test(arguments: [
        ("08:05:09", 29_109), ("8:05:09", 29_109), ("27:00:00", 97_200), ("8:05", 29_100),
    ])
    func `times of day are read, also past midnight and without seconds`(
        text: String, seconds: Int32
    ) {
        #expect(value(text, \.timeSeconds) == seconds)
    }

    @Test(arguments: [
        "", "8", "08:61:00", "08:00:61", "0a:00:00", "08-00-00", "8:00:00:00", "::", "1234:00:00",
    ])
    func `what is no time of day is none`(text: String) {
        #expect(value(text, \.timeSeconds) == nil)
    }

    @Test func `bytes are the same if all of them are`() {
        let bytes = Array("a stop's id that is longer than a word".utf8)
        func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
            one.withUnsafeBufferPointer { one in
                other.withUnsafeBufferPointer { one.hasSameBytes(as: $0) }
            }
        }
        #expect(isSame(bytes, bytes) && isSame([], []) && isSame([0], [0]))
        #expect(!isSame(bytes, Array(bytes.dropLast())) && !isSame([], [0]))
        for place in bytes.indices {
            var other = bytes
            other[place] ^= 0x80
            #expect(!isSame(bytes, other))
        }
        let nothing = ByteText(start: nil, count: 0)
        #expect(nothing.hasSameBytes(as: nothing))
    }

    @Test(arguments: [("12", 12), ("-3", -3), ("+4", 4), ("007", 7)])
    func `whole numbers are read`(text: String, number: Int) {
        #expect(value(text, \.integer) == number)
    }

    @Test(arguments: ["", "1.0", "x", "-", "1234567890123456789012"])
    func `what is no whole number is none`(text: String) {
        #expect(value(text, \.integer) == nil)
    }
}
