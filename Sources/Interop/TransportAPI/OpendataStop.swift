package import TransitModel

/// A call, or where a part of a connection begins or ends.
package struct OpendataStop: Hashable, Sendable {
    /// Where; answers have it twice, as `station` and as `location`.
    package var location: OpendataLocation
    /// When one arrives by the timetable; nil where nothing arrives.
    package var arrival: OffsetTime?
    /// When one leaves by the timetable; nil where nothing leaves.
    package var departure: OffsetTime?
    /// Minutes behind the timetable, never negative; nil if nothing is known.
    package var delay: Int?
    /// The platform of the timetable; nil if there is none.
    package var platform: String?
    /// What is expected instead.
    package var prognosis = OpendataPrognosis()
    /// The vehicle does not call there; Takt's own addition, written only where it is so.
    package var isCancelled = false

    /// A place without times.
    package init(_ location: OpendataLocation) {
        self.location = location
    }

    /// Takes what is expected in place of the scheduled times, and the delay that follows from it.
    ///
    /// A departure's delay counts before an arrival's. Who is early is on time, as the service has
    /// it.
    package mutating func expect(arrival: UnixTime?, departure: UnixTime?) {
        func told(_ expected: UnixTime?, _ scheduled: OffsetTime?) -> OffsetTime? {
            guard let expected, let scheduled else { return nil }
            return OffsetTime(
                max(expected, scheduled.time), offsetSeconds: scheduled.offsetSeconds)
        }
        prognosis.arrival = told(arrival, self.arrival)
        prognosis.departure = told(departure, self.departure)
        func minutes(_ expected: OffsetTime?, _ scheduled: OffsetTime?) -> Int? {
            guard let expected, let scheduled else { return nil }
            // Rounded down: who trusts it is there in time.
            return Int((expected.time.seconds - scheduled.time.seconds) / 60)
        }
        delay =
            minutes(prognosis.departure, self.departure)
            ?? minutes(prognosis.arrival, self.arrival)
    }
}

/// What is expected of a call beyond the timetable.
package struct OpendataPrognosis: Hashable, Sendable {
    /// The platform; nil if it is the one of the timetable or not known.
    package var platform: String?
    /// When one arrives; nil without live data.
    package var arrival: OffsetTime?
    /// When one leaves; nil without live data.
    package var departure: OffsetTime?
    /// How full first class is, 1 to 3; nil if not known.
    package var capacity1st: Int?
    /// How full second class is, 1 to 3; nil if not known.
    package var capacity2nd: Int?

    /// Nothing is known.
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

    /// Reads a call; a negative delay is none.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let station = try container.decodeIfPresent(OpendataLocation.self, forKey: .station)
        let place = try container.decodeIfPresent(OpendataLocation.self, forKey: .location)
        // The service's boards leave the name out of one of the twins.
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

    /// Reads what is expected.
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
