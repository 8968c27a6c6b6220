/// The lines of a text, one after another, without a list of all of them.
struct ByteLines {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Calls `body` with each line that is not empty, without its line feed.
    func forEach(_ body: (ArraySlice<UInt8>) -> Void) {
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            if end > start { body(bytes[start..<end]) }
            start = end + 1
        }
    }
}
