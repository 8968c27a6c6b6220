package import APISchema
import JSONWriting
import Riders

extension APIDescription {
    private static func rider(
        _ method: String, _ path: String, _ summary: String, body: JSONSchema? = nil,
        _ answers: [Int: JSONType?]
    ) -> APIOperation {
        APIOperation(
            method, APIPaths.rider + path, summary, access: .riders, body: body, answers: answers,
            problems: path.contains("{") || method != "get" ? [400, 404, 409, 422] : [])
    }

    /// Riders, their saved data and their channels.
    package static let riders: [APIOperation] = [
        APIOperation(
            "post", APIPaths.riders, "A new rider with a device; there are no accounts.",
            body: RiderEndpoints.NewRider.schema,
            answers: [201: .object(DeviceAnswer.schema)], problems: [503]),
        APIOperation(
            "post", APIPaths.riders + "/pair",
            "Lets another device in, by the code from `/api/v1/rider/pairing`.",
            body: RiderEndpoints.NewDevice.schema,
            answers: [201: .object(DeviceAnswer.schema)], problems: [404, 409, 503]),
        APIOperation(
            "get", APIPaths.push, "The server's key for Web Push, and the kinds of channels.",
            answers: [200: .object(PushAnswer.schema)]),
        rider(
            "get", "", "Everything that is stored of the rider, without the secrets of channels.",
            [200: .object(RiderExport.schema)]
        ),
        rider("delete", "", "Forgets the rider.", [204: nil]),
        rider("post", "/clear", "Forgets all but the rider.", [204: nil]),
        rider(
            "post", "/pairing", "A code for another device: eight signs, once, for ten minutes.",
            [201: .object(PairingAnswer.made)]),
        rider(
            "get", "/pairing", "Whether the last code still waits for a device.",
            [200: .object(PairingAnswer.state)]),
        rider(
            "post", "/sign-out-others",
            """
            Signs out all other devices: their tokens end, and the pairing code. To end copies of \
            this device's own token too, pair it with itself and call this with the new token.
            """, [204: nil]),
        rider("get", "/settings", "The rider's settings.", [200: .object(RiderSettings.schema)]),
        rider(
            "put", "/settings", "Changes the settings; those that are not sent stay.",
            body: RiderSettings.changes,
            [200: .object(RiderSettings.schema)]),
        rider(
            "get", "/channels", "Where messages reach the rider.",
            [200: .list(.object(ChannelAnswer.schema))]),
        rider(
            "post", "/channels",
            """
            Adds a channel. 200 for an address that the rider already has, whose keys are renewed; \
            422 `invalid` gives the reason.
            """, body: NewChannel.schema,
            [200: .object(ChannelAnswer.schema), 201: .object(ChannelAnswer.schema)]),
        rider("delete", "/channels/{id}", "Deletes a channel.", [204: nil]),
        rider(
            "post", "/channels/{id}/confirm",
            "Confirms a mailbox with the code that was sent there, within half an hour.",
            body: ChannelEndpoints.Code.schema, [200: .object(ChannelAnswer.schema)]),
        rider(
            "post", "/channels/{id}/test",
            """
            Sends a message at once and returns its outcome. Six tests or codes are allowed at \
            once and one a minute, then 429 `too-often`.
            """, [200: .object(ChannelTestAnswer.schema)]
        ),
        rider(
            "post", "/routes", "Saves a found connection, and a reminder at its departure.",
            body: SavedEndpoints.WantedRoute.schema,
            [201: .object(SavedConnection.schema)]),
        APIOperation(
            "get", APIPaths.rider + "/home",
            "The next departures of every saved route, with live data.",
            access: .riders,
            [
                .text("at", "latitude,longitude", example: "47.1,8.2"),
                .number("departures", 1...20, "Departures of each route"),
            ], answers: [200: .object(HomeAnswer.schema)]),
        rider(
            "get", "/connections", "The rider's saved connections.",
            [200: .list(.object(SavedConnection.schema))]),
        rider(
            "post", "/connections", "Saves a connection.",
            body: SavedEndpoints.NewConnection.schema,
            [201: .object(SavedConnection.schema)]),
        rider(
            "put", "/connection-order", "Puts these connections first.",
            body: SavedEndpoints.Order.schema,
            [204: nil]),
        rider(
            "put", "/connections/{id}", "Changes a connection.",
            body: SavedEndpoints.NewConnection.schema,
            [200: .object(SavedConnection.schema)]),
        rider("delete", "/connections/{id}", "Deletes a connection.", [204: nil]),
        rider(
            "post", "/connections/{id}/reverse", "Saves the way back, without routes.",
            [201: .object(SavedConnection.schema)]),
        rider(
            "get", "/trips",
            """
            The rider's trips, each with its next run. `problem` says why a saved one is impossible by \
            now.
            """, [200: .list(.object(TripAnswer.schema))]),
        rider(
            "post", "/trips",
            """
            Saves a trip: the latest run that is there in time. 422 says why there is none: \
            `same-stop`, `no-line`, `no-service`, `too-late` or `too-early`.
            """, body: SavedEndpoints.NewTrip.schema,
            [201: .object(TripAnswer.schema)]),
        rider("delete", "/trips/{id}", "Deletes a trip.", [204: nil]),
        rider(
            "get", "/rides", "The vehicles that the rider is in. A ride is gone once it is there.",
            [200: .list(.object(CurrentRideAnswer.schema))]),
        rider(
            "post", "/rides",
            "Adds a vehicle that the rider is in, to be notified when to get off; at most three.",
            body: RideEndpoints.NewRide.schema,
            [201: .object(CurrentRideAnswer.schema)]),
        rider("delete", "/rides/{id}", "Ends a ride.", [204: nil]),
        rider(
            "get", "/logger", "Whether a phone's logger reports where the rider is.",
            [200: .object(RiderLoggerAnswer.schema)]),
        rider(
            "post", "/logger",
            """
            Links a logger, or that of a personal diary. There is one at a time, and nothing of it \
            is kept.
            """, body: RiderLoggerEndpoints.NewLogger.schema,
            [201: .object(RiderLoggerAnswer.schema)]),
        rider("delete", "/logger", "Unlinks the logger.", [204: nil]),
        rider(
            "post", "/location",
            """
            Where the rider with the open app is, every half minute. It is kept in memory for two \
            minutes.
            """, body: RideEndpoints.Location.schema,
            [204: nil]),
        APIOperation(
            "get", APIPaths.operators + "/riders",
            """
            How many riders there are, how many messages wait and what became of others; never \
            whose.
            """,
            access: .operators, answers: [200: .object(RiderCountEndpoints.schema)]),
    ]
}
