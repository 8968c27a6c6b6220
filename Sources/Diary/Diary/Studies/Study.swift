package import DiarySensing
import Foundation

/// What people take part in: who reads their diaries, what they agree to, how long things are kept.
package struct Study: Codable, Hashable, Sendable {
    /// Who can read a diary.
    package enum Mode: String, Codable, CaseIterable, Sendable {
        /// The server reads and shows it to the person whose diary it is.
        case personal
        /// Sealed when it comes in; only the holder of the study's key can read it.
        case study
    }

    /// What participants agree to, word for word.
    package struct Consent: Codable, Hashable, Sendable {
        /// Counted by the researchers, from 1; a participant's agreement names it.
        package let version: Int
        /// The text as participants read it.
        package let text: String

        /// A text and its number.
        package init(version: Int, text: String) {
            self.version = version
            self.text = text
        }
    }

    /// How the study is called in addresses and object keys: 1 to 40 lower-case letters, digits,
    /// hyphens.
    package let id: String
    /// What people call it.
    package var name: String
    /// Who can read the diaries.
    package let mode: Mode
    /// The public key that diaries are sealed to, as in `age1…`; nil in personal mode.
    package let recipient: String?
    /// What participants agree to.
    package var consent: Consent
    /// How many days a diary is kept on this server; in study mode, how long repeated records are
    /// noticed.
    package var retentionDays: Int
    /// The study's own thresholds; nil takes the server's.
    package var sensing: SensingConfiguration?

    /// The longest text of a consent, in characters.
    package static let maximumConsent = 20_000

    /// A study; see ``problem``.
    package init(
        id: String, name: String, mode: Mode, recipient: String? = nil, consent: Consent,
        retentionDays: Int = 365, sensing: SensingConfiguration? = nil
    ) {
        self.id = id
        self.name = name
        self.mode = mode
        self.recipient = recipient
        self.consent = consent
        self.retentionDays = retentionDays
        self.sensing = sensing
    }

    /// The key that diaries are sealed to; nil in personal mode.
    var key: AgeRecipient? { recipient.flatMap { AgeRecipient(text: $0) } }

    /// What is wrong with it, in a sentence; nil if nothing is.
    package var problem: String? {
        let isPlain = id.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte) || byte == 0x2d
        }
        guard isPlain, (1...40).contains(id.utf8.count) else {
            return "'id' must be 1 to 40 lower-case letters, digits and hyphens."
        }
        guard (1...100).contains(name.count) else { return "'name' must have 1 to 100 characters." }
        guard consent.version >= 1, (1...Self.maximumConsent).contains(consent.text.count) else {
            return "'consent' must have a version from 1 and a text of 1 to "
                + "\(Self.maximumConsent) characters."
        }
        guard (1...3660).contains(retentionDays) else {
            return "'retentionDays' must be a whole number from 1 to 3660."
        }
        switch mode {
        case .study where key == nil:
            return "A study needs a 'recipient', the public key of age that diaries are sealed to."
        case .personal where recipient != nil:
            return "In personal mode nothing is sealed, so there is no 'recipient'."
        default: return nil
        }
    }
}
