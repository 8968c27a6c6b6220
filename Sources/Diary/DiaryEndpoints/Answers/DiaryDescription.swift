package import APISchema
import Diary
import DiaryDays
import JSONWriting
import TransitModel

extension APIDescription {
    /// Diaries, their studies and participants.
    package static let diary = studies + timelines

    private static func diary(
        _ method: String, _ path: String, _ summary: String,
        access: APIOperation.Access = .participants, parameters: [APIParameter] = [],
        body: JSONSchema? = nil, answers: [Int: JSONType?], mediaType: String = "application/json"
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
            "get", APIPaths.diaryDays,
            "Days on which something is known, the newest first; at most 400.", parameters: dates,
            answers: [200: .object(DiaryDaysAnswer.schema)]),
        diary(
            "get", APIPaths.diaryDays + "/{date}",
            """
            One day: stays, trips and gaps. Of several devices the one that travelled furthest is \
            shown.
            """,
            parameters: [zone, .text("device", "The device whose record is shown")],
            answers: [200: .object(TimelineDayAnswer.schema)]),
        diary(
            "delete", APIPaths.diaryDays + "/{date}",
            "Deletes a day for good, on all devices; what a phone sends again of it is discarded.",
            parameters: [zone], answers: [204: nil]),
        diary(
            "get", APIPaths.diaryExports + ".geojson", "Days as GeoJSON.", parameters: dates,
            answers: [200: .object(.geoJSON)], mediaType: "application/geo+json"),
        diary(
            "get", APIPaths.diaryExports + ".gpx", "Days as GPX.", parameters: dates,
            answers: [200: .text], mediaType: "application/gpx+xml"),
        diary(
            "get", APIPaths.diaryExports + ".csv", "Days as a table.", parameters: dates,
            answers: [200: .text], mediaType: "text/csv"),
        diary(
            "post", APIPaths.diaryCorrections,
            "Corrects the diary. 422 where there is nothing to correct.", parameters: [zone],
            body: CorrectionEndpoints.Wanted.schema,
            answers: [201: .object(CorrectionAnswer.schema)]),
        diary(
            "delete", APIPaths.diaryCorrections + "/{id}", "Takes a correction back.",
            answers: [204: nil]),
        diary(
            "get", APIPaths.diaryPlaces, "The places that were named everywhere.",
            answers: [200: .object(DiaryPlacesAnswer.schema)]),
        diary(
            "get", APIPaths.diaryStatistics,
            """
            Distance, time and CO₂ by mode, lines with rides on time and delays, time at named \
            places.
            """, parameters: dates,
            answers: [200: .object(DiaryStatisticsAnswer.schema)]),
        diary(
            "get", APIPaths.diarySuggestions,
            "Rides made again and again in the last four weeks, for `/api/v1/rider/trips`.",
            parameters: [zone], answers: [200: .object(RideSuggestionsAnswer.schema)]),
    ]

    /// The operations of studies and their participants.
    private static let studies: [APIOperation] = [
        diary(
            "post", APIPaths.diaryEnrolment, "What a code lets people join.", access: .everybody,
            body: ParticipantEndpoints.Code.schema, answers: [200: .object(StudyAnswer.schema)]),
        diary(
            "post", APIPaths.diaryParticipants,
            "Joins a study. 409 `other-consent` if the text has another version by now.",
            access: .everybody,
            body: ParticipantEndpoints.Joining.schema,
            answers: [201: .object(EnrolmentAnswer.schema)]),
        diary(
            "get", APIPaths.diaryPersonal,
            "What beginning a diary of one's own means. 404 where the operator allows none.",
            access: .everybody,
            parameters: [.text("language", "One of \(languages); English else")],
            answers: [200: .object(StudyAnswer.schema)]),
        diary(
            "post", APIPaths.diaryPersonal, "Begins a diary of one's own, without a code.",
            access: .everybody,
            body: PersonalDiaryEndpoints.Agreeing.schema,
            answers: [201: .object(EnrolmentAnswer.schema)]),
        diary(
            "get", APIPaths.diaryParticipant, "The participant, the study and the devices.",
            answers: [200: .object(ParticipantAnswer.schema)]),
        diary(
            "delete", APIPaths.diaryParticipant, "Withdraws, and deletes everything.",
            answers: [204: nil]),
        diary(
            "post", APIPaths.diaryParticipant + "/start", "Records from now on.",
            body: ParticipantEndpoints.Agreeing.schema,
            answers: [204: nil]),
        diary(
            "post", APIPaths.diaryParticipant + "/pause", "Pauses.",
            body: ParticipantEndpoints.Agreeing.schema,
            answers: [204: nil]),
        diary(
            "post", APIPaths.diaryParticipant + "/stop", "Stops.",
            body: ParticipantEndpoints.Agreeing.schema,
            answers: [204: nil]),
        diary(
            "get", APIPaths.diaryParticipant + "/export",
            "A personal diary's fixes as GeoJSON, at most 100,000. 409 `sealed` in a study.",
            parameters: [
                .text("device", "The device's name"), .text("from", "From when on"),
                .text("to", "Until when"),
            ], answers: [200: .object(.geoJSON)], mediaType: "application/geo+json"),
        diary(
            "get", APIPaths.diaryConfiguration,
            """
            The thresholds of the diary's state machine: with a participant's token their study's, \
            else the server's.
            """,
            answers: [200: .object(DiarySchemas.thresholds), 304: nil]),
        diary(
            "post", APIPaths.diaryFixes, "Stores what the web app recorded.",
            body: DiarySchemas.fixes,
            answers: [200: .object(DiaryReceiptAnswer.schema)]),
        diary(
            "get", APIPaths.diaryStudy, "The study with a page of 500 of its participants.",
            parameters: [.text("after", "What the page before gave as `next`")],
            answers: [200: .object(StudyReport.schema)]),
        diary(
            "patch", APIPaths.diaryStudy, "Changes the study.", body: StudyEndpoints.Change.schema,
            answers: [200: .object(Study.schema)]),
        diary(
            "put", APIPaths.diaryStudy + "/config",
            "Sets the study's own thresholds. 422 has every reason.",
            body: DiarySchemas.thresholds, answers: [200: .object(Study.schema)]),
        diary(
            "delete", APIPaths.diaryStudy + "/config", "Goes back to the server's thresholds.",
            answers: [200: .object(Study.schema)]),
        diary(
            "delete", APIPaths.diaryStudy + "/participants/{id}", "Deletes a participant.",
            answers: [204: nil]
        ),
        diary(
            "get", APIPaths.studies, "All studies.", access: .operators,
            answers: [200: .object(StudiesAnswer.schema)]),
        diary(
            "post", APIPaths.studies, "Creates a study.", access: .operators,
            body: StudyEndpoints.NewStudy.schema,
            answers: [201: .object(NewStudyAnswer.schema)]),
        diary(
            "delete", APIPaths.studies + "/{id}", "Ends a study.", access: .operators,
            answers: [204: nil]),
        diary(
            "post", APIPaths.studies + "/{id}/code", "Replaces the code; the old one is void.",
            access: .operators,
            answers: [200: .object(StudyEndpoints.CodeAnswer.schema)]),
        diary(
            "post", APIPaths.studies + "/{id}/researcher",
            "Replaces the researchers' token; the old one is void.",
            access: .operators, answers: [200: .object(StudyEndpoints.TokenAnswer.schema)]),
    ]
}
