import Foundation
import TransitModel

extension ChannelSender {
    func mail(
        _ message: RiderMessage, to mailbox: EmailAddress, key: String, now: UnixTime
    ) async -> SendOutcome {
        guard let mailServer else { return .refused("This server sends no mail.") }
        var body = message.body.isEmpty ? message.title : message.body
        if let link = message.link { body += "\n\n\(link)" }
        // The separator of signatures, by which mail programs recognise them.
        if let imprint = settings.imprint { body += "\n\n-- \n\(settings.appName)\n\(imprint)" }
        let mail = MailText(
            sender: settings.mailSender, senderName: settings.appName,
            recipient: mailbox.address, subject: message.title, body: body + "\n",
            id: "\(message.id).\(key)", thread: "\(message.topic).\(key)",
            language: message.language,
            date: Date(timeIntervalSince1970: now.fractionalSeconds))
        do {
            try await mailServer.send(mail)
            return .delivered
        } catch {
            return SendOutcome(error)
        }
    }
}

extension SendOutcome {
    /// Maps a mail server's failure.
    init(_ failure: MailFailure) {
        switch failure {
        case .noSuchMailbox: self = .gone
        case .later(421), .later(450...452): self = .wait(nil)
        case .unreachable, .interrupted, .insecure, .loginDenied, .later:
            self = .failed(failure.description)
        case .badMailbox, .refused: self = .refused(failure.description)
        }
    }
}
