package import Secrets
package import TransitModel

/// A participant's id: a random number that says nothing about the person.
package struct ParticipantID: Hashable, Sendable {
    /// 16 lower-case hexadecimal digits.
    package let rawValue: String
}

/// Whether a participant's records are stored.
package enum RecordingState: String, Codable, Sendable {
    /// Records are stored.
    case recording
    /// Records are discarded until the participant resumes.
    case paused
    /// As ``paused``; the participant has ended their part and may start again.
    case stopped
}

/// The participant of a token, as of the time when the token was used.
package struct Participant: Sendable, Hashable {
    /// The row id; never sent to anyone.
    let number: Int64
    /// The public id of the participant.
    package let id: ParticipantID
    package let study: Study
    package let state: RecordingState
    /// The version of the accepted consent.
    package let consentVersion: Int
    /// The secret for OwnTracks' encryption, if its user enables that.
    package let secret: String
    package let joined: UnixTime
    /// The key to which the diary is sealed, parsed once; nil in personal mode.
    let recipient: AgeRecipient?
}

/// The result of an enrolment; the token is sent only once.
package struct Enrolment: Sendable {
    package let participant: Participant
    /// The token for the participant's phone.
    package let token: BearerToken
}

/// A phone or browser of a participant.
package struct DiaryDevice: Sendable, Hashable {
    /// The logger's name for it; empty if none.
    package let name: String
    /// The name of the state last sent to it; nil if none was.
    package let sentState: String?
}

/// A participant's data for researchers.
package struct ParticipantSummary: Sendable, Hashable {
    package let id: ParticipantID
    package let state: RecordingState
    /// The version of the accepted consent.
    package let consentVersion: Int
    package let joined: UnixTime
    /// When their last record arrived; nil if none did.
    package let seen: UnixTime?
    /// The total number of received fixes without repeated ones.
    package let fixCount: Int
}

/// Why an operation on studies or participants failed.
package enum DiaryError: Error, Hashable, Sendable {
    /// The study, participant or code does not exist.
    case notFound
    /// The value is invalid, for the reason in the sentence.
    case invalid(String)
    /// The id is already used.
    case exists
    /// The accepted consent is not the current version.
    case otherConsent(present: Int)
    /// The largest number of these is reached.
    case tooMany(String)
    /// The diaries of this study are sealed and cannot be read here.
    case sealed
    /// The queue is full, or the server is about to stop; the request should be repeated.
    case busy
    /// The diary has taken as many records as it may on one day.
    case full
}
