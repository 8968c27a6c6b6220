import Foundation
import Testing

@testable import Notifications

/// Delivery of a mail to a server.
struct MailTests {
    private func mail(subject: String = "Late", body: String = "8 minutes\n") -> MailText {
        MailText(
            sender: "takt@example.org", senderName: "Takt", recipient: "rider@example.net",
            subject: subject, body: body, id: "m-1.abc", thread: "ride.abc", language: "en",
            date: Date(timeIntervalSince1970: 1_770_102_309))
    }

    private func server(
        _ fake: FakeMailServer, _ change: (inout MailServer.Settings) -> Void = { _ in }
    ) -> MailServer {
        var settings = MailServer.Settings(host: "127.0.0.1", port: fake.port, encryption: .none)
        settings.greeting = "takt.example.org"
        settings.timeout = .seconds(600)
        change(&settings)
        return MailServer(settings)
    }

    private func failure(
        _ manners: MailManners, timeout: Duration = .seconds(600)
    ) async throws -> MailFailure? {
        var failure: MailFailure?
        try await FakeMailServer.running(manners) { fake in
            do throws(MailFailure) {
                try await server(fake) { $0.timeout = timeout }.send(mail())
            } catch {
                failure = error
            }
        }
        return failure
    }

    @Test func `a mail is handed over with its envelope`() async throws {
        try await FakeMailServer.running { fake in
            try await server(fake).send(mail())
            let commands = fake.heard.commands
            #expect(commands.first == "EHLO takt.example.org")
            #expect(commands.contains { $0.hasPrefix("MAIL FROM:<takt@example.org>") })
            #expect(commands.contains { $0.hasPrefix("RCPT TO:<rider@example.net>") })
            #expect(fake.heard.mail == lines(mail().bytes))
        }
    }

    /// Splits a mail into lines as a receiver does: the last line break ends the last line.
    private func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n").dropLast()
            .map { $0 }
    }

    @Test func `a mail reads as it should`() throws {
        let subject = "Tram 4: 8 min später — Bahnhofplatz, Gleis 7, Richtung Hönggerberg 🚋"
        let body = "Grüezi\n\n.\n..Punkte am Anfang\r\nEnde\n"
        let text = lines(mail(subject: subject, body: body).bytes)
        #expect(text.allSatisfy { $0.utf8.count <= 76 && $0.utf8.allSatisfy { $0 < 0x80 } })
        let end = try #require(text.firstIndex(of: ""))
        let head = text[..<end].joined(separator: "\r\n").replacing("\r\n ", with: " ")
        let fields = Dictionary(
            uniqueKeysWithValues: head.components(separatedBy: "\r\n").map { line in
                let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
                return (parts[0], parts[1])
            })
        #expect(fields["From"] == "Takt <takt@example.org>")
        #expect(fields["To"] == "<rider@example.net>")
        #expect(fields["Date"] == "Tue, 03 Feb 2026 07:05:09 +0000")
        #expect(fields["Message-ID"] == "<m-1.abc@example.org>")
        #expect(fields["References"] == "<ride.abc@example.org>")
        #expect(fields["Auto-Submitted"] == "auto-generated")
        #expect(fields["Content-Language"] == "en")
        // Spaces between adjacent encoded words are ignored.
        let words = try #require(fields["Subject"]).split(separator: " ").map { word in
            #expect(word.utf8.count <= 75 && word.hasPrefix("=?utf-8?B?") && word.hasSuffix("?="))
            return Data(base64Encoded: String(word.dropFirst(10).dropLast(2)))
        }
        let decoded = words.map { $0.flatMap { String(data: $0, encoding: .utf8) } ?? "broken" }
        #expect(decoded.joined() == subject)
        let coded = text[(end + 1)...].joined()
        let content = String(decoding: try #require(Data(base64Encoded: coded)), as: UTF8.self)
        #expect(content == "Grüezi\r\n\r\n.\r\n..Punkte am Anfang\r\nEnde\r\n")
    }

    @Test(arguments: ["Tram 4 - late", "a b'c/d"])
    func `plain words stay as they are`(text: String) {
        #expect(HeaderText.encoded(text) == text)
    }

    @Test(arguments: ["", " a", "ä", "=?utf-8?B?YQ==?=", "a\r\nBcc: b@c.de", "a, b <c@d.de>"])
    func `what could be taken for something else is encoded`(text: String) throws {
        let words = HeaderText.encoded(text).components(separatedBy: "\r\n ")
        let bytes = words.flatMap { word in
            Array(Data(base64Encoded: String(word.dropFirst(10).dropLast(2))) ?? Data([0xff]))
        }
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test func `an id cannot break out of its field`() {
        var mail = mail()
        mail.id = "a>\r\nBcc: x@y.zz"
        #expect(lines(mail.bytes).contains("Message-ID: <aBccxy.zz@example.org>"))
    }

    @Test(arguments: [
        "rider@example.net>\r\nRCPT TO:<other@example.net", "no mailbox", "a b@example.net",
    ])
    func `no other recipient slips in`(recipient: String) async throws {
        try await FakeMailServer.running { fake in
            var mail = mail()
            mail.recipient = recipient
            await #expect(throws: MailFailure.badMailbox) { try await server(fake).send(mail) }
            #expect(fake.heard.commands.isEmpty)
        }
    }

    @Test(arguments: ["PLAIN", "LOGIN"])
    func `the account is sent in the way that the server knows`(way: String) async throws {
        var manners = MailManners()
        manners.abilities.append("AUTH \(way)")
        try await FakeMailServer.running(manners) { fake in
            let server = server(fake) {
                $0.user = "takt"
                $0.password = "pass word"
            }
            try await server.send(mail())
            let said = fake.heard.commands.joined(separator: "\n")
            #expect(said.contains("AUTH \(way)"))
            let secret = way == "PLAIN" ? "\0takt\0pass word" : "pass word"
            #expect(said.contains(Data(secret.utf8).base64EncodedString()))
        }
    }

    @Test func `a wrong password has a failure of its own`() async throws {
        var manners = MailManners()
        manners.abilities.append("AUTH PLAIN")
        manners.answers = [("AUTH", "535 5.7.8 no")]
        try await FakeMailServer.running(manners) { fake in
            let server = server(fake) {
                $0.user = "takt"
                $0.password = "wrong"
            }
            await #expect(throws: MailFailure.loginDenied) { try await server.send(mail()) }
        }
    }

    @Test func `without encryption nothing is sent where it was asked for`() async throws {
        try await FakeMailServer.running { fake in
            let server = server(fake) {
                $0.encryption = .startTLS
                $0.user = "takt"
                $0.password = "secret"
            }
            await #expect(throws: MailFailure.insecure) { try await server.send(mail()) }
            #expect(!fake.heard.commands.contains { $0.hasPrefix("AUTH") || $0.hasPrefix("MAIL") })
        }
    }

    @Test(arguments: [
        ("RCPT", "550 5.1.1 no such user", MailFailure.noSuchMailbox),
        ("RCPT", "550-5.1.1 The account\r\n550 5.1.1 does not exist", .noSuchMailbox),
        ("RCPT", "550 5.7.1 you are not welcome", .refused(550)),
        ("RCPT", "553 never", .refused(553)), ("RCPT", "451 4.7.1 try later", .later(451)),
        ("RCPT", "452 4.2.2 full", .later(452)), ("MAIL", "421 too busy", .later(421)),
        ("MAIL", "501 5.1.7 bad sender", .refused(501)), ("DATA", "554 no", .refused(554)),
    ])
    func `what a server's refusal means`(
        command: String, reply: String, expected: MailFailure
    ) async throws {
        var manners = MailManners()
        manners.answers = [(command, reply)]
        #expect(try await failure(manners) == expected)
    }

    @Test(arguments: [("552 5.3.4 too long", MailFailure.refused(552)), ("451 later", .later(451))])
    func `a mail may be refused at its end`(reply: String, expected: MailFailure) async throws {
        var manners = MailManners()
        manners.verdict = reply
        #expect(try await failure(manners) == expected)
    }

    @Test func `silence and broken connections may pass`() async throws {
        var silent = MailManners()
        silent.isSilent = true
        #expect(try await failure(silent, timeout: .milliseconds(700)) == .interrupted)
        var broken = MailManners()
        broken.breaksOff = true
        #expect(try await failure(broken) == .interrupted)
        var strange = MailManners()
        strange.greeting = "SSH-2.0-OpenSSH_9"
        #expect(try await failure(strange, timeout: .milliseconds(700)) == .interrupted)
        let nobody = MailServer(
            MailServer.Settings(host: "127.0.0.1", port: 1, encryption: .none))
        await #expect(throws: MailFailure.unreachable) { try await nobody.send(mail()) }
    }
}
