package import TransitModel

/// A stop call, or an end of a leg.
package struct OpendataStop: Hashable, Sendable {
    /// The location; answers have it twice, as `station` and as `location`.
    package var location: OpendataLocation
    /// The scheduled arrival; nil without one.
    package var arrival: OffsetTime?
    /// The scheduled departure; nil without one.
    package var departure: OffsetTime?
    /// The delay in minutes, never negative; nil without live data.
    package var delay: Int?
    /// The scheduled platform; nil if unknown.
    package var platform: String?
    package var prognosis = OpendataPrognosis()
    /// Whether the stop call is cancelled; an addition of Takt's, written only if true.
    package var isCancelled = false

    package init(_ location: OpendataLocation) {
        self.location = location
    }

    /// Sets the prognosis and the delay from expected times.
    ///
    /// The departure's delay takes precedence over the arrival's. An early vehicle counts as on
    /// time, as in the service.
    package mutating func expect(arrival: UnixTime?, departure: UnixTime?) {
        func prognosed(_ expected: UnixTime?, _ scheduled: OffsetTime?) -> OffsetTime? {
            guard let expected, let scheduled else { return nil }
            return OffsetTime(
                max(expected, scheduled.time), offsetSeconds: scheduled.offsetSeconds)
        }
        prognosis.arrival = prognosed(arrival, self.arrival)
        prognosis.departure = prognosed(departure, self.departure)
        func minutes(_ expected: OffsetTime?, _ scheduled: OffsetTime?) -> Int? {
            guard let expected, let scheduled else { return nil }
            // Rounded down, so that riders who rely on the delay are not late.
            return Int((expected.time.seconds - scheduled.time.seconds) / 60)
        }
        delay =
            minutes(prognosis.departure, self.departure)
            ?? minutes(prognosis.arrival, self.arrival)
    }
}

/// The live data of a stop call.
package struct OpendataPrognosis: Hashable, Sendable {
    /// The platform; nil if unchanged or unknown.
    package var platform: String?
    /// The expected arrival; nil without live data.
    package var arrival: OffsetTime?
    /// The expected departure; nil without live data.
    package var departure: OffsetTime?
    /// The occupancy of first class, 1 to 3; nil if unknown.
    package var capacity1st: Int?
    /// The occupancy of second class, 1 to 3; nil if unknown.
    package var capacity2nd: Int?

    package init() {}
}

extension OpendataStop {
    func write(to writer: inout AnswerWriter, _ fields: FieldFilter) {
        if case .everything = fields { return writeWhole(to: &writer) }
        writer.object { writer in
            writer.field("station", fields) { location.write(to: &$0, $1) }
            writer.field("arrival", fields, arrival)
            writer.field("arrivalTimestamp", fields, (arrival?.time.seconds).map { Int($0) })
            writer.field("departure", fields, departure)
            writer.field("departureTimestamp", fields, (departure?.time.seconds).map { Int($0) })
            writer.field("delay", fields, delay)
            writer.field("platform", fields, platform)
            writer.field("prognosis", fields) { prognosis.write(to: &$0, $1) }
            writer.field("realtimeAvailability", fields, String?.none)
            writer.field("location", fields) { location.write(to: &$0, $1) }
            if isCancelled {
                writer.field("cancelled", fields) { writer, _ in writer.value(true) }
            }
        }
    }
}

extension OpendataPrognosis {
    func write(to writer: inout AnswerWriter, _ fields: FieldFilter) {
        writer.object { writer in
            writer.field("platform", fields, platform)
            writer.field("arrival", fields, arrival)
            writer.field("departure", fields, departure)
            writer.field("capacity1st", fields, capacity1st)
            writer.field("capacity2nd", fields, capacity2nd)
        }
    }
}

extension OpendataStop: Decodable {
    private enum CodingKeys: CodingKey {
        case station, arrival, departure, delay, platform, prognosis, location, cancelled
    }

    /// Decodes a stop call; a negative delay becomes 0.
    ///
    /// - Throws: `DecodingError` if a value has another type or a time another format.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let station = try container.decodeIfPresent(OpendataLocation.self, forKey: .station)
        let place = try container.decodeIfPresent(OpendataLocation.self, forKey: .location)
        // The service's boards omit the name in one of the two.
        let known = [place, station].compactMap(\.self)
        location =
            known.first { $0.name != nil } ?? known.first
            ?? OpendataLocation(id: nil, name: nil, coordinate: nil)
        arrival = try container.offsetTime(.arrival)
        departure = try container.offsetTime(.departure)
        delay = try container.decodeIfPresent(Double.self, forKey: .delay)
            .flatMap { Int(exactly: $0.rounded()) }.map { max(0, $0) }
        let track = try container.lenientText(.platform)
        platform = track?.isEmpty == true ? nil : track
        prognosis =
            try container.decodeIfPresent(OpendataPrognosis.self, forKey: .prognosis)
            ?? OpendataPrognosis()
        isCancelled = try container.decodeIfPresent(Bool.self, forKey: .cancelled) ?? false
    }
}

extension OpendataPrognosis: Decodable {
    private enum CodingKeys: CodingKey {
        case platform, arrival, departure, capacity1st, capacity2nd
    }

    /// Decodes live data.
    ///
    /// - Throws: `DecodingError` if a value has another type or a time another format.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let track = try container.lenientText(.platform)
        platform = track?.isEmpty == true ? nil : track
        arrival = try container.offsetTime(.arrival)
        departure = try container.offsetTime(.departure)
        capacity1st = try container.decodeIfPresent(Int.self, forKey: .capacity1st)
        capacity2nd = try container.decodeIfPresent(Int.self, forKey: .capacity2nd)
    }
}
