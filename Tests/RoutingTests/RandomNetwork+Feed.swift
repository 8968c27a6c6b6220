import TransitTesting

extension RandomNetwork {
    /// The network as a feed: stops S0, S1 ..., routes R0 ..., trips T0 ...
    var feed: TextFeed {
        var feed = TextFeed("")
        feed.files["stops.txt"] = table(
            "stop_id,stop_name,stop_lat,stop_lon,wheelchair_boarding",
            stops.enumerated().map { number, stop in
                "S\(number),Stop \(number),47.0,\(8.0 + Double(number) * 0.01),\(stop.wheelchair)"
            })
        feed.files["routes.txt"] = table(
            "route_id,agency_id,route_short_name,route_type",
            routes.enumerated().map { "R\($0),1,\($0),\($1)" })
        feed.files["calendar.txt"] = table(
            "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date",
            services.enumerated().map { number, weekdays in
                "D\(number)," + weekdays.map { $0 ? "1" : "0" }.joined(separator: ",")
                    + ",\(TextFeed.firstDay),\(TextFeed.lastDay)"
            })
        feed.files["trips.txt"] = table(
            "trip_id,route_id,service_id,wheelchair_accessible,bikes_allowed",
            trips.enumerated().map {
                "T\($0),R\($1.route),D\($1.service),\($1.wheelchair),\($1.bicycles)"
            })
        feed.files["stop_times.txt"] = table(
            "trip_id,stop_sequence,stop_id,arrival_time,departure_time,pickup_type,drop_off_type",
            trips.enumerated().flatMap { number, trip in
                trip.calls.enumerated().map { position, call in
                    "T\(number),\(position + 1),S\(call.stop),\(Self.clock(call.arrival)),"
                        + "\(Self.clock(call.departure)),\(call.pickup),\(call.dropOff)"
                }
            })
        feed.files["frequencies.txt"] = table(
            "trip_id,start_time,end_time,headway_secs,exact_times",
            trips.enumerated().flatMap { number, trip in
                trip.frequencies.map {
                    "T\(number),\(Self.clock($0.start)),\(Self.clock($0.end)),\($0.headway),"
                        + ($0.isExact ? "1" : "0")
                }
            })
        feed.files["transfers.txt"] = table(
            "from_stop_id,to_stop_id,from_route_id,to_route_id,from_trip_id,to_trip_id,"
                + "transfer_type,min_transfer_time",
            transferLines)
        return feed
    }

    private var transferLines: [String] {
        var lines = walks.map { "S\($0.from),S\($0.to),,,,,2,\($0.seconds)" }
        lines += forbiddenWalks.map { "S\($0.from),S\($0.to),,,,,3," }
        for (number, stop) in stops.enumerated() {
            if let seconds = stop.transferSeconds {
                lines.append("S\(number),S\(number),,,,,2,\(seconds)")
            }
            if stop.isTransferForbidden { lines.append("S\(number),S\(number),,,,,3,") }
        }
        for rule in rules {
            func id(_ letter: String, _ number: Int?) -> String {
                number.map { "\(letter)\($0)" } ?? ""
            }
            lines.append(
                "S\(rule.from),S\(rule.to),\(id("R", rule.fromRoute)),\(id("R", rule.toRoute)),"
                    + "\(id("T", rule.fromTrip)),\(id("T", rule.toTrip)),\(rule.type),"
                    + (rule.type == 2 ? "\(rule.seconds)" : ""))
        }
        lines += continuations.map { ",,,,T\($0.from),T\($0.to),4," }
        return lines
    }

    private func table(_ header: String, _ lines: [String]) -> String {
        ([header] + lines).joined(separator: "\n") + "\n"
    }

    /// Formats a time as `H:MM:SS`, with a minus before the day's start.
    static func clock(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = abs(seconds)
        return (seconds < 0 ? "-" : "") + "\(time / 3600):\(two(time / 60 % 60)):\(two(time % 60))"
    }

    /// A complete description for failure messages.
    var drawing: String {
        var lines = ["features: " + features.map { "\($0)" }.sorted().joined(separator: " ")]
        for file in feed.files.sorted(by: { $0.key < $1.key })
        where !["agency.txt", "feed_info.txt"].contains(file.key) {
            lines.append("-- \(file.key)\n\(file.value)")
        }
        for change in changes {
            let calls = change.calls?.map { call in
                "\(call.stop.map { "S\($0)" } ?? "-")\(call.isSkipped ? " skipped" : "") "
                    + "\(Self.clock(call.arrival))/\(Self.clock(call.departure))"
            }
            lines.append(
                "T\(change.trip)/\(change.run) day \(change.day): "
                    + (calls?.joined(separator: "  ") ?? "cancelled"))
        }
        for run in added {
            let calls = run.calls.map {
                "S\($0.stop) \(Self.clock($0.arrival))/\(Self.clock($0.departure))"
            }
            lines.append("added R\(run.route) day \(run.day): " + calls.joined(separator: "  "))
        }
        return "day \(day)\n" + lines.joined(separator: "\n")
    }
}
