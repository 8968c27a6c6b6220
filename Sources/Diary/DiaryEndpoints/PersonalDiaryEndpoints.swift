import APISchema
package import Diary
package import HTTPServing
import HTTPTypes
package import Hummingbird
import JSONWriting
import TransitModel

/// The endpoints for a personal diary, which needs no study code.
package struct PersonalDiaryEndpoints: EndpointGroup {
    private let store: DiaryStore
    private let isAllowed: Bool
    private let home: String?

    struct Agreeing: Decodable {
        let consentVersion: Int

        static let schema = JSONSchema(
            "Agreement",
            .int("consentVersion", "Of the text that the person read"))
    }

    /// Creates the endpoints; `home` is the server's public address, nil takes it from each
    /// request.
    package init(_ store: DiaryStore, isAllowed: Bool, home: String?) {
        self.store = store
        self.isAllowed = isAllowed
        self.home = home
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.diaryPersonal)") { request, _ in
            try check()
            let wanted = QueryParameters(request).text("language") ?? ""
            let study = PersonalDiary.study(language: MessageLanguage(rawValue: wanted) ?? .en)
            return try Response.personal(StudyAnswer(study))
        }
        router.post("\(APIPaths.diaryPersonal)") { request, context in
            try check()
            let wanted = try await JSONBody.decode(request, as: Agreeing.self)
            let enrolment = try await store.enrolPersonally(consent: wanted.consentVersion)
            return try Response.personal(
                EnrolmentAnswer(
                    enrolment, home: home ?? ParticipantEndpoints.origin(request, context)),
                status: .created)
        }
    }

    private func check() throws {
        guard isAllowed else {
            throw Problem.notFound(
                "On this server a diary needs the code of a study; its operator may allow others with "
                    + "'diary.personal'.")
        }
    }
}
