import APISchema
package import Diary
import DiarySensing
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

    struct Device: Encodable, Sendable {
        let name: String
        let state: String?
    }

    package init(_ participant: Participant, devices: [DiaryDevice]) {
        self.participant = participant.id.rawValue
        state = participant.state
        consentVersion = participant.consentVersion
        joined = TransitTimeZone.utc.iso8601(participant.joined)
        study = StudyAnswer(participant.study)
        self.devices = devices.map { Device(name: $0.name, state: $0.told) }
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

    struct Overland: Encodable, Sendable {
        let url: String
        let setup: String
    }

    struct OwnTracks: Encodable, Sendable {
        let url: String
        let user: String
        let password: String
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
package struct FoundingAnswer: Encodable, Sendable {
    let study: StudyAnswer
    let code: String
    let researcherToken: String

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
    /// The position after which the next page begins; nil at the end.
    let next: String?

    struct Entry: Encodable, Sendable {
        let participant: String
        let state: RecordingState
        let consentVersion: Int
        let joined: String
        let seen: String?
        let fixes: Int
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

    struct Entry: Encodable, Sendable {
        let study: StudyAnswer
        let participants: Int
    }

    /// Describes all studies, and the number of sealed objects that wait for upload.
    package init(_ studies: [DiaryStore.StudySummary], waitingUploads: Int) {
        self.studies = studies.map {
            Entry(study: StudyAnswer($0.study), participants: $0.participants)
        }
        self.waitingUploads = waitingUploads
    }
}

extension DiarySchemas {
    /// The schemas of the answers above.
    static let studies: [String: String] = [
        "Consent": "version:int! text:text!",
        "Study": "id:text! name:text! mode:text! consent:Consent! retentionDays:int!",
        "WholeStudy": """
        id:text! name:text! mode:text! recipient:text consent:Consent! retentionDays:int! \
        sensing:Thresholds
        """,
        "Founding": "study:Study! code:text! researcherToken:text!",
        "Studies": "studies:[StudyWithCount]! waitingUploads:int!",
        "StudyWithCount": "study:Study! participants:int!",
        "StudyReport": "study:WholeStudy! participants:[ParticipantSummary]! next:text",
        "ParticipantSummary": """
        participant:text! state:text! consentVersion:int! joined:text! seen:text fixes:int!
        """,
        "Enrolment": """
        participant:text! token:text! secret:text! study:Study! overland:OverlandSetup! \
        ownTracks:OwnTracksSetup!
        """,
        "OverlandSetup": "url:text! setup:text!",
        "OwnTracksSetup": "url:text! user:text! password:text!",
        "Participant": """
        participant:text! state:text! consentVersion:int! joined:text! study:Study! \
        devices:[DiaryDevice]!
        """,
        "DiaryDevice": "name:text! state:text",
        "Receipt": """
        stored:int! repeated:int! skipped:{int}! recording:flag! state:text desiredAccuracyMetres:number
        """,
    ]
}
