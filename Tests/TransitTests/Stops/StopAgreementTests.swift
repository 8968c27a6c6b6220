import GTFSImport
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Transit

@Suite struct StopAgreementTests {
    @Test(arguments: 1...8)
    func `finds what a slow search finds, and nothing else`(seed: Int) throws {
        var maker = NameMaker(seed: UInt64(seed))
        let names = Array(Set((0..<90).map { _ in maker.name() })).sorted()
        let scene = try SearchScene(names: names)
        let slow = SlowMatcher(names)
        for _ in 0..<60 {
            let text = maker.question(maker.pick(names))
            for allowsTypos in [false, true] {
                var query = StopQuery(text, limit: 100)
                query.allowsTypos = allowsTypos
                let hits = scene.index.search(query)
                let expected = slow.find(text, allowsTypos: allowsTypos)
                #expect(
                    Set(hits.map(\.name)) == Set(expected.keys), "seed \(seed), '\(text)'")
                for hit in hits {
                    var typos = 0
                    if case .typos(let count) = hit.match { typos = count }
                    #expect(typos == expected[hit.name], "seed \(seed), '\(text)': \(hit.name)")
                }
                #expect(hits.map(\.match) == hits.map(\.match).sorted())
            }
        }
    }

    @Test(arguments: 11...14)
    func `every stop is first by its full name, and found from its first letter on`(
        seed: Int
    ) throws {
        var maker = NameMaker(seed: UInt64(seed))
        let names = Array(Set((0..<80).map { _ in maker.name() })).sorted()
        let scene = try SearchScene(names: names)
        for name in names {
            let hits = scene.index.search(StopQuery(name.uppercased()))
            #expect(hits.first?.name == name)
            #expect(hits.first?.match == .exact)
            for length in 1...name.count {
                let beginning = String(name.prefix(length))
                let found = scene.index.search(StopQuery(beginning, limit: 100))
                #expect(
                    found.contains { $0.name == name && $0.match <= .nameBeginning },
                    "seed \(seed): '\(beginning)' does not find \(name)")
            }
        }
    }

    @Test func `a typo's distance is the textbook's`() throws {
        var maker = NameMaker(seed: 5)
        for _ in 0..<3000 {
            let word = Array(maker.name().utf16)
            var text = String(decoding: word.prefix(maker.number(1...word.count)), as: UTF16.self)
            for _ in 0..<maker.number(0...3) where !text.isEmpty { text = maker.mistyped(text) }
            guard !text.isEmpty else { continue }
            var matching = TypoMatching(Array(text.utf16))
            let distance = SlowMatcher.distanceToBeginning(Array(text.utf16), of: word)
            let found = matching.typos(in: word.span)
            #expect(found == (distance <= matching.limit ? distance : nil), "\(text)")
            if found != nil { #expect(matching.isPossible(WordTable.mask(of: word))) }
        }
    }

    @Test(
        .enabled(if: SharedData.folder != nil, "needs the recorded feeds"),
        arguments: [
            "small/bart_2019.zip", "small/warsaw_3routes.zip", "medium/berlin_sbahn_2020.zip",
        ])
    func `every stop of a real network is found by its name and by its id`(feed: String) throws {
        let folder = try #require(SharedData.folder)
        let path = "\(folder)/gtfs/\(feed)"
        let timetable = try NetworkImport([.init(path: path, name: "feed")]).timetable().0
        let index = StopSearchIndex(timetable)
        index.checkInvariants()
        for stop in timetable.stops.indices {
            let type = timetable.stops.locationType(stop)
            guard type == .stop || type == .station else { continue }
            let byID = try #require(index.search(StopQuery(timetable.stops.id(stop))).first)
            #expect(byID.stop == stop || byID.members.contains(stop))
            let name = timetable.stops.name(byID.stop)
            let hits = index.search(StopQuery(name, limit: 100))
            #expect(hits.first?.match == .exact, "\(name)")
            #expect(hits.contains { $0.stop == byID.stop && $0.match == .exact }, "\(name)")
        }
    }
}
