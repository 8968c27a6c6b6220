/// `transfers.txt`: transfer times, timed and forbidden transfers, and in-seat transfers.
struct TransferFiles {
    let map: TownMap
    let plans: [CoursePlan]
    let planning: TripPlanning

    /// Walks between stations in both directions, in minutes.
    private static let walks = [
        ("Bahnhof", "Bahnhof Nord", 7), ("Bahnhof", "Theater", 6), ("Bahnhof", "Postplatz", 6),
        ("Seeplatz", "Schifflände", 6), ("Kornhaus", "Rathaus", 4), ("Rathaus", "Münster", 4),
        ("Bergbahn", "Friedhof", 10), ("Mensa", "Campus Tor", 5), ("Seewil West", "Lindmatt", 9),
    ]

    /// Timed transfers between the village bus and the half-hourly train.
    private static let timed = [
        ("Mooswilen, Bahnhof", "Mooswilen"), ("Zinkwil, Bahnhof", "Zinkwil"),
    ]

    /// Near on the map, but separated by a railway cutting without a bridge.
    private static let impossible = [("Industrie Mitte", "Seewil Industrie")]

    func tables() -> [Table] {
        var table = Table(
            "transfers.txt",
            [
                "from_stop_id", "to_stop_id", "from_trip_id", "to_trip_id", "transfer_type",
                "min_transfer_time",
            ])
        table.add(["seewil", "seewil", "", "", "2", "240"])
        for platforms in [("2", "3"), ("4", "5"), ("6", "7")] {
            for (from, to) in [platforms, (platforms.1, platforms.0)] {
                table.add(["seewil:\(from)", "seewil:\(to)", "", "", "2", "60"])
            }
        }
        for (first, second, minutes) in Self.walks {
            let ends = [station(of: first), station(of: second)]
            table.add([ends[0], ends[1], "", "", "2", String(minutes * 60)])
            table.add([ends[1], ends[0], "", "", "2", String(minutes * 60)])
        }
        addPlatformPairs(Self.timed, type: "1", to: &table)
        addPlatformPairs(Self.impossible, type: "3", to: &table)
        for pair in planning.continuations {
            let first = planning.trips[pair.first]
            let second = planning.trips[pair.second]
            let calls = plans[first.plan].calls
            table.add([
                calls[calls.count - 1].stopID, plans[second.plan].calls[0].stopID, first.id,
                second.id, "4", "",
            ])
        }
        return [table]
    }

    private func addPlatformPairs(_ pairs: [(String, String)], type: String, to table: inout Table)
    {
        for (first, second) in pairs {
            for from in stopIDs(of: first) {
                for to in stopIDs(of: second) {
                    table.add([from, to, "", "", type, ""])
                    table.add([to, from, "", "", type, ""])
                }
            }
        }
    }

    private func station(of key: String) -> String {
        map.place(map.place(key).station ?? key).id
    }

    private func stopIDs(of key: String) -> [String] {
        let place = map.place(key)
        return place.platformCodes.map { place.stopID(platform: $0) }
    }
}
