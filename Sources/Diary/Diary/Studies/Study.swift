package import DiarySensing

/// A study: who can read its diaries, its consent and its retention.
package struct Study: Codable, Hashable, Sendable {
    /// Who can read a diary.
    package enum Mode: String, Codable, CaseIterable, Sendable {
        /// The server reads the diary and shows it to its owner.
        case personal
        /// The diary is sealed on arrival; only the holder of the study's key can read it.
        case study
    }

    /// The text that participants accept.
    package struct Consent: Codable, Hashable, Sendable {
        /// The researchers' version number, from 1; a participant's consent refers to it.
        package let version: Int
        package let text: String

        package init(version: Int, text: String) {
            self.version = version
            self.text = text
        }
    }

    /// The study's id in URLs and object keys: 1 to 40 lower-case letters, digits, hyphens.
    package let id: String
    package var name: String
    /// Who can read the diaries.
    package let mode: Mode
    /// The public key to which diaries are sealed, as in `age1…`; nil in personal mode.
    package let recipient: String?
    package var consent: Consent
    /// The number of days that a diary is kept on this server; in study mode, the period within
    /// which repeated records are detected.
    package var retentionDays: Int
    /// The study's own thresholds; nil uses the server's.
    package var sensing: SensingConfiguration?

    /// The longest consent text, in characters.
    package static let maximumConsent = 20_000

    /// Creates a study without validating it; see ``problem``.
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

    /// The parsed recipient; nil in personal mode.
    var key: AgeRecipient? { recipient.flatMap { AgeRecipient(text: $0) } }

    /// A sentence about the first invalid member; nil if all are valid.
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
