import JSONWriting
import Testing

@Suite struct JSONSchemaTests {
    private let place = JSONSchema(
        "Place", .text("id"), .number("latitude? longitude?", "Degrees"))

    private func names(_ schema: JSONSchema) -> [String] {
        schema.members.flatMap { members in
            members.names.map { $0.isRequired ? $0.name : $0.name + "?" }
        }
    }

    @Test func `members of one meaning are named together, and optional ones end with a mark`() {
        #expect(names(place) == ["id", "latitude?", "longitude?"])
        #expect(place.members.map(\.meaning) == ["", "Degrees"])
    }

    @Test func `an object continues another one's members, all of which can be optional`() {
        let stop = JSONSchema("Stop", continuing: place, .list("routes", .text))
        #expect(stop.name == "Stop")
        #expect(names(stop) == ["id", "latitude?", "longitude?", "routes"])
        #expect(names(stop.optional) == ["id?", "latitude?", "longitude?", "routes?"])
        #expect(names(stop).first == "id")
    }
}
