import CCurl
import NIOPosix

/// Sends mail through the operator's SMTP server, by libcurl.
package final class MailServer: Sendable {
    /// How to reach and use the server.
    package struct Settings: Sendable, Equatable {
        /// How the connection is encrypted.
        package enum Encryption: Sendable, Equatable {
            /// TLS from the first byte (usually port 465).
            case implicit
            /// STARTTLS after a plain greeting (usually port 587); nothing is sent if the server
            /// lacks it.
            case startTLS
            /// No encryption: for a server on the same machine.
            case none
        }

        /// The server's host name or IP address.
        package var host: String
        package var port: Int
        package var encryption: Encryption
        /// The account; nil where the server requires none.
        ///
        /// It is sent with AUTH PLAIN, LOGIN or a better mechanism that the server offers.
        package var user: String?
        package var password: String?
        /// The host name sent in EHLO: this machine's own.
        package var greeting = "localhost"
        /// A PEM file of trusted certificate authorities; nil for the system's.
        package var authorityFile: String?
        /// The time limit of one mail, from connecting to the server's last reply.
        package var timeout = Duration.seconds(30)

        /// A server without an account, with the default timeout.
        package init(host: String, port: Int, encryption: Encryption) {
            self.host = host
            self.port = port
            self.encryption = encryption
        }
    }

    private static let maximumReply = 512

    private let settings: Settings
    /// libcurl blocks one thread per mail in transit.
    private let threads: NIOThreadPool

    /// Sends up to `connections` mails concurrently.
    package init(_ settings: Settings, connections: Int = 2) {
        self.settings = settings
        threads = NIOThreadPool(numberOfThreads: max(1, connections))
        threads.start()
    }

    deinit {
        threads.shutdownGracefully { _ in }
    }

    /// Sends a mail.
    ///
    /// - Throws: ``MailFailure`` if the server did not accept responsibility for it.
    package func send(_ mail: MailText) async throws(MailFailure) {
        guard Self.isSafe(mail.sender), Self.isSafe(mail.recipient) else { throw .badMailbox }
        let bytes = mail.bytes.map(CChar.init(bitPattern:))
        let result: Result<Void, MailFailure>
        do {
            result = try await threads.runIfActive {
                self.send(bytes, from: mail.sender, to: mail.recipient)
            }
        } catch {
            throw .unreachable
        }
        try result.get()
    }

    private func send(
        _ text: [CChar], from sender: String, to recipient: String
    ) -> Result<Void, MailFailure> {
        var reply = [CChar](repeating: 0, count: Self.maximumReply)
        var status = 0
        let scheme = settings.encryption == .implicit ? "smtps" : "smtp"
        let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
        let parts = settings.timeout.components
        let milliseconds =
            Int(parts.seconds) * 1000 + Int(parts.attoseconds / 1_000_000_000_000_000)
        let code = takt_mail_send(
            "\(scheme)://\(host):\(settings.port)/\(settings.greeting)",
            settings.encryption == .none ? 0 : 1, settings.user, settings.password ?? "",
            settings.authorityFile, "<\(sender)>", "<\(recipient)>", text, text.count,
            max(1, milliseconds), &reply, reply.count, &status)
        guard code != 0 else { return .success(()) }
        let line = String(
            decoding: reply.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return .failure(MailFailure(curlCode: code, status: status, reply: line))
    }

    /// Whether the mailbox cannot end the angle brackets of an SMTP command.
    private static func isSafe(_ mailbox: String) -> Bool {
        mailbox.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != 0x3c && $0 != 0x3e }
            && mailbox.contains("@")
    }
}
