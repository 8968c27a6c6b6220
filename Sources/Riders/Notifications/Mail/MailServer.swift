import CCurl
import NIOPosix

/// The operator's mail server, spoken to in SMTP by libcurl.
package final class MailServer: Sendable {
    /// How to reach a mail server.
    package struct Settings: Sendable, Equatable {
        /// How the connection is kept private.
        package enum Encryption: Sendable, Equatable {
            /// From the first byte (usually port 465).
            case implicit
            /// After a plain greeting (usually port 587); without it nothing is sent.
            case startTLS
            /// Not at all: for a server on the same machine.
            case none
        }

        /// The server's name or address.
        package var host: String
        /// The server's port.
        package var port: Int
        /// How the connection is kept private.
        package var encryption: Encryption
        /// The account; nil where the server asks for none.
        ///
        /// It is told with AUTH PLAIN, LOGIN or whatever better the server offers.
        package var user: String?
        /// The account's password.
        package var password: String?
        /// The name that this program greets with: that of its own machine.
        package var greeting = "localhost"
        /// A file with the authorities to trust, in PEM; nil for the system's.
        package var authorityFile: String?
        /// How long a mail may take from the connection to the server's last word.
        package var timeout = Duration.seconds(30)

        /// A server without an account, with the usual patience.
        package init(host: String, port: Int, encryption: Encryption) {
            self.host = host
            self.port = port
            self.encryption = encryption
        }
    }

    private static let maximumReply = 512

    private let settings: Settings
    /// libcurl blocks a thread for each mail on its way.
    private let threads: NIOThreadPool

    /// A server that takes up to `connections` mails at once.
    package init(_ settings: Settings, connections: Int = 2) {
        self.settings = settings
        threads = NIOThreadPool(numberOfThreads: max(1, connections))
        threads.start()
    }

    deinit {
        threads.shutdownGracefully { _ in }
    }

    /// Hands a mail over; throws when the server did not take responsibility for it.
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

    /// What stands between the angle brackets of an SMTP command must not end them.
    private static func isSafe(_ mailbox: String) -> Bool {
        mailbox.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != 0x3c && $0 != 0x3e }
            && mailbox.contains("@")
    }
}
