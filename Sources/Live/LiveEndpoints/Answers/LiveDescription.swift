package import APISchema

extension APIPart {
    /// Live vehicles, alerts and sources, and how predictions and matching fare.
    package static let live = APIPart(
        liveOperations, schemas: LiveSchemas.vehicles, LiveSchemas.sources, LiveSchemas.predictions,
        LiveSchemas.matching)

    private static let box = APIParameter.text(
        "bbox", "west,south,east,north in degrees", example: "8.1,47.0,8.4,47.2")

    private static let liveOperations: [APIOperation] = [
        APIOperation(
            "get", APIPaths.vehicles, "All vehicles in a box.", [box], answers: [200: "Vehicles"]),
        APIOperation(
            "get", APIPaths.vehicleStream, "The vehicles as a stream of changes.",
            [box, .text("last-event-id", "The last event that was seen")], answers: [200: "Text"],
            mediaType: "text/event-stream", problems: [503]),
        APIOperation(
            "get", APIPaths.deviationStream,
            "What differs from the timetable, as a stream of frames for devices that keep it.",
            [.text("after", "The number of the last frame that was read")],
            answers: [200: "Text", 404: "Problem"], mediaType: "application/octet-stream",
            problems: [503]),
        APIOperation(
            "get", APIPaths.sources, "How the live sources are doing.", answers: [200: "Sources"]),
        APIOperation(
            "get", APIPaths.operators, "Whether the operator's token is good.", access: .operators,
            answers: [204: nil]),
        APIOperation(
            "get", APIPaths.operators + "/sources",
            "How the live sources are doing, and why one fails.", access: .operators,
            answers: [200: "Sources"]),
        APIOperation(
            "get", APIPaths.operators + "/predictions", "How good predictions were.",
            access: .operators, answers: [200: "Predictions"]),
        APIOperation(
            "get", APIPaths.operators + "/matching", "How live sources match the network.",
            access: .operators, answers: [200: "Matching"]),
    ]
}

/// The schemas of live data, declared beside the answers.
enum LiveSchemas {}
