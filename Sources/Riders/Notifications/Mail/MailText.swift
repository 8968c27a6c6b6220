package import Foundation

/// One plain-text mail to one recipient.
package struct MailText: Sendable, Equatable {
    /// The sender's mailbox, as in `takt@example.org`.
    package var sender: String
    /// The name shown instead of the sender's mailbox; any text.
    package var senderName: String
    /// The recipient's mailbox.
    package var recipient: String
    /// The subject: one line of any text.
    package var subject: String
    /// Lines of text that end with `\n`.
    package var body: String
    /// The unique message id, without `@`.
    ///
    /// A mail that is sent again keeps it, so that mail programs show it once.
    package var id: String
    /// The id that mails about the same subject share, without `@`, so that mail programs group
    /// them.
    package var thread: String
    /// The language of the text, as in `de-CH`; nil if unknown.
    package var language: String?
    /// When the mail was written.
    package var date: Date

    /// The mail in its wire format (RFC 5322, RFC 2045), in ASCII with lines of at most 76
    /// characters, except for long addresses.
    var bytes: [UInt8] {
        let server = sender.split(separator: "@").last ?? ""
        var lines = [
            "From: \(HeaderText.encoded(senderName)) <\(sender)>",
            "To: <\(recipient)>",
            "Subject: \(HeaderText.encoded(subject))",
            "Date: \(Self.text(date))",
            "Message-ID: <\(HeaderText.token(id))@\(server)>",
            "References: <\(HeaderText.token(thread))@\(server)>",
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: base64",
        ]
        if let language { lines.append("Content-Language: \(HeaderText.token(language))") }
        let content = body.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
        let coded = Data(content.utf8).base64EncodedString(
            options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + coded + "\r\n").utf8)
    }

    /// Formats a date as in `Tue, 03 Feb 2026 07:05:09 +0000` (RFC 5322, section 3.3).
    private static func text(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
        return formatter.string(from: date)
    }
}
