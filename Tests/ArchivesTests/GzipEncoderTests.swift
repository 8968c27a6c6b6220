import CZlib
import Testing

@testable import Archives

/// Decompresses the bytes so far with zlib itself.
private func unpacked(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { inflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: 1 << 20)
    let count = input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output -> Int in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(output.count)
            inflate(&stream, Z_SYNC_FLUSH)
            return output.count - Int(stream.avail_out)
        }
    }
    return Array(output[..<count])
}

@Suite struct GzipEncoderTests {
    @Test(arguments: [0, 1, 100, 40_000, 500_000])
    func `what is packed unpacks the same`(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
        #expect(unpacked(GzipEncoder.gzipped(bytes)) == bytes)
    }

    @Test func `text becomes much smaller`() {
        let text = Array(String(repeating: "a tram every five minutes ", count: 1000).utf8)
        #expect(GzipEncoder.gzipped(text).count < text.count / 50)
    }

    @Test func `pieces without flushes are one file`() {
        let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
        var encoder = GzipEncoder()
        var packed: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 70_000) {
            packed += encoder.add(bytes[start..<min(bytes.count, start + 70_000)])
        }
        #expect(packed + encoder.finish() == GzipEncoder.gzipped(bytes))
    }

    @Test(arguments: [false, true])
    func `after each flush a reader has everything so far`(isModest: Bool) {
        var encoder = GzipEncoder(isModest: isModest)
        var packed: [UInt8] = []
        var plain: [UInt8] = []
        for number in 0..<50 {
            let piece = Array("event \(number)\n".utf8)
            packed += encoder.flush(piece)
            plain += piece
            #expect(unpacked(packed) == plain)
        }
        packed += encoder.finish()
        #expect(unpacked(packed) == plain)
    }
}
