import ArgumentParser
import PlaceIndex
import Timetables
import Transit
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
            a text, --near gives the address that a point is near, and the places around. With '-' \
            for the text, each line of standard input is one, and --json prints one object a line.
            """)

    @Option(help: "The streets file, as 'takt streets' writes it.")
    var streets: String

    @Option(help: "A network file, whose stops are found too.")
    var network: String?

    @OptionGroup var arguments: SearchArguments

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let (place, limit) = (try arguments.place(), try arguments.checkedLimit())
        let near = arguments.near
        guard near != nil || arguments.text.contains(where: { !$0.isEmpty }) else {
            throw fail("Give a text to look for, or a place with --near.", .usage)
        }
        let index = try arguments.timed("index_us") {
            try openPlaces(streets)
        } adding: {
            " places \($0.placeCount) addresses \($0.addressCount)"
        }
        let stops = try network.map { StopSearchIndex(try Timetable(path: $0)) }
        try arguments.forEachText { text in
            let query = PlaceQuery(text, near: place, limit: limit)
            let hits = arguments.timed("search_us") { index.search(query) }
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
    }

    private func line(_ place: FoundPlaceAnswer) -> String {
        let street = place.kind == "poi" ? place.street : nil
        let area = [street, place.district, place.locality].compactMap { $0 }
            .joined(separator: ", ")
        let name = area.isEmpty ? place.name : "\(place.name), \(area)"
        return "\(name)  (\(place.category ?? place.kind))"
    }
}
