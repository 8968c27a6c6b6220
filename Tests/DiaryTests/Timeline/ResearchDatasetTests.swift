import DiaryInference
import Testing
import TransitModel

@testable import Diary
@testable import DiaryDays

@Suite struct ResearchDatasetTests {
    private static let start: Int64 = 1_777_874_430

    /// A person's morning: at home, 4 km by tram, at work.
    private func record(_ name: String, east: Double = 8, route: String = "r3") -> DatasetRecord {
        let home = Coordinate(latitude: 47.00031, longitude: east)
        let work = Coordinate(latitude: 47.00031, longitude: east + 0.05)
        let start = Self.start
        let corners = (0...20).map { step in
            TimelineLeg.Corner(
                time: start + 3600 + Int64(step) * 30,
                place: home.interpolated(to: work, fraction: Double(step) / 20))
        }
        var leg = TimelineLeg(
            start: start + 3600, end: start + 4200, mode: .tram, probability: 0.9,
            metres: TimelineLeg.metres(corners), corners: corners)
        leg.lines = [
            TimelineLine(
                route: route, name: "3", mode: .tram, colour: "#000000", textColour: "#FFFFFF",
                headsign: nil, probability: 0.9,
                boarding: TimelineLine.Stop(id: "a", name: "A"),
                alighting: TimelineLine.Stop(id: "b,c", name: "B"), run: nil)
        ]
        let pieces = [
            TimelinePiece(start: start, end: start + 3600, .stay(TimelineStay(at: home))),
            TimelinePiece(start: start + 3600, end: start + 4200, .trip(TimelineTrip([leg]))),
            TimelinePiece(start: start + 4200, end: start + 9000, .stay(TimelineStay(at: work))),
        ]
        return DatasetRecord(
            participant: name,
            devices: [
                "phone of \(name)": DatasetRecord.Device(
                    Timeline(pieces),
                    times: (0...900).map { Double(start) + Double($0) * 10 },
                    accuracies: [8, 12, 9])
            ], consents: [1])
    }

    private func dataset(
        _ records: [DatasetRecord], _ change: (inout DatasetSettings) -> Void = { _ in }
    ) -> ResearchDataset {
        var settings = DatasetSettings()
        change(&settings)
        return ResearchDataset(records, settings) { $0 }
    }

    private func rows(_ dataset: ResearchDataset, _ file: String) -> [String] {
        (dataset.files[file] ?? "").split(separator: "\n").dropFirst().map(String.init)
    }

    @Test func `places are cells, ways lose their ends, times their seconds`() throws {
        let made = dataset([record("x")])
        let stays = rows(made, "stays.csv")
        #expect(stays.count == 2)
        #expect(stays[0].hasPrefix("P0001,1,2026-05-04T06:00:00+00:00,2026-05-04T07:00:00+00:00,"))
        #expect(!stays.joined().contains("47.00031"))
        let cell = GroundCell(Coordinate(latitude: 47.00031, longitude: 8), metres: 200)
        let centre = Coordinate(latitude: cell.latitude, longitude: cell.longitude)
        #expect(centre.distanceMetres(to: Coordinate(latitude: 47.00031, longitude: 8)) <= 150)
        #expect(stays[0].hasSuffix(cell.columns))
        let ways = rows(made, "ways.csv").map { $0.split(separator: ",") }
        let longitudes = ways.compactMap { Double($0[5]) }
        // 200 m are 0.0026 degrees there; corners are 0.0025 apart.
        #expect(longitudes.count == 17)
        #expect((longitudes.min() ?? 0) > 8.0026 && (longitudes.max() ?? 9) < 8.0474)
    }

    @Test func `groups of too few people are in no table, and are counted`() {
        let four = (0..<4).map { record("person \($0)") }
        let small = dataset(four)
        for file in ["origin-destination.csv", "mode-share.csv", "route-choice.csv"] {
            #expect(rows(small, file).isEmpty, "\(file)")
        }
        #expect(small.suppressed == 3)
        let large = dataset(four + [record("person 4"), record("other", route: "r9")])
        #expect(rows(large, "route-choice.csv") == [#"a,"b,c",r3,5,600,5"#])
        #expect(rows(large, "mode-share.csv").first?.hasPrefix("tram,6,") == true)
        #expect(rows(large, "origin-destination.csv").first?.hasSuffix(",6,6") == true)
        #expect(large.suppressed == 1)
        #expect(dataset(four) { $0.threshold = 4 }.suppressed == 0)
    }

    @Test func `the same records in another order are the same bytes, without old names`() {
        let people = (0..<7).map { record("secret-\($0)", east: 8 + Double($0) / 10) }
        let first = dataset(people)
        let second = dataset(people.reversed())
        #expect(first.files == second.files)
        #expect(
            first.files.values.allSatisfy { !$0.contains("secret") && !$0.contains("phone of") })
        let other = ResearchDataset(people, DatasetSettings()) { String($0.reversed()) }
        #expect(other.files["stays.csv"]?.count == first.files["stays.csv"]?.count)
    }

    @Test func `quality says how much is known`() {
        let made = dataset([record("x")])
        #expect(
            rows(made, "quality.csv") == [
                "P0001,1,1,2026-05-04,2026-05-04,901,0.104,0,0,10.0,9.0,1,1"
            ])
    }

    @Test func `every column is in the dictionary`() {
        let made = dataset([record("x")])
        let dictionary = made.files["dictionary.csv"] ?? ""
        for (file, text) in made.files where file.hasSuffix(".csv") && file != "dictionary.csv" {
            let header = text.prefix { $0 != "\n" }.split(separator: ",")
            for column in header {
                #expect(dictionary.contains("\n\(file),\(column),"), "\(file) \(column)")
            }
            for row in text.split(separator: "\n") where !row.contains("\"") {
                #expect(row.count { $0 == "," } == header.count - 1, "\(file): \(row)")
            }
        }
    }
}
