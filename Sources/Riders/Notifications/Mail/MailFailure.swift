/// Why a mail server did not accept a mail.
package enum MailFailure: Error, Equatable, Sendable {
    /// The sender or recipient is not a valid mailbox.
    case badMailbox
    /// No connection could be made, or the host name does not resolve.
    case unreachable
    /// The server timed out or closed the connection.
    case interrupted
    /// The server offers no encryption, or its certificate is not trusted.
    case insecure
    /// The server rejected the account's credentials.
    case loginDenied
    /// The server asks to try again later, with this code from 400 to 499.
    case later(Int)
    /// The recipient's mailbox does not exist.
    case noSuchMailbox
    /// The server refused the mail, with this code from 500 to 599.
    case refused(Int)

    init(curlCode code: Int32, status: Int, reply: String) {
        switch code {
        // CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT
        case 6, 7: self = .unreachable
        // CURLE_USE_SSL_FAILED, CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION,
        // CURLE_SSL_CACERT_BADFILE
        case 64, 35, 60, 77: self = .insecure
        // CURLE_LOGIN_DENIED
        case 67: self = .loginDenied
        // CURLE_OPERATION_TIMEDOUT
        case 28: self = .interrupted
        default: self.init(status: status, reply: reply)
        }
    }

    /// Enhanced codes (RFC 3463) distinguish a mailbox that does not exist from a refused mail.
    private init(status: Int, reply: String) {
        let enhanced = reply.split(separator: " ").dropFirst().first ?? ""
        switch status {
        case 400..<500:
            self = .later(status)
        case 500..<600:
            let isGone = ["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"]
                .contains(String(enhanced))
            self = isGone ? .noSuchMailbox : .refused(status)
        default:
            self = .interrupted
        }
    }
}

extension MailFailure: CustomStringConvertible {
    /// One sentence for people.
    package var description: String {
        switch self {
        case .badMailbox: "The sender or the recipient is not a valid mailbox."
        case .unreachable: "The mail server does not accept connections."
        case .interrupted: "The mail server took too long or closed the connection."
        case .insecure: "The mail server offers no trustworthy encryption."
        case .loginDenied: "The mail server does not know the account or its password."
        case .later(let code): "The mail server asks to try again later (code \(code))."
        case .noSuchMailbox: "The mail server does not know the recipient."
        case .refused(let code): "The mail server refuses the mail (code \(code))."
        }
    }
}
