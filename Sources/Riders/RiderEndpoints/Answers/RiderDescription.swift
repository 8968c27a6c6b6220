package import APISchema

extension APIPart {
    /// Riders, their saved data and their channels.
    package static let riders = APIPart(
        riderOperations, schemas: RiderSchemas.requests, RiderSchemas.riders, RiderSchemas.channels,
        RiderSchemas.loggers, RiderSchemas.home, RiderSchemas.rides)

    private static func rider(
        _ method: String, _ path: String, _ summary: String, body: String? = nil,
        _ answers: [Int: String?]
    ) -> APIOperation {
        APIOperation(
            method, APIPaths.rider + path, summary, access: .riders, body: body, answers: answers,
            problems: path.contains("{") || method != "get" ? [400, 404, 409, 422] : [])
    }

    private static let riderOperations: [APIOperation] = [
        APIOperation(
            "post", APIPaths.riders, "A new rider with a device.", body: "NewRider",
            answers: [201: "Device"], problems: [503]),
        APIOperation(
            "post", APIPaths.riders + "/pair", "Lets another device in.", body: "NewDevice",
            answers: [201: "Device"], problems: [404, 409, 503]),
        APIOperation(
            "get", APIPaths.push, "The server's key for Web Push, and the kinds of channels.",
            answers: [200: "Push"]),
        rider("get", "", "Everything that is stored of the rider.", [200: "RiderExport"]),
        rider("delete", "", "Forgets the rider.", [204: nil]),
        rider("post", "/clear", "Forgets all but the rider.", [204: nil]),
        rider("post", "/pairing", "A code for another device.", [201: "Pairing"]),
        rider("get", "/settings", "The rider's settings.", [200: "RiderSettings"]),
        rider(
            "put", "/settings", "Changes the settings.", body: "NewSettings",
            [200: "RiderSettings"]),
        rider("get", "/channels", "Where messages reach the rider.", [200: "[Channel]"]),
        rider(
            "post", "/channels", "Another channel.", body: "NewChannel",
            [200: "Channel", 201: "Channel"]),
        rider("delete", "/channels/{id}", "No more messages there.", [204: nil]),
        rider(
            "post", "/channels/{id}/confirm", "Shows that the channel is the rider's.",
            body: "Code", [200: "Channel"]),
        rider("post", "/channels/{id}/test", "Sends a test.", [200: "ChannelTest"]),
        rider(
            "post", "/routes", "Saves a found connection.", body: "NewRoute",
            [201: "SavedConnection"]),
        APIOperation(
            "get", APIPaths.rider + "/home", "The next departures of every saved route.",
            access: .riders,
            [
                .text("at", "latitude,longitude", example: "47.1,8.2"),
                .number("departures", 1...20, "Departures of each route"),
            ], answers: [200: "Home"]),
        rider("get", "/connections", "What the rider saved.", [200: "[SavedConnection]"]),
        rider(
            "post", "/connections", "Saves one.", body: "NewConnection",
            [201: "SavedConnection"]),
        rider("put", "/connection-order", "Puts these first.", body: "Order", [204: nil]),
        rider(
            "put", "/connections/{id}", "Changes one.", body: "NewConnection",
            [200: "SavedConnection"]),
        rider("delete", "/connections/{id}", "Deletes one.", [204: nil]),
        rider("post", "/connections/{id}/reverse", "The way back.", [201: "SavedConnection"]),
        rider("get", "/trips", "Rides to be called for.", [200: "[Trip]"]),
        rider("post", "/trips", "Another one.", body: "NewTrip", [201: "Trip"]),
        rider("delete", "/trips/{id}", "Deletes one.", [204: nil]),
        rider("get", "/rides", "Rides that the rider is on.", [200: "[CurrentRide]"]),
        rider("post", "/rides", "Tells when to get off.", body: "NewRide", [201: "CurrentRide"]),
        rider("delete", "/rides/{id}", "Not any more.", [204: nil]),
        rider(
            "get", "/logger", "Whether a phone's logger tells where the rider is.",
            [200: "RiderLogger"]),
        rider("post", "/logger", "Lets one tell.", body: "NewLogger", [201: "RiderLogger"]),
        rider("delete", "/logger", "Not any more.", [204: nil]),
        rider("post", "/location", "Where the rider is.", body: "Location", [204: nil]),
        APIOperation(
            "get", APIPaths.operators + "/riders", "How messages to riders fare.",
            access: .operators, answers: [200: "RiderCounts"]),
    ]
}
