import Testing

@testable import Secrets

@Suite struct SecretBoxTests {
    /// Made with PyNaCl 1.6.2: the key is `takt` and 28 zeros, the nonce counts from 0.
    private let box: [UInt8] = [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
        14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 65, 187, 240, 28,
        107, 54, 127, 47, 80, 188, 160, 231, 205, 249, 92, 187, 29, 152,
        24, 165, 191, 49, 56, 76, 42, 49, 158, 168, 142, 94, 68, 142,
        29, 152, 175, 104,
    ]

    @Test func `a box that another program closed opens with the secret, filled up with zeros`() {
        #expect(
            SecretBox.open(box, key: Array("takt".utf8)) == Array("{\"_type\":\"location\"}".utf8))
    }

    @Test func `another secret, a changed byte and a short box open nothing`() {
        #expect(SecretBox.open(box, key: Array("tact".utf8)) == nil)
        for index in box.indices {
            var changed = box
            changed[index] ^= 1
            #expect(SecretBox.open(changed, key: Array("takt".utf8)) == nil)
            #expect(SecretBox.open(Array(box.prefix(index)), key: Array("takt".utf8)) == nil)
        }
        #expect(SecretBox.open(box, key: [UInt8](repeating: 1, count: 33)) == nil)
    }
}
