import APISchema
package import Diary
import DiarySensing
import Foundation
package import HTTPServing
package import Hummingbird
import JSONWriting
import NIOCore
import Secrets

/// The endpoints with which operators and researchers manage studies.
package struct StudyEndpoints: EndpointGroup {
    private let access: DiaryAccess
    private let gate: OperatorGate

    private var store: DiaryStore { access.store }

    /// The number of participants on a page.
    private static let pageSize = 500

    struct NewStudy: Decodable {
        let id: String
        let name: String
        let mode: ChosenWord<Study.Mode>
        let recipient: String?
        let consent: Study.Consent
        let retentionDays: Int?

        static let schema = JSONSchema(
            "NewStudy",
            .text("id", "1 to 40 lower-case letters, digits and hyphens"),
            .text("name"),
            .text("mode", "`personal` or `study`"),
            .text(
                "recipient?",
                "The public key to which diaries are sealed, as in `age1…`; a study needs one"),
            .object("consent", Study.Consent.schema), .int("retentionDays?"))
    }

    struct Change: Decodable, Sendable {
        let name: String?
        let consent: Study.Consent?
        let retentionDays: Int?

        static let schema = JSONSchema(
            "StudyChange", .text("name?"), .object("consent?", Study.Consent.schema),
            .int("retentionDays?"))
    }

    struct CodeAnswer: Encodable {
        let code: String

        static let schema = JSONSchema("StudyCode", .text("code"))
    }

    struct TokenAnswer: Encodable {
        let researcherToken: String

        static let schema = JSONSchema("ResearcherToken", .text("researcherToken"))
    }

    /// Serves the studies of a store; operators are authenticated by the gate, researchers by their
    /// token.
    ///
    /// `riders` are those who may have linked a diary's logger.
    package init(
        _ store: DiaryStore, intake: DiaryIntake, gate: OperatorGate, riders: RiderLoggers? = nil
    ) {
        access = DiaryAccess(store: store, intake: intake, riders: riders)
        self.gate = gate
    }

    package func add(to router: Router<TaktRequestContext>) {
        addOperators(to: router.group("\(APIPaths.studies)").add(middleware: gate))
        addResearchers(to: router)
    }

    private func addOperators(to operators: RouterGroup<TaktRequestContext>) {
        operators.get { _, _ in
            let studies = try await store.studies()
            return try Response.personal(
                StudiesAnswer(studies, waitingUploads: try await store.waitingUploads()))
        }
        operators.post { request, _ in
            let wanted = try await JSONBody.decode(request, as: NewStudy.self)
            let study = Study(
                id: wanted.id, name: wanted.name, mode: wanted.mode.choice,
                recipient: wanted.recipient, consent: wanted.consent,
                retentionDays: wanted.retentionDays ?? 365)
            let (code, researcher) = try await store.create(study)
            return try Response.personal(
                NewStudyAnswer(study, code: code, researcher: researcher), status: .created)
        }
        operators.delete("{id}") { _, context in
            let id = try context.parameters.require("id")
            try await access.forget(try await store.deleteStudy(id))
            return Response.noContent
        }
        operators.post("{id}/code") { _, context in
            let id = try context.parameters.require("id")
            return try Response.personal(CodeAnswer(code: try await store.renewCode(id).text))
        }
        operators.post("{id}/researcher") { _, context in
            let id = try context.parameters.require("id")
            let token = try await store.renewResearcher(id)
            return try Response.personal(TokenAnswer(researcherToken: token.text))
        }
    }

    private func addResearchers(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.diaryStudy)") { request, _ in
            let study = try await access.study(request)
            let page = try await store.participants(
                of: study.id, after: QueryParameters(request).text("after"), limit: Self.pageSize)
            return try Response.personal(
                StudyReport(study, page, isLast: page.count < Self.pageSize))
        }
        router.patch("\(APIPaths.diaryStudy)") { request, _ in
            let study = try await access.study(request)
            let change = try await JSONBody.decode(request, as: Change.self)
            return try Response.personal(
                try await changed(study) { study in
                    study.name = change.name ?? study.name
                    study.consent = change.consent ?? study.consent
                    study.retentionDays = change.retentionDays ?? study.retentionDays
                })
        }
        router.put("\(APIPaths.diaryStudy)/config") { request, _ in
            let study = try await access.study(request)
            let body = try await request.body.collect(upTo: SensingConfiguration.longestFileBytes)
            let sensing: SensingConfiguration
            do {
                sensing = try SensingConfiguration(json: Data(body.readableBytesView))
            } catch let error as SensingConfigurationError {
                throw Problem.invalid(error.description)
            }
            return try Response.personal(try await changed(study) { $0.sensing = sensing })
        }
        router.delete("\(APIPaths.diaryStudy)/config") { request, _ in
            let study = try await access.study(request)
            return try Response.personal(try await changed(study) { $0.sensing = nil })
        }
        router.delete("\(APIPaths.diaryStudy)/participants/{id}") { request, context in
            let study = try await access.study(request)
            let id = try context.parameters.require("id")
            try await access.forget([try await store.delete(id, from: study.id)])
            return Response.noContent
        }
    }

    private func changed(
        _ study: Study, _ change: @escaping @Sendable (inout Study) -> Void
    ) async throws -> Study {
        let changed = try await store.update(study.id, change)
        await access.intake.forgetSessions()
        return changed
    }
}
