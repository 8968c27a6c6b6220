import Foundation
import GTFSImport
import Timetables
import TransitModel
import TransitTesting

@testable import Engine

/// Drawn feeds and drawn questions about them.
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

    /// Draws questions of every kind, wrong ones included.
    static func questions(
        _ count: Int, about timetable: Timetable, _ random: inout SeededRandom
    ) -> [String] {
        let start = timetable.timeZone.start(of: timetable.services.firstDay).seconds
        let days = max(1, timetable.services.dayCount)
        func stop() -> String {
            let row = Int.random(in: 0..<timetable.stops.count, using: &random)
            return timetable.stops.id(StopIndex(row))
        }
        func place() -> String {
            guard Int.random(in: 0..<4, using: &random) == 0,
                let near = timetable.stops.coordinate(
                    StopIndex(Int.random(in: 0..<timetable.stops.count, using: &random)))
            else { return stop() }
            let latitude = Int(near.latitude * 1e6) + Int.random(in: -2000...2000, using: &random)
            return "@\(latitude),\(Int(near.longitude * 1e6))"
        }
        func time() -> Int64 {
            start + Int64.random(in: -90_000...Int64(days + 1) * 86_400, using: &random)
        }
        func flag(_ name: String) -> String {
            Int.random(in: 0..<4, using: &random) == 0 ? "\n\(name)=1" : ""
        }
        func connections() -> String {
            var text = "connections\nfrom=\(place())\nto=\(place())\ntime=\(time())"
            for name in ["arrival", "passed", "wheelchair", "bicycle"] { text += flag(name) }
            if Int.random(in: 0..<4, using: &random) == 0 { text += "\nvia=\(stop())" }
            if Int.random(in: 0..<6, using: &random) == 0 { text += "\nmode=bus\nmode=rail" }
            if Int.random(in: 0..<4, using: &random) == 0 { text += "\nchanges=1\nmargin=120" }
            if Int.random(in: 0..<4, using: &random) == 0 { text += "\nspeed=90\nwalk=1500" }
            return text + "\nlimit=\(Int.random(in: 1...8, using: &random))"
        }
        func search() -> String {
            let row = Int.random(in: 0..<timetable.stops.count, using: &random)
            let name = timetable.stops.name(StopIndex(row))
            let length = Int.random(in: 0...name.count, using: &random)
            return "stops\ntext=\(name.prefix(length))\nlimit=5"
        }
        return (0..<count).map { number in
            switch number % 10 {
            case 0: return search()
            case 1, 2:
                return "board\nstop=\(stop())\ntime=\(time())\nfurther=2\nlimit=9"
                    + flag("arrivals") + flag("back")
            case 3:
                let row = Int.random(in: 0..<timetable.routes.count, using: &random)
                let day = timetable.services.firstDay.advanced(
                    by: Int.random(in: 0..<days, using: &random))
                return "line\nroute=\(timetable.routes.id(RouteIndex(row)))\nday=\(day)"
            case 4: return ["network", "nothing", "board\nstop=?\ntime=1"][number / 10 % 3]
            default: return connections()
            }
        }
    }
}
