import Testing

@testable import JSONWriting

/// Objects that write themselves, alone and within answers that are `Encodable`.
@Suite struct JSONObjectTests {
    private struct Stop: JSONObject {
        let name: String
        var platform: String?
        var positions: [[Double]] = []
        var names: [String: String] = [:]

        func writeMembers(to json: inout JSONText) {
            json.member("name", name)
            json.member("names", names)
            json.member("platform", platform)
            json.member("positions", positions)
        }
    }

    /// Continues the object of a stop, with a name that belongs before its members.
    private struct Station: JSONObject {
        let stop: Stop
        let count: Int

        func writeMembers(to json: inout JSONText) {
            stop.writeMembers(to: &json)
            json.member("count", count)
        }
    }

    private func text(_ object: some JSONObject) -> String {
        String(decoding: object.jsonBytes, as: UTF8.self)
    }

    @Test func `an object writes its members, without those that are nil`() {
        let stop = Stop(
            name: "A \"1\"", positions: [[8.5, 47], [-0.25, 1e-7]], names: ["it": "c", "de": "b"])
        #expect(
            text(stop)
                == #"{"name":"A \"1\"","names":{"de":"b","it":"c"},"positions":[[8.5,47],[-0.25,1e-07]]}"#
        )
    }

    @Test func `members that are written out of order are sorted`() {
        #expect(
            text(Station(stop: Stop(name: "A", platform: "2"), count: 3))
                == #"{"count":3,"name":"A","names":{},"platform":"2","positions":[]}"#)
    }

    @Test func `a number that JSON lacks is null`() {
        #expect(
            text(Stop(name: "", positions: [[.nan, .infinity]]))
                == #"{"name":"","names":{},"positions":[[null,null]]}"#)
    }

    @Test func `an encodable answer contains objects that write themselves`() throws {
        struct Answer: Encodable {
            let zone: [String]
            let first: Station
            let stops: [Stop]
            let after: Bool
        }
        let answer = Answer(
            zone: ["x"], first: Station(stop: Stop(name: "A"), count: 1),
            stops: [Stop(name: "B"), Stop(name: "C")], after: true)
        let bytes = try JSONTextEncoder().encode(answer)
        #expect(
            String(decoding: bytes, as: UTF8.self) == #"{"after":true,"#
                + #""first":{"count":1,"name":"A","names":{},"positions":[]},"#
                + #""stops":[{"name":"B","names":{},"positions":[]},"#
                + #"{"name":"C","names":{},"positions":[]}],"zone":["x"]}"#)
    }
}
