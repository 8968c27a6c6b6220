import EndpointTesting
import Foundation
import Testing

extension RiderEndpointTests {
    @Test(arguments: [
        ("fr", "fr"), ("de-CH", "de"), ("IT-it", "it"), ("xx", "en"), ("", "en"),
    ])
    func `a rider's messages are in the language of the device, or in English`(
        _ given: String, _ language: String
    ) async throws {
        let made = try await ask(.post, "/riders", nil, ["language": given])
        let token = try #require(made.object["token"] as? String)
        let settings = try await ask(.get, "/rider/settings", token)
        #expect(settings.object["language"] as? String == language)
    }

    @Test func `settings are checked`() async throws {
        let token = try await ask.newRider()
        var settings = try await ask(.get, "/rider/settings", token).object
        #expect(settings["mapVehicles"] as? Int == 15)
        settings["mapVehicles"] = NSNull()
        settings["notifies"] = true
        #expect(try await ask(.put, "/rider/settings", token, settings).status == 200)
        let kept = try await ask(.get, "/rider/settings", token).object
        #expect(kept["mapVehicles"] is NSNull)
        settings["nearbyKilometres"] = 500
        let refused = try await ask(.put, "/rider/settings", token, settings)
        #expect(refused.status == 422)
        #expect(refused.object["detail"] as? String == "'nearbyKilometres' must be 0.1 to 50.")
    }

    @Test func `members that settings do not have change nothing`() async throws {
        let token = try await ask.newRider()
        let settings = try await ask(.get, "/rider/settings", token).object
        // The first is a member of `alerts`.
        let sent: [String: Any] = ["leadMinutes": 4, "changed": ["leadMinutes", "gone"]]
        let answer = try await ask(.put, "/rider/settings", token, sent)
        #expect(answer.status == 200)
        #expect(answer.object as NSDictionary == settings as NSDictionary)
        let alerts: [String: Any] = ["leadMinutes": 40, "thresholdMinutes": 3, "gone": 1]
        let changed = try await ask(.put, "/rider/settings", token, ["alerts": alerts]).object
        #expect((changed["alerts"] as? [String: Int])?["leadMinutes"] == 40)
    }

    @Test func `settings that are not sent, or not among the changed ones, stay`() async throws {
        let token = try await ask.newRider()
        var settings = try await ask(.get, "/rider/settings", token).object
        let first: [String: Any] = ["quietFrom": 1320, "quietUntil": 420, "walkingSpeed": 1.0]
        #expect(try await ask(.put, "/rider/settings", token, first).status == 200)
        let second = try await ask(.put, "/rider/settings", token, ["notifies": true]).object
        #expect(second["notifies"] as? Bool == true)
        #expect(second["quietFrom"] as? Int == 1320)
        #expect(second["walkingSpeed"] as? Double == 1)
        // A device that does not know of these changes sends all of its settings.
        settings["mapVehicles"] = NSNull()
        settings["changed"] = ["mapVehicles"]
        let third = try await ask(.put, "/rider/settings", token, settings).object
        #expect(third["mapVehicles"] is NSNull)
        #expect(third["notifies"] as? Bool == true)
        #expect(third["quietUntil"] as? Int == 420)
        let alone = try await ask(.put, "/rider/settings", token, ["quietFrom": NSNull()])
        #expect(alone.status == 422)
    }
}
