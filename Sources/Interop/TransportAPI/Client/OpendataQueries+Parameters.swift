import TransitModel

extension OpendataConnectionsQuery {
    /// The question as parameters, with the moment by the clocks of a zone.
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
    /// The question as parameters, with the moment by the clocks of a zone.
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

/// A moment as the service takes it: to the minute.
private struct LocalTimestamp {
    let day: String
    let clock: String

    init(_ time: UnixTime, _ zone: TransitTimeZone) {
        let text = zone.iso8601(time)
        day = String(text.prefix(10))
        clock = String(text.dropFirst(11).prefix(5))
    }
}
