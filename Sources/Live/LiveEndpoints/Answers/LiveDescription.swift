package import APISchema
import JSONWriting

extension APIDescription {
    private static let box = APIParameter.text(
        "bbox", "west,south,east,north in degrees", example: "8.1,47.0,8.4,47.2")

    /// Live vehicles, alerts and sources, and how predictions and matching fare.
    package static let live: [APIOperation] = [
        APIOperation(
            "get", APIPaths.vehicles, "All vehicles in a box.", [box],
            answers: [200: .object(VehicleEncodings.schema)]),
        APIOperation(
            "get", APIPaths.vehicleStream, "The vehicles as Server-Sent Events.",
            [
                box,
                .text(
                    "last-event-id",
                    "The `id` of the last event that was seen, in place of the header `Last-Event-ID`"
                ),
            ], answers: [200: .text],
            mediaType: "text/event-stream", problems: [503]),
        APIOperation(
            "get", APIPaths.deviationStream,
            """
            What differs from the timetable, as a stream of frames for devices that keep it. 404 \
            where none is offered.
            """,
            [.text("after", "The number of the last frame that was read")],
            answers: [200: .text], mediaType: "application/octet-stream", problems: [404, 503]),
        APIOperation(
            "get", APIPaths.sources, "How the live sources are doing.",
            answers: [200: .object(SourcesAnswer.schema)]),
        APIOperation(
            "get", APIPaths.operators,
            "204 if the request shows the operator's token, else 401; 403 where there is none.",
            access: .operators,
            answers: [204: nil]),
        APIOperation(
            "get", APIPaths.operators + "/sources",
            "How the live sources are doing, and why one fails.", access: .operators,
            answers: [200: .object(SourcesAnswer.schema)]),
        APIOperation(
            "get", APIPaths.operators + "/predictions",
            "How good predictions were, by route and day.",
            access: .operators, answers: [200: .object(PredictionsAnswer.schema)]),
        APIOperation(
            "get", APIPaths.operators + "/matching", "How live sources match the network.",
            access: .operators, answers: [200: .object(MatchingAnswer.schema)]),
    ]
}
