import TransitModel
import TransitTesting

/// Drawn feeds.
enum EngineNetworks {
    /// Names with accents, ligatures and other scripts, so that Unicode's tables are compared.
    private static let names = [
        "Zürich HB", "Genève-Cornavin", "Bâle/Basel SBB", "Æbelø", "Łódź", "Straße \"Nord\"",
        "Δελφοί", "ﬁn du lac", "São José", "北 station", "L’Île", "Oak & 5th",
    ]

    /// Draws a feed of two zones, walks, headways, transfer rules and accented names.
    static func feed(_ random: inout SeededRandom) -> TextFeed {
        let stopCount = Int.random(in: 3...12, using: &random)
        var drawing = ""
        for route in 0..<Int.random(in: 2...5, using: &random) {
            let length = Int.random(in: 2...min(6, stopCount), using: &random)
            let stops = Array((0..<stopCount).shuffled(using: &random).prefix(length))
            let start = Int.random(in: 300...400, using: &random)
            let headway = Int.random(in: 10...90, using: &random)
            let ride = Int.random(in: 2...15, using: &random)
            for trip in 0..<Int.random(in: 1...12, using: &random) {
                let calls = stops.enumerated().map { position, stop in
                    let minute = start + trip * headway + position * ride
                    return "S\(stop) \(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
                }
                drawing += "R\(route)-\(trip): \(calls.joined(separator: " "))\n"
            }
        }
        var feed = TextFeed(drawing)
        feed.files["stops.txt"] = (0..<stopCount).reduce(
            "stop_id,stop_name,stop_lat,stop_lon,wheelchair_boarding\n"
        ) { text, stop in
            let name = names[stop * 5 % names.count].replacing("\"", with: "\"\"")
            let east = 8.0 + Double.random(in: 0...0.06, using: &random)
            return text
                + "S\(stop),\"\(name)\",\(47.0 + Double(stop) * 0.003),\(east),\(stop % 3)\n"
        }
        feed.files["agency.txt"] =
            "agency_id,agency_name,agency_url,agency_timezone\n1,Test,http://t.example,"
            + (["Europe/Zurich", "America/New_York", "Asia/Kolkata"].randomElement(using: &random)
                ?? "UTC") + "\n"
        feed.files["transfers.txt"] = (0..<stopCount).reduce(
            "from_stop_id,to_stop_id,transfer_type,min_transfer_time\n"
        ) { text, stop in
            Bool.random(using: &random)
                ? text + "S\(stop),S\((stop + 1) % stopCount),2,\(stop * 30)\n" : text
        }
        return feed
    }
}
