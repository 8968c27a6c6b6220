import Testing
import Timetables
import TransitTesting

/// The maximum lengths of a feed's texts.
@Suite struct TextLimitTests {
    @Test func `a name has 200 characters and a description 4,000`() throws {
        var feed = TextFeed("red-1: A 8:00  B 8:10")
        func row(_ id: String, longer: Int) -> String {
            let name = String(repeating: "n", count: 200 + longer)
            return "\(id),\(name),\(String(repeating: "d", count: 4000 + longer)),47,8"
        }
        feed.files["stops.txt"] = """
            stop_id,stop_name,stop_desc,stop_lat,stop_lon
            \(row("A", longer: 0))
            \(row("B", longer: 1))

            """
        let timetable = try feed.compiled()
        let (whole, cut) = (
            try #require(timetable.stops.find(id: "A")), try #require(timetable.stops.find(id: "B"))
        )
        let descriptions = timetable.stops.descriptions
        #expect(timetable.stops.name(whole) == String(repeating: "n", count: 200))
        #expect(timetable.stops.name(cut) == String(repeating: "n", count: 199) + "…")
        #expect(
            timetable.strings[descriptions[whole]] == String(repeating: "d", count: 4000))
        #expect(
            timetable.strings[descriptions[cut]] == String(repeating: "d", count: 3999) + "…")
    }
}
