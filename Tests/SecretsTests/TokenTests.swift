import Foundation
import Secrets
import Testing

/// Tokens and codes in their displayed and stored forms.
@Suite struct TokenTests {
    private static func hex(_ data: Data) -> String {
        data.map { String(format: "%02x", $0) }.joined()
    }

    /// Returns bytes that count upwards from a number.
    private static func counting(from start: UInt8) -> SecretBytes {
        SecretBytes { count in (0..<count).map { start &+ UInt8($0) } }
    }

    @Test func `a token is 32 bytes in base64url, and files of earlier versions know it`() throws {
        let token = BearerToken(Self.counting(from: 240))
        // Computed with Python: base64.urlsafe_b64encode and hashlib.sha256.
        #expect(token.text == "8PHy8_T19vf4-fr7_P3-_wABAgMEBQYHCAkKCwwNDg8")
        #expect(
            Self.hex(token.hash)
                == "c010615f146c32a027f655260b14726d0fd94633b714e8fe250c758843eaa5d7")
        #expect(BearerToken(text: token.text) == token)
    }

    @Test(arguments: [
        "", "AAAA", String(repeating: "A", count: 42), String(repeating: "A", count: 44),
        String(repeating: "ä", count: 43), String(repeating: "A", count: 42) + "=",
        String(repeating: "A", count: 42) + "+",
    ])
    func `what can be no token is none`(text: String) {
        #expect(BearerToken(text: text) == nil)
    }

    @Test func `a token follows Bearer, or is the password of Basic where that is allowed`() {
        let token = BearerToken(Self.counting(from: 1))
        let login = Data("anybody:\(token.text)".utf8).base64EncodedString()
        for header in ["Bearer \(token.text)", "bearer  \(token.text) "] {
            #expect(BearerToken(authorization: header) == token)
            #expect(BearerToken(authorization: header, allowsBasic: true) == token)
        }
        #expect(BearerToken(authorization: "Basic \(login)", allowsBasic: true) == token)
        #expect(BearerToken(authorization: "Basic \(login)") == nil)
    }

    @Test(arguments: [
        nil, "", "Bearer", "Bearer x", "Basic", "Basic !",
        "Basic \(Data("ab".utf8).base64EncodedString())",
        "Digest \(String(repeating: "A", count: 43))",
        "Bearer \(String(repeating: "A", count: 43)) x",
    ])
    func `other authorization has no token`(header: String?) {
        #expect(BearerToken(authorization: header, allowsBasic: true) == nil)
    }

    @Test
    func `a code is typed in any case and with blanks, and files of earlier versions know it`()
        throws
    {
        let code = PairingCode(Self.counting(from: 28), length: 8)
        #expect(code.text == "WXYZ2345")
        #expect(
            Self.hex(code.hash)
                == "36e798a19bffac6a357aa7ca3c0028af6b58dc5618c41fa201748c871ff5d0a7")
        #expect(PairingCode(text: " wxyz-23 45\n", length: 8) == code)
        #expect(code.matches(code.hash))
        #expect(!code.matches(code.hash.dropLast()))
        #expect(!code.matches(Data()))
        for place in [0, 31] {
            var other = code.hash
            other[place] ^= 1
            #expect(!code.matches(other))
        }
    }

    @Test(arguments: ["", "WXYZ234", "WXYZ23456", "WXYZ2340", "WXYZ234I", "WXYZ234Ä"])
    func `what can be no code is none`(text: String) {
        #expect(PairingCode(text: text, length: 8) == nil)
    }

    @Test func `the system never says the same twice, and as much as was asked for`() {
        let made = (0..<200).map { _ in SecretBytes.system(32) }
        #expect(Set(made).count == 200)
        #expect(made.allSatisfy { $0.count == 32 })
        #expect(SecretBytes.system.hex(8).count == 16)
        #expect(Self.counting(from: 9).hex(2) == "090a")
        #expect(PairingCode(.system, length: 12).text.count == 12)
    }
}
