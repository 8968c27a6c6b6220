import ArgumentParser
import Foundation
import PlaceIndex
import Timetables
import Transit
import TransitModel
import WireAPI

/// `takt search-places`: finds addresses, streets and named places, and with a network its stops.
struct SearchPlacesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search-places",
        abstract: "Find addresses, streets and places, typed in full or in part.",
        discussion: """
            Words may be shortened and in any order ('high st 12a newport'), accents left out and a \
            typo made. Words for a kind of place in English, German, French or Italian find all of \
            that kind ('pharmacy', 'Apotheke'; 'newport station'). With --network the stops of the network are found in the same list. Without \
            a text, --near tells the address that a point is near, and the places around. With '-' \
            for the text, each line of standard input is one, and --json prints one object a line.
            """)

    @Option(help: "The streets file, as 'takt streets' writes it.")
    var streets: String

    @Option(help: "A network file, whose stops are found too.")
    var network: String?

    @Argument(help: "What to look for.")
    var text: [String] = []

    @Option(parsing: .unconditional, help: "Prefer places near this one: latitude,longitude.")
    var near: String?

    @Option(parsing: .unconditional, help: "The most places, up to \(PlaceQuery.maximumLimit).")
    var limit = 10

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Say on standard error how long opening the index and each search took.")
    var timing = false

    func run() throws {
        guard (1...PlaceQuery.maximumLimit).contains(limit) else {
            throw fail("--limit must be 1 to \(PlaceQuery.maximumLimit), not \(limit).", .usage)
        }
        let place = near.flatMap(CoordinateText.coordinate)
        if let near, place == nil {
            throw fail(
                "--near must be latitude,longitude, as in 47.17,8.51, not '\(near)'.", .usage)
        }
        guard near != nil || text.contains(where: { !$0.isEmpty }) else {
            throw fail("Give a text to look for, or a place with --near.", .usage)
        }
        let clock = ContinuousClock()
        let start = clock.now
        let index = try openPlaces(streets)
        tell(
            "index_us \(microseconds(clock.now - start)) places \(index.placeCount)"
                + " addresses \(index.addressCount)")
        let stops = try network.map { StopSearchIndex(try openNetwork($0)) }
        func answer(_ text: String) throws {
            let start = clock.now
            let hits = index.search(PlaceQuery(text, near: place, limit: limit))
            tell("search_us \(microseconds(clock.now - start))")
            let found = stops?.search(StopQuery(text, near: place, limit: limit)) ?? []
            let list = PlacesAnswer(hits, found, in: stops?.timetable, limit: limit)
            if json {
                try printJSON(list)
            } else if list.places.isEmpty {
                if let near, text.isEmpty {
                    print("There is no place near \(near).")
                } else {
                    print("There is no place like '\(text.prefix(PlaceQuery.maximumLength))'.")
                }
            } else {
                for place in list.places { print(line(place)) }
            }
        }
        guard text == ["-"] else {
            try answer(text.joined(separator: " "))
            return
        }
        while let line = readLine() { try answer(line) }
    }

    private func line(_ place: FoundPlaceAnswer) -> String {
        let street = place.kind == "poi" ? place.street : nil
        let area = [street, place.district, place.locality].compactMap { $0 }
            .joined(separator: ", ")
        let name = area.isEmpty ? place.name : "\(place.name), \(area)"
        return "\(name)  (\(place.category ?? place.kind))"
    }

    private func tell(_ figures: @autoclosure () -> String) {
        if timing { writeError(figures() + "\n") }
    }

    private func microseconds(_ duration: Duration) -> String {
        String(format: "%.1f", duration / .microseconds(1))
    }
}
