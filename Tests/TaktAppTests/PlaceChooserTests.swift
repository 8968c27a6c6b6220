import FolderTesting
import Testing
import Timetables
import Transit
import TransitModel
import TransitTesting

@testable import TaktApp

/// The choice of a place for a text on a command line, in two villages with one street name.
@Suite struct PlaceChooserTests {
    private let index: StopSearchIndex

    init() throws {
        var feed = TextFeed("red-1: b 8:00 s1 8:05 m 8:10 s2 8:15\nblue-1: s1 9:00 b 9:05")
        feed.files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon
            b,Bath Square,51,-1.99
            s1,School,51.01,-1.99
            s2,School,51.11,-1.99
            m,Mill Lane Corner,51,-1.98
            """
        index = StopSearchIndex(try feed.compiled())
    }

    private func chosen<Result>(_ body: (PlaceChooser) throws -> Result) throws -> Result {
        try TemporaryFolder.with { folder in
            try body(PlaceChooser(index, streets: DrawnVillages.streets(in: folder)))
        }
    }

    private func name(_ choice: PlaceChooser.Choice) -> String {
        switch choice.place {
        case .point(_, let name): name ?? ""
        case .stop(let stop, _): index.timetable.stops.id(stop)
        }
    }

    @Test func `a text that names one place is taken without a remark`() throws {
        let choices = try chosen { chooser in
            try ["bath sq", "s2", "51.05,-1.9", "1 Mill Lane, Wells"].map {
                try chooser.choose($0, near: nil)
            }
        }
        #expect(choices.map(name) == ["b", "s2", "51.05,-1.9", "1 Mill Lane, Wells"])
        #expect(choices.allSatisfy { $0.remark == nil })
    }

    @Test func `of equal names the one near the other end is taken, with the others named`()
        throws
    {
        let (inWells, inBath) = try chosen { chooser in
            (
                try chooser.ends(from: "2 mill lane", to: "s2"),
                try chooser.ends(from: "2 mill lane", to: "b")
            )
        }
        #expect(name(inWells.from) == "2 Mill Lane, Wells")
        #expect(name(inBath.from) == "2 Mill Lane, Bath")
        #expect(inWells.to.remark == nil)
        let remark = inBath.from.remark ?? ""
        #expect(remark.hasPrefix("'2 mill lane' is taken for 2 Mill Lane, Bath (51.0001,"))
        #expect(remark.contains(", not for 2 Mill Lane, Wells (51.1001,"))
    }

    @Test func `where neither end is clear the start is chosen first`() throws {
        let ends = try chosen { try $0.ends(from: "school", to: "2 mill lane") }
        #expect(name(ends.from) == "s1")
        #expect(name(ends.to) == "2 Mill Lane, Bath")
        #expect(ends.from.remark?.hasPrefix("'school' is taken for School (s1)") == true)
    }

    @Test func `a stop is taken before a street that matches as well`() throws {
        let choice = try chosen { try $0.choose("mill la", near: nil) }
        #expect(name(choice) == "m")
    }

    @Test func `a misspelt name is taken with a remark`() throws {
        let near = Coordinate(latitude: 51.11, longitude: -2)
        let choice = try chosen { try $0.choose("Schoool", near: near) }
        #expect(name(choice) == "s2")
        #expect(choice.remark?.contains("School (s2)") == true)
    }

    @Test func `a place that lacks one of the words is named and not taken`() throws {
        #expect {
            try chosen { try $0.choose("2 mill quatsch", near: nil) }
        } throws: { error in
            let sentence = (error as? PlaceChooser.NoPlace)?.sentence ?? ""
            return sentence.hasPrefix("There is no place '2 mill quatsch'. Similar: ")
                && sentence.contains("Mill Lane")
        }
    }

    @Test(arguments: [
        ("quatsch", "There is no stop like 'quatsch'."),
        ("99,8", "'99,8' is no place on Earth; give latitude,longitude, as in 47.17,8.51."),
        ("", "There is no stop like ''."),
    ])
    func `only a text that finds nothing is refused`(text: String, sentence: String) throws {
        let error = try chosen { chooser in
            #expect(throws: PlaceChooser.NoPlace.self) { try chooser.choose(text, near: nil) }
        }
        #expect(error?.sentence == sentence)
        #expect(error?.isUnknown == (text != "99,8"))
    }
}
