package import APISchema
import TransitModel

extension APIPart {
    /// Diaries, their studies and participants.
    package static let diary = APIPart(
        diaries + timelines, schemas: DiarySchemas.requests, DiarySchemas.sums,
        DiarySchemas.timelines, DiarySchemas.studies)

    private static func diary(
        _ method: String, _ path: String, _ summary: String,
        access: APIOperation.Access = .participants, parameters: [APIParameter] = [],
        body: String? = nil, answers: [Int: String?], mediaType: String = "application/json"
    ) -> APIOperation {
        APIOperation(
            method, path, summary, access: access, parameters, body: body, answers: answers,
            mediaType: mediaType, problems: [400, 403, 404, 409, 410, 413, 422, 503])
    }

    private static let languages = MessageLanguage.allCases.map(\.rawValue).joined(separator: ", ")
    private static let zone = APIParameter.text(
        "zone", "The time zone of days, as in Europe/Zurich")
    private static let dates: [APIParameter] = [
        .text("from", "The first day"), .text("to", "The last day"), zone,
    ]

    /// The operations of personal diaries.
    private static let timelines: [APIOperation] = [
        diary(
            "get", APIPaths.diaryDays, "Days on which something is known.", parameters: dates,
            answers: [200: "DiaryDays"]),
        diary(
            "get", APIPaths.diaryDays + "/{date}", "One day: stays, trips and gaps.",
            parameters: [zone, .text("device", "Whose record")], answers: [200: "DiaryDay"]),
        diary(
            "delete", APIPaths.diaryDays + "/{date}", "Deletes a day for good.",
            parameters: [zone], answers: [204: nil]),
        diary(
            "get", APIPaths.diaryExports + ".geojson", "Days as GeoJSON.", parameters: dates,
            answers: [200: "GeoJSON"], mediaType: "application/geo+json"),
        diary(
            "get", APIPaths.diaryExports + ".gpx", "Days as GPX.", parameters: dates,
            answers: [200: "Text"], mediaType: "application/gpx+xml"),
        diary(
            "get", APIPaths.diaryExports + ".csv", "Days as a table.", parameters: dates,
            answers: [200: "Text"], mediaType: "text/csv"),
        diary(
            "post", APIPaths.diaryCorrections, "Says what was otherwise.", parameters: [zone],
            body: "NewCorrection", answers: [201: "Correction"]),
        diary(
            "delete", APIPaths.diaryCorrections + "/{id}", "Takes a correction back.",
            answers: [204: nil]),
        diary("get", APIPaths.diaryPlaces, "Named places.", answers: [200: "DiaryPlaces"]),
        diary(
            "get", APIPaths.diaryStatistics, "Sums over days.", parameters: dates,
            answers: [200: "DiaryStatistics"]),
        diary(
            "get", APIPaths.diarySuggestions, "Rides that are made again and again.",
            parameters: [zone], answers: [200: "RideSuggestions"]),
    ]

    /// The operations of studies and their participants.
    private static let diaries: [APIOperation] = [
        diary(
            "post", APIPaths.diaryEnrolment, "What a code lets people join.", access: .everybody,
            body: "Code", answers: [200: "Study"]),
        diary(
            "post", APIPaths.diaryParticipants, "Joins a study.", access: .everybody,
            body: "Joining", answers: [201: "Enrolment"]),
        diary(
            "get", APIPaths.diaryPersonal, "What beginning a diary of one's own means.",
            access: .everybody,
            parameters: [.text("language", "One of \(languages); English else")],
            answers: [200: "Study"]),
        diary(
            "post", APIPaths.diaryPersonal, "Begins a diary of one's own.", access: .everybody,
            body: "Agreement", answers: [201: "Enrolment"]),
        diary("get", APIPaths.diaryParticipant, "Who takes part.", answers: [200: "Participant"]),
        diary("delete", APIPaths.diaryParticipant, "Withdraws.", answers: [204: nil]),
        diary(
            "post", APIPaths.diaryParticipant + "/start", "Records from now on.", body: "Agreeing",
            answers: [204: nil]),
        diary(
            "post", APIPaths.diaryParticipant + "/pause", "Pauses.", body: "Agreeing",
            answers: [204: nil]),
        diary(
            "post", APIPaths.diaryParticipant + "/stop", "Stops.", body: "Agreeing",
            answers: [204: nil]),
        diary(
            "get", APIPaths.diaryParticipant + "/export", "What a device told, as GeoJSON.",
            parameters: [
                .text("device", "The device's name"), .text("from", "From when on"),
                .text("to", "Until when"),
            ], answers: [200: "GeoJSON"], mediaType: "application/geo+json"),
        diary(
            "get", APIPaths.diaryConfiguration, "The thresholds of the diary's state machine.",
            answers: [200: "Thresholds", 304: nil]),
        diary(
            "post", APIPaths.diaryFixes, "What the web app recorded.", body: "Fixes",
            answers: [200: "Receipt"]),
        diary(
            "get", APIPaths.diaryStudy, "The study with a page of its participants.",
            parameters: [.text("after", "What the page before gave as `next`")],
            answers: [200: "StudyReport"]),
        diary(
            "patch", APIPaths.diaryStudy, "Changes the study.", body: "StudyChange",
            answers: [200: "WholeStudy"]),
        diary(
            "put", APIPaths.diaryStudy + "/config", "Thresholds of the study's own.",
            body: "Thresholds", answers: [200: "WholeStudy"]),
        diary(
            "delete", APIPaths.diaryStudy + "/config", "The common ones again.",
            answers: [200: "WholeStudy"]),
        diary(
            "delete", APIPaths.diaryStudy + "/participants/{id}", "Takes somebody out.",
            answers: [204: nil]
        ),
        diary(
            "get", APIPaths.studies, "All studies.", access: .operators, answers: [200: "Studies"]),
        diary(
            "post", APIPaths.studies, "Another study.", access: .operators, body: "NewStudy",
            answers: [201: "Founding"]),
        diary(
            "delete", APIPaths.studies + "/{id}", "Ends a study.", access: .operators,
            answers: [204: nil]),
        diary(
            "post", APIPaths.studies + "/{id}/code", "Another code.", access: .operators,
            answers: [200: "StudyCode"]),
        diary(
            "post", APIPaths.studies + "/{id}/researcher", "Another token for researchers.",
            access: .operators, answers: [200: "ResearcherToken"]),
    ]
}
