package import Secrets
package import TransitModel

/// A person in a study: a random number that says nothing about anybody.
package struct ParticipantID: Hashable, Sendable {
    /// 16 lower-case hexadecimal digits.
    package let rawValue: String
}

/// Whether somebody's phone is listened to.
package enum RecordingState: String, Codable, Sendable {
    /// What comes is stored.
    case recording
    /// What comes is thrown away, until the participant goes on.
    case paused
    /// As paused; the participant has ended their part and may begin again.
    case stopped
}

/// Whom a token stands for, as it was when the token was shown.
package struct Participant: Sendable, Hashable {
    /// The row, never told to anybody.
    let number: Int64
    /// What the participant is called everywhere.
    package let id: ParticipantID
    /// The study.
    package let study: Study
    /// Whether what comes is stored.
    package let state: RecordingState
    /// The version of the consent that they gave.
    package let consentVersion: Int
    /// The secret that OwnTracks encrypts with, if its user wants that.
    package let secret: String
    /// When they joined.
    package let joined: UnixTime
    /// What their diary is sealed to, read from the study's text once; nil in personal mode.
    let recipient: AgeRecipient?
}

/// What a new participant is told once.
package struct Enrolment: Sendable {
    /// Who they are.
    package let participant: Participant
    /// What their phone shows.
    package let token: BearerToken
}

/// A phone or browser of a participant.
package struct DiaryDevice: Sendable, Hashable {
    /// As the logger calls it; empty if it does not.
    package let name: String
    /// The state that it was last told to take over, by its name; nil if it was told none.
    package let told: String?
}

/// A participant as researchers see one.
package struct ParticipantSummary: Sendable, Hashable {
    /// Who it is.
    package let id: ParticipantID
    /// Whether what comes is stored.
    package let state: RecordingState
    /// The version of the consent that they gave.
    package let consentVersion: Int
    /// When they joined.
    package let joined: UnixTime
    /// When something of theirs last came; nil if nothing did.
    package let seen: UnixTime?
    /// How many fixes came in all, repeated ones not counted.
    package let fixCount: Int
}

/// Why something cannot be done about studies and participants.
package enum DiaryError: Error, Hashable, Sendable {
    /// There is no such study, participant or code.
    case notFound
    /// It is not what it must be, in a sentence.
    case invalid(String)
    /// There is one of that id already.
    case exists
    /// The consent that was given is not the present one.
    case otherConsent(present: Int)
    /// There are as many of these as there may be.
    case tooMany(String)
    /// The diaries of this study cannot be read here.
    case sealed
    /// More comes than can be written, or the server is about to end; to be tried again.
    case busy
}
