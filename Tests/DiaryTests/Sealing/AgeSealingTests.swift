import Foundation
import Testing

@testable import Diary

@Suite struct AgeSealingTests {
    private let identity = AgeIdentity()

    private func content(_ count: Int) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
    }

    @Test func `keys are spelled as in the specification's example`() throws {
        // A key of C2SP's test vectors; Debian's age-keygen -y gives the same recipient.
        let text = "AGE-SECRET-KEY-1EGTZVFFV20835NWYV6270LXYVK2VKNX2MMDKWYKLMGR48UAWX40Q2P2LM0"
        let known = try #require(AgeIdentity(text: text))
        #expect(known.text == text)
        #expect(
            known.recipient.text
                == "age1xmwwc06ly3ee5rytxm9mflaz2u56jjj36s0mypdrwsvlul66mv4q47ryef")
        #expect(AgeRecipient(text: known.recipient.text) == known.recipient)
        #expect(AgeRecipient(text: known.recipient.text.dropLast() + "q") == nil)
        #expect(AgeRecipient(text: "") == nil)
        #expect(AgeRecipient(text: text) == nil)
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])
    func `what was sealed opens again, whatever its length`(count: Int) throws {
        let plain = content(count)
        let file = try AgeSealer.seal(plain, to: [identity.recipient])
        #expect(try AgeOpener.open(file, with: [identity]) == plain)
        let other = try AgeSealer.seal(plain, to: [AgeIdentity().recipient, identity.recipient])
        #expect(try AgeOpener.open(other, with: [AgeIdentity(), identity]) == plain)
    }

    @Test func `pieces of any size give the same file and the same content`() throws {
        let plain = content(150_000)
        for step in [1_000, 65_536, 70_000] {
            var sealer = try AgeSealer(recipients: [identity.recipient])
            var file = Data()
            for start in stride(from: 0, to: plain.count, by: step) {
                file += try sealer.update(plain[start..<min(start + step, plain.count)])
            }
            file += try sealer.finish()
            var opener = AgeOpener(identities: [identity])
            var opened = Data()
            for start in stride(from: 0, to: file.count, by: 7_777) {
                opened += try opener.update(file[start..<min(start + 7_777, file.count)])
            }
            opened += try opener.finish()
            #expect(opened == plain)
        }
    }

    @Test
    func `a file for somebody else, a changed one and a cut one are refused, each in its words`()
        throws
    {
        let file = try AgeSealer.seal(content(100_000), to: [identity.recipient])
        func error(_ file: Data, _ identities: [AgeIdentity]? = nil) -> AgeError? {
            do {
                _ = try AgeOpener.open(file, with: identities ?? [identity])
                return nil
            } catch { return error }
        }
        #expect(error(file, [AgeIdentity()]) == .notForThisKey)
        #expect(error(Data("PK".utf8)) == .notAnAgeFile)
        #expect(error(Data()) == .cutShort)
        #expect(error(file.prefix(50)) == .cutShort)
        #expect(error(file.dropLast(1)) == .contentChanged)
        #expect(error(file.dropLast(100_000 - 65_536 + 16)) == .cutShort)
        #expect(error(file + Data([0])) == .contentChanged)
        var changed = file
        changed[file.count - 5] ^= 1
        #expect(error(changed) == .contentChanged)
        let dashes = try #require(file.range(of: Data("\n--- ".utf8)))
        changed = file
        changed[dashes.upperBound] = changed[dashes.upperBound] == 0x41 ? 0x42 : 0x41
        #expect(error(changed) == .headerChanged)
        let long = Data("age-encryption.org/v1\n-> ".utf8) + Data(repeating: 0x61, count: 100_000)
        #expect(error(long) == .headerTooLong)
    }

    @Test func `no mutation of a file crashes or opens to something else`() throws {
        let plain = content(300)
        let file = try AgeSealer.seal(plain, to: [identity.recipient])
        for index in file.indices {
            for bit: UInt8 in [1, 0x80] {
                var changed = file
                changed[index] ^= bit
                #expect(throws: AgeError.self) { try AgeOpener.open(changed, with: [identity]) }
            }
            #expect(throws: AgeError.self) {
                try AgeOpener.open(file.prefix(index), with: [identity])
            }
        }
    }

    @Test func `key files may hold remarks, and nothing else beside keys`() throws {
        let text = "# created: today\n# public key: x\n\(identity.text)\n"
        #expect(try AgeIdentity.identities(inFile: text).count == 1)
        #expect(throws: AgeError.noKey) { try AgeIdentity.identities(inFile: "# none\n") }
        #expect(throws: AgeError.badKeyFile(line: 2)) {
            try AgeIdentity.identities(inFile: "\(identity.text)\nsecret\n")
        }
    }
}
