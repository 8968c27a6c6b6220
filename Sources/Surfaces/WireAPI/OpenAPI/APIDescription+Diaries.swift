extension APIDescription {
    private static func diary(
        _ method: String, _ path: String, _ summary: String,
        access: APIOperation.Access = .participants, parameters: [APIParameter] = [],
        body: String? = nil, answers: [Int: String?], mediaType: String = "application/json"
    ) -> APIOperation {
        APIOperation(
            method, path, summary, access: access, parameters, body: body, answers: answers,
            mediaType: mediaType, problems: [400, 403, 404, 409, 410, 413, 422, 503])
    }

    /// Studies, and those who take part.
    static let diaries: [APIOperation] = [
        diary(
            "post", APIPaths.diaryEnrolment, "What a code lets people join.", access: .everybody,
            body: "Code", answers: [200: "Anything"]),
        diary(
            "post", APIPaths.diaryParticipants, "Joins a study.", access: .everybody,
            body: "Anything", answers: [201: "Anything"]),
        diary("get", APIPaths.diaryParticipant, "Who takes part.", answers: [200: "Anything"]),
        diary("delete", APIPaths.diaryParticipant, "Withdraws.", answers: [204: nil]),
        diary(
            "post", APIPaths.diaryParticipant + "/start", "Records from now on.", body: "Anything",
            answers: [204: nil]),
        diary(
            "post", APIPaths.diaryParticipant + "/pause", "Pauses.", body: "Anything",
            answers: [204: nil]),
        diary(
            "post", APIPaths.diaryParticipant + "/stop", "Stops.", body: "Anything",
            answers: [204: nil]),
        diary(
            "get", APIPaths.diaryParticipant + "/export", "What a device told, as GeoJSON.",
            parameters: [
                .text("device", "The device's name"), .text("from", "From when on"),
                .text("to", "Until when"),
            ], answers: [200: "Anything"], mediaType: "application/geo+json"),
        diary(
            "get", APIPaths.diaryConfiguration, "The thresholds of the diary's state machine.",
            answers: [200: "Anything", 304: nil]),
        diary(
            "post", APIPaths.diaryFixes, "What the web app recorded.", body: "Anything",
            answers: [200: "Anything", 201: "Anything", 202: "Anything", 204: nil]),
        diary("get", APIPaths.diaryStudy, "The study.", answers: [200: "Anything"]),
        diary(
            "patch", APIPaths.diaryStudy, "Changes the study.", body: "Anything",
            answers: [200: "Anything", 204: nil]),
        diary(
            "put", APIPaths.diaryStudy + "/config", "Thresholds of the study's own.",
            body: "Anything", answers: [200: "Anything", 204: nil]),
        diary(
            "delete", APIPaths.diaryStudy + "/config", "The common ones again.", answers: [204: nil]
        ),
        diary(
            "delete", APIPaths.diaryStudy + "/participants/{id}", "Takes somebody out.",
            answers: [204: nil]
        ),
        diary(
            "get", APIPaths.studies, "All studies.", access: .operators, answers: [200: "Anything"]),
        diary(
            "post", APIPaths.studies, "Another study.", access: .operators, body: "Anything",
            answers: [200: "Anything", 201: "Anything"]),
        diary(
            "delete", APIPaths.studies + "/{id}", "Ends a study.", access: .operators,
            answers: [204: nil]),
        diary(
            "post", APIPaths.studies + "/{id}/code", "Another code.", access: .operators,
            answers: [200: "Anything", 201: "Anything"]),
        diary(
            "post", APIPaths.studies + "/{id}/researcher", "Another token for researchers.",
            access: .operators, answers: [200: "Anything", 201: "Anything"]),
    ]
}
