import TransitModel

extension OpendataConnectionsQuery {
    /// Returns the query as parameters, with `time` as local time in `zone`.
    func parameters(
        at time: UnixTime, in zone: TransitTimeZone
    ) -> [(name: String, value: String)] {
        let instant = LocalTimestamp(time, zone)
        var pairs: [(name: String, value: String)] = [("from", from ?? ""), ("to", to ?? "")]
        pairs += vias.map { ("via[]", $0) }
        pairs += [("date", instant.day), ("time", instant.clock)]
        if isArrival { pairs.append(("isArrivalTime", "1")) }
        pairs += transportations.map { ("transportations[]", $0.rawValue) }
        pairs += [("limit", "\(limit)"), ("page", "\(page)")]
        if bike { pairs.append(("bike", "1")) }
        return pairs
    }
}

extension OpendataStationboardQuery {
    /// Returns the query as parameters, with `time` as local time in `zone`.
    func parameters(
        at time: UnixTime, in zone: TransitTimeZone
    ) -> [(name: String, value: String)] {
        let instant = LocalTimestamp(time, zone)
        var pairs: [(name: String, value: String)] = [
            ("station", station ?? id ?? ""), ("datetime", instant.day + " " + instant.clock),
            ("limit", "\(limit)"),
        ]
        if isArrival { pairs.append(("type", "arrival")) }
        pairs += transportations.map { ("transportations[]", $0.rawValue) }
        return pairs
    }
}

/// A local day and time of day to the minute, as the service takes it.
private struct LocalTimestamp {
    let day: String
    let clock: String

    init(_ time: UnixTime, _ zone: TransitTimeZone) {
        let text = zone.iso8601(time)
        day = String(text.prefix(10))
        clock = String(text.dropFirst(11).prefix(5))
    }
}
