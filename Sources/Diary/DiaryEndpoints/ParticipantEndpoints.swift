import APISchema
package import Diary
import DiarySensing
import Foundation
package import HTTPServing
package import Hummingbird
import JSONWriting
import NIOCore
import Secrets
import TransitModel

/// The endpoints of participants: join, read, pause, export, and leave.
package struct ParticipantEndpoints: EndpointGroup {
    private let access: DiaryAccess
    private let home: String?
    private let guesses = CodeGuesses()

    private static let unknownCode = "No study has this code; ask those who gave it to you."

    private var store: DiaryStore { access.store }

    struct Code: Decodable {
        let code: String

        static let schema = JSONSchema("Code", .text("code"))
    }

    struct Joining: Decodable {
        let code: String
        let consentVersion: Int

        static let schema = JSONSchema(
            "Joining",
            .text("code", "From the researchers"),
            .int("consentVersion", "Of the text that the person read"))
    }

    struct Agreeing: Decodable {
        let consentVersion: Int?

        static let schema = JSONSchema(
            "Agreeing",
            .int("consentVersion?", "Of a new text that the person agrees to"))
    }

    /// Creates the endpoints; `home` is the server's public address, nil takes it from each
    /// request.
    ///
    /// `riders` are those who may have linked a diary's logger.
    package init(
        _ store: DiaryStore, intake: DiaryIntake, home: String?, riders: RiderLoggers? = nil
    ) {
        access = DiaryAccess(store: store, intake: intake, riders: riders)
        self.home = home
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.post("\(APIPaths.diaryEnrolment)") { request, context in
            let wanted = try await JSONBody.decode(request, as: Code.self)
            let study = try await study(wanted.code, request, context)
            return try Response.personal(StudyAnswer(study))
        }
        router.post("\(APIPaths.diaryParticipants)") { request, context in
            let wanted = try await JSONBody.decode(request, as: Joining.self)
            _ = try await study(wanted.code, request, context)
            guard let code = PairingCode(text: wanted.code, length: DiaryStore.codeLength)
            else {
                throw Problem.notFound(Self.unknownCode)
            }
            let enrolment = try await store.enrol(code, consent: wanted.consentVersion)
            return try Response.personal(
                EnrolmentAnswer(enrolment, home: home ?? Self.origin(request, context)),
                status: .created)
        }
        router.get("\(APIPaths.diaryParticipant)") { request, _ in
            let participant = try await access.participant(request)
            return try Response.personal(
                ParticipantAnswer(participant, devices: try await store.devices(participant)))
        }
        router.delete("\(APIPaths.diaryParticipant)") { request, _ in
            let participant = try await access.participant(request)
            try await access.forget([try await store.withdraw(participant)])
            return Response.noContent
        }
        addStates(to: router)
        router.get("\(APIPaths.diaryParticipant)/export") { request, _ in
            try await export(request)
        }
        router.get("\(APIPaths.diaryConfiguration)") { request, _ in
            try await configuration(request)
        }
    }

    /// Returns the study that has a code; guesses are limited.
    private func study(
        _ text: String, _ request: Request, _ context: TaktRequestContext
    ) async throws -> Study {
        try await guesses.guess(request, context, orSay: Self.unknownCode) {
            guard let code = PairingCode(text: text, length: DiaryStore.codeLength) else {
                return nil
            }
            return try await store.study(code)
        }
    }

    private func addStates(to router: Router<TaktRequestContext>) {
        let states: [(word: String, state: RecordingState)] = [
            ("start", .recording), ("pause", .paused), ("stop", .stopped),
        ]
        for (word, state) in states {
            router.post("\(APIPaths.diaryParticipant)/\(word)") { request, _ in
                let participant = try await access.participant(request)
                let agreed = try await JSONBody.decode(request, as: Agreeing.self)
                // Read again, since the consent may have changed in the last seconds.
                guard let token = DiaryAccess.token(request),
                    let present = try await store.participant(token)
                else { throw DiaryError.notFound }
                precondition(present.id == participant.id, "a token belongs to one person")
                try await store.set(state, of: present, consent: agreed.consentVersion)
                await access.intake.forgetSessions()
                return Response.noContent
            }
        }
    }

    /// Exports the fixes of one of the participant's devices as GeoJSON.
    private func export(_ request: Request) async throws -> Response {
        let participant = try await access.participant(request)
        let query = QueryParameters(request)
        let device = query.text("device") ?? ""
        let from = try query.instant("from", in: .utc) ?? UnixTime(seconds: 0)
        let to = try query.instant("to", in: .utc) ?? UnixTime(seconds: 4_102_444_800)
        let document = try await store.document(
            of: participant, device: device, from: from, to: to)
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/geo+json", .cacheControl: CachePolicy.none,
                .contentDisposition: "attachment; filename=\"diary.geojson\"",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: document)))
    }

    /// Returns the thresholds for the client: those of the participant's study, or the server's
    /// without a token.
    private func configuration(_ request: Request) async throws -> Response {
        var study: Study?
        if request.headers[.authorization] != nil {
            study = try await access.participant(request).study
        }
        let configuration = await access.intake.configuration(for: study)
        return CachedBody(configuration.json(), contentType: "application/json")
            .response(to: request, cacheControl: CachePolicy.ofOneClient)
    }

    static func origin(_ request: Request, _ context: TaktRequestContext) -> String {
        "http\(context.isEncrypted ? "s" : "")://\(request.head.authority ?? "localhost")"
    }
}
