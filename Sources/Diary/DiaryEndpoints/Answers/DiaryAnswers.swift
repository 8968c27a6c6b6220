import APISchema
package import Diary
import DiarySensing
import JSONWriting
import NetworkAPI
package import PhoneRecords
package import Secrets
import TransitModel

/// The result of an upload of fixes that the web app recorded.
package struct DiaryReceiptAnswer: Encodable, Sendable {
    let stored: Int
    let repeated: Int
    let skipped: [String: Int]
    let recording: Bool
    let state: SensingState?
    let desiredAccuracyMetres: Double?

    static let schema = JSONSchema(
        "Receipt",
        .int("stored repeated", "Records that are new, and that were there already"),
        .map("skipped", .int, "Records by the reason why they are not stored"),
        .flag("recording", "False while the participant pauses"),
        .text("state?", "Of the diary's state machine"),
        .number("desiredAccuracyMetres?", "How accurate the next fixes need to be"))

    /// Describes a receipt and the skipped parts of the batch.
    package init(_ receipt: IntakeReceipt, skipped: [SkipReason: Int]) {
        stored = receipt.stored
        repeated = receipt.repeated
        self.skipped = Dictionary(
            skipped.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: +)
        recording = receipt.isRecording
        state = receipt.state
        desiredAccuracyMetres = receipt.state?.desiredAccuracyMetres
    }
}

/// The public description of a study for people who may join it.
package struct StudyAnswer: Encodable, Sendable {
    let id: String
    let name: String
    let mode: Study.Mode
    let consent: Study.Consent
    let retentionDays: Int

    static let schema = JSONSchema(
        "Study", .text("id name"),
        .text(
            "mode",
            """
            `personal` (the participant reads the diary here) or `study` (only the study's key \
            opens it)
            """),
        .object("consent", Study.Consent.schema),
        .int("retentionDays", "How long a diary is kept on this server"))

    package init(_ study: Study) {
        id = study.id
        name = study.name
        mode = study.mode
        consent = study.consent
        retentionDays = study.retentionDays
    }
}

/// A participant's own data.
package struct ParticipantAnswer: Encodable, Sendable {
    let participant: String
    let state: RecordingState
    let consentVersion: Int
    let joined: String
    let study: StudyAnswer
    let devices: [Device]

    static let schema = JSONSchema(
        "Participant", .text("participant"),
        .text("state", "`recording`, `paused` or `stopped`"),
        .int("consentVersion", "What the participant agreed to"),
        .text("joined"), .object("study", StudyAnswer.schema), .list("devices", of: Device.schema))

    struct Device: Encodable, Sendable {
        let name: String
        let state: String?

        static let schema = JSONSchema(
            "DiaryDevice", .text("name"),
            .text("state?", "The state last sent to it"))
    }

    package init(_ participant: Participant, devices: [DiaryDevice]) {
        self.participant = participant.id.rawValue
        state = participant.state
        consentVersion = participant.consentVersion
        joined = TransitTimeZone.utc.iso8601(participant.joined)
        study = StudyAnswer(participant.study)
        self.devices = devices.map { Device(name: $0.name, state: $0.sentState) }
    }
}

/// The credentials of a new participant; token and secret are sent only once.
package struct EnrolmentAnswer: Encodable, Sendable {
    let participant: String
    let token: String
    let secret: String
    let study: StudyAnswer
    let overland: Overland
    let ownTracks: OwnTracks

    static let schema = JSONSchema(
        "Enrolment",
        .text("participant", "The id"),
        .text("token", "Sent only once"),
        .text("secret", "For the encryption of OwnTracks; sent only once"),
        .object("study", StudyAnswer.schema),
        .object("overland", Overland.schema, "What the logger is to be set to"),
        .object("ownTracks", OwnTracks.schema, "What the logger is to be set to"))

    struct Overland: Encodable, Sendable {
        let url: String
        let setup: String

        static let schema = JSONSchema(
            "OverlandSetup", .text("url"),
            .text("setup", "A link that sets the app up"))
    }

    struct OwnTracks: Encodable, Sendable {
        let url: String
        let user: String
        let password: String

        static let schema = JSONSchema(
            "OwnTracksSetup", .text("url user"),
            .text("password", "The token"))
    }

    /// Describes an enrolment; `home` is the server's address without a trailing slash.
    package init(_ enrolment: Enrolment, home: String) {
        let id = enrolment.participant.id.rawValue
        participant = id
        token = enrolment.token.text
        secret = enrolment.participant.secret
        study = StudyAnswer(enrolment.participant.study)
        let address = home + APIPaths.overland
        // Token and id are plain letters; in the address only these characters need
        // percent-encoding.
        let encoded = address.replacing(":", with: "%3A").replacing("/", with: "%2F")
        overland = Overland(
            url: address,
            setup: "overland://setup?url=\(encoded)&token=\(enrolment.token.text)&device_id=phone")
        ownTracks = OwnTracks(
            url: home + APIPaths.ownTracks, user: id, password: enrolment.token.text)
    }
}

/// The credentials of a new study; code and token are sent only once.
package struct NewStudyAnswer: Encodable, Sendable {
    let study: StudyAnswer
    let code: String
    let researcherToken: String

    static let schema = JSONSchema(
        "Founding", .object("study", StudyAnswer.schema),
        .text("code", "Lets people join"),
        .text("researcherToken", "Sent only once"))

    package init(_ study: Study, code: PairingCode, researcher: BearerToken) {
        self.study = StudyAnswer(study)
        self.code = code.text
        researcherToken = researcher.text
    }
}

/// A study's data for its researchers.
package struct StudyReport: Encodable, Sendable {
    let study: Study
    let participants: [Entry]
    let next: String?

    static let schema = JSONSchema(
        "StudyReport", .object("study", Study.schema), .list("participants", of: Entry.schema),
        .next)

    struct Entry: Encodable, Sendable {
        let participant: String
        let state: RecordingState
        let consentVersion: Int
        let joined: String
        let seen: String?
        let fixes: Int

        static let schema = JSONSchema(
            "ParticipantSummary", .text("participant"),
            .text("state", "`recording`, `paused` or `stopped`"),
            .int("consentVersion"), .text("joined"),
            .text("seen?", "When records came last"),
            .int("fixes", "How many were stored"))
    }

    /// Describes a study with a page of its participants.
    package init(_ study: Study, _ page: [ParticipantSummary], isLast: Bool) {
        self.study = study
        participants = page.map { one in
            Entry(
                participant: one.id.rawValue, state: one.state,
                consentVersion: one.consentVersion,
                joined: TransitTimeZone.utc.iso8601(one.joined),
                seen: one.seen.map { TransitTimeZone.utc.iso8601($0) }, fixes: one.fixCount)
        }
        next = isLast ? nil : page.last?.id.rawValue
    }
}

/// The studies of a server, for its operator.
package struct StudiesAnswer: Encodable, Sendable {
    let studies: [Entry]
    let waitingUploads: Int

    static let schema = JSONSchema(
        "Studies", .list("studies", of: Entry.schema),
        .int("waitingUploads", "Sealed objects that wait for upload"))

    struct Entry: Encodable, Sendable {
        let study: StudyAnswer
        let participants: Int

        static let schema = JSONSchema(
            "StudyWithCount", .object("study", StudyAnswer.schema), .int("participants"))
    }

    /// Describes all studies, and the number of sealed objects that wait for upload.
    package init(_ studies: [DiaryStore.StudySummary], waitingUploads: Int) {
        self.studies = studies.map {
            Entry(study: StudyAnswer($0.study), participants: $0.participants)
        }
        self.waitingUploads = waitingUploads
    }
}
