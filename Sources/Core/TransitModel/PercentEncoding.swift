extension String {
    /// Returns the text with all UTF-8 bytes percent-encoded but the unreserved characters of
    /// RFC 3986 (letters, digits, `-._~`) and those in `kept`.
    package func percentEncoded(keeping kept: String = "") -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(utf8.count + 16)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.append(byte)
            default:
                if kept.utf8.contains(byte) {
                    encoded.append(byte)
                } else {
                    encoded.append(UInt8(ascii: "%"))
                    encoded.append(digits[Int(byte >> 4)])
                    encoded.append(digits[Int(byte & 15)])
                }
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
