import Foundation
package import HTTPFetching
package import Notifications
package import WebServer

/// The settings of messages to riders.
package struct MessageSettings: Sendable, Equatable {
    /// The address of the rider's app, without a trailing slash, to which messages link.
    package var home = "http://localhost:8080"
    /// A `mailto:` or `https:` address by which push services reach the operator.
    package var contact = "mailto:nobody@takt.invalid"
    /// The addresses that riders may give.
    package var reach = AddressReach.publicInternet
    /// The mail server; without a host no mail is sent.
    package var mail = MailAccount()
    /// The app's name and imprint, which mails contain.
    package var branding = SiteBranding()

    package init() {}

    /// Returns whether a text is a valid ``contact``.
    static func isContact(_ text: String) -> Bool {
        text.utf8.count <= 300 && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
            && (text.hasPrefix("mailto:") && text.contains("@")
                || text.hasPrefix("https://") && HTTPFetcher.isAddress(text))
    }
}

/// The operator's mail server and its account.
package struct MailAccount: Sendable, Equatable {
    /// The server's name or address; nil sends no mail.
    package private(set) var host: String?
    package private(set) var port = 587
    /// The encryption of the connection.
    package private(set) var encryption = MailServer.Settings.Encryption.startTLS
    /// The mailbox from which mail is sent.
    package var sender = ""
    /// The user name; nil if the server requires none.
    package var user: String?
    /// The file with the account's password; nil for none.
    package var passwordFile: String?

    /// Creates an account that sends no mail.
    package init() {}

    /// Parses an address as in `smtp://mail.example.org:587`; returns false if it is invalid.
    ///
    /// `smtp:` encrypts after the greeting (STARTTLS), `smtps:` from the start, `smtp-plain:` not
    /// at all.
    mutating func parse(_ address: String) -> Bool {
        guard let parts = URLComponents(string: address), let host = parts.host, !host.isEmpty,
            parts.user == nil, parts.password == nil, ["", "/"].contains(parts.path),
            parts.query == nil, parts.fragment == nil
        else { return false }
        let usual: Int
        switch parts.scheme?.lowercased() {
        case "smtp": (encryption, usual) = (.startTLS, 587)
        case "smtps": (encryption, usual) = (.implicit, 465)
        case "smtp-plain": (encryption, usual) = (.none, 25)
        default: return false
        }
        guard (1...65_535).contains(parts.port ?? usual) else { return false }
        (self.host, port) = (host, parts.port ?? usual)
        return true
    }

    /// Returns the connection settings, nil if there is no server.
    ///
    /// - Throws: A `SettingFailure` if a setting is missing or the password cannot be read.
    func settings() throws(SettingFailure) -> MailServer.Settings? {
        guard let host else { return nil }
        guard !sender.isEmpty else {
            throw SettingFailure(
                description: "'mail.server' needs 'mail.from', the mailbox that mail comes from.")
        }
        var settings = MailServer.Settings(host: host, port: port, encryption: encryption)
        settings.user = user
        settings.password = try passwordFile.map(SourceSettings.key(inFile:))
        return settings
    }
}
