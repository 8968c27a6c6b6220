import Testing
import TransitModel

@testable import ShuttleTracker

@Suite struct FusionMessageTests {
    @Test(arguments: [
        (#"{"type":"subscribe","message":{"topic":"eta"}}"#, FusionCommand.subscribe(.arrivals)),
        (
            #"{"type":"unsubscribe","message":{"topic":"vehicle_location"}}"#,
            FusionCommand.unsubscribe(.locations)
        ),
        (
            #"{"type":"position","message":{"latitude":42.7,"longitude":-73.6,"speed":null,"heading":3,"track":"x"}}"#,
            FusionCommand.position(Coordinate(latitude: 42.7, longitude: -73.6))
        ),
    ])
    func `what clients say is understood`(text: String, command: FusionCommand) {
        #expect(FusionCommand(text) == command)
    }

    @Test(arguments: [
        "", "{", "[]", #"{"type":"subscribe"}"#, #"{"type":"subscribe","message":{"topic":"x"}}"#,
        #"{"type":"nonsense","message":{}}"#, #"{"type":5}"#,
        #"{"type":"position","message":{"latitude":91,"longitude":0}}"#,
        #"{"type":"bus_button","message":{"latitude":42,"longitude":1,"emojiChoice":"far too long"}}"#,
    ])
    func `what is not of the protocol is nothing`(text: String) {
        #expect(FusionCommand(text) == nil)
    }

    @Test func `messages are wrapped as clients unwrap them`() throws {
        let text =
            #"{"type":"bus_button","message":{"latitude":42.5,"longitude":-73.5,"emojiChoice":"x"}}"#
        guard case .busButton(let button) = try #require(FusionCommand(text)) else {
            Issue.record("no button")
            return
        }
        #expect(
            String(decoding: FusionMessage.update(.busButton, button), as: UTF8.self)
                == #"{"message":{"emojiChoice":"x","latitude":42.5,"longitude":-73.5},"type":"bus_button"}"#
        )
        #expect(
            String(decoding: FusionMessage.serverID("takt-1"), as: UTF8.self)
                == #"{"message":"takt-1","type":"server_id"}"#)
    }
}
