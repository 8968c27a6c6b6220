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
    /// The limit for new diaries from one address.
    private let newcomers: RateLimit

    struct Agreeing: Decodable {
        let consentVersion: Int

        static let schema = JSONSchema(
            "Agreement",
            .int("consentVersion", "Of the text that the person read"))
    }

    /// Creates the endpoints; `home` is the server's public address, nil takes it from each
    /// request; `newPerHour` limits the new diaries from one address.
    package init(_ store: DiaryStore, isAllowed: Bool, home: String?, newPerHour: Int) {
        self.store = store
        self.isAllowed = isAllowed
        self.home = home
        newcomers = RateLimit(burst: newPerHour, perSecond: Double(newPerHour) / 3600)
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
            // Programs on this machine forward for nobody else.
            if let address = ClientAddress.key(of: request, context, context.proxies) {
                try newcomers.take(address, "one new diary too many from one address")
            }
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
