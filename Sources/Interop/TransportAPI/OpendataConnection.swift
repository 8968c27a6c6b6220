/// A connection from one location to another.
package struct OpendataConnection: Hashable, Sendable {
    /// The departure.
    package var from: OpendataStop
    /// The arrival.
    package var to: OpendataStop
    package var durationSeconds: Int
    package var transfers: Int
    /// The lines ridden, in order.
    package var products: [String]
    /// The legs, in order.
    package var sections: [OpendataSection]

    package init(
        from: OpendataStop, to: OpendataStop, durationSeconds: Int, transfers: Int,
        products: [String], sections: [OpendataSection]
    ) {
        self.from = from
        self.to = to
        self.durationSeconds = durationSeconds
        self.transfers = transfers
        self.products = products
        self.sections = sections
    }

    func write(to writer: inout AnswerWriter, _ fields: FieldFilter) {
        writer.object { writer in
            writer.field("from", fields) { from.write(to: &$0, $1) }
            writer.field("to", fields) { to.write(to: &$0, $1) }
            writer.field("duration", fields, OpendataDuration.text(durationSeconds))
            writer.field("transfers", fields, transfers)
            writer.field("service", fields, String?.none)
            writer.field("products", fields) { writer, _ in
                writer.list(products) { $0.value($1) }
            }
            writer.field("capacity1st", fields, Int?.none)
            writer.field(
                "capacity2nd", fields, sections.compactMap { $0.journey?.capacity2nd }.max())
            writer.field("sections", fields) { writer, fields in
                writer.list(sections) { $1.write(to: &$0, fields) }
            }
        }
    }
}

/// A leg of a connection: a ride or a walk.
package struct OpendataSection: Hashable, Sendable {
    /// The trip ridden; nil on foot.
    package var journey: OpendataJourney?
    /// The walk; nil in a vehicle.
    package var walk: OpendataWalk?
    package var departure: OpendataStop
    /// The arrival; nil if the service omits it.
    package var arrival: OpendataStop?

    package init(
        journey: OpendataJourney?, walk: OpendataWalk?, departure: OpendataStop,
        arrival: OpendataStop?
    ) {
        self.journey = journey
        self.walk = walk
        self.departure = departure
        self.arrival = arrival
    }

    func write(to writer: inout AnswerWriter, _ fields: FieldFilter) {
        writer.object { writer in
            writer.field("journey", fields) { writer, fields in
                guard let journey else { return writer.null() }
                writer.object { journey.writeFields(to: &$0, fields) }
            }
            writer.field("walk", fields) { writer, fields in
                guard let walk else { return writer.null() }
                writer.object { $0.field("duration", fields, walk.seconds) }
            }
            writer.field("departure", fields) { departure.write(to: &$0, $1) }
            writer.field("arrival", fields) { writer, fields in
                guard let arrival else { return writer.null() }
                arrival.write(to: &writer, fields)
            }
        }
    }
}

/// A walk.
package struct OpendataWalk: Hashable, Sendable {
    /// The duration; nil if the service omits it.
    package var seconds: Int?

    package init(seconds: Int?) {
        self.seconds = seconds
    }
}

/// Durations in the service's format `00d00:43:00`.
enum OpendataDuration {
    static func text(_ seconds: Int) -> String {
        let seconds = max(0, seconds)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return two(seconds / 86_400) + "d" + two(seconds / 3600 % 24) + ":"
            + two(seconds / 60 % 60) + ":" + two(seconds % 60)
    }

    /// Parses the format of ``text(_:)`` and `00:43:00`; nil for anything else.
    static func seconds(_ text: String) -> Int? {
        let halves = text.split(separator: "d", omittingEmptySubsequences: false)
        guard (1...2).contains(halves.count), let clock = halves.last else { return nil }
        let days = halves.count == 2 ? Int(halves[0]) : 0
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard let days, (0..<1000).contains(days), parts.count == 3, let hours = parts[0],
            let minutes = parts[1], let seconds = parts[2], (0..<1000).contains(hours),
            (0..<60).contains(minutes), (0..<60).contains(seconds)
        else { return nil }
        return days * 86_400 + hours * 3600 + minutes * 60 + seconds
    }
}

extension OpendataConnection: Decodable {
    private enum CodingKeys: CodingKey {
        case from, to, duration, transfers, products, sections
    }

    /// Decodes a connection.
    ///
    /// - Throws: `DecodingError` if an end is missing or a value has another type or format.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        from = try container.decode(OpendataStop.self, forKey: .from)
        to = try container.decode(OpendataStop.self, forKey: .to)
        let duration = try container.lenientText(.duration) ?? ""
        durationSeconds = OpendataDuration.seconds(duration) ?? 0
        transfers = max(0, try container.decodeIfPresent(Int.self, forKey: .transfers) ?? 0)
        products = try container.list(.products)
        sections = try container.list(.sections)
    }
}

extension OpendataSection: Decodable {
    private enum CodingKeys: CodingKey {
        case journey, walk, departure, arrival
    }

    /// Decodes a leg.
    ///
    /// - Throws: `DecodingError` if the departure is missing or a value has another type or format.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        journey = try container.decodeIfPresent(OpendataJourney.self, forKey: .journey)
        walk = try container.decodeIfPresent(OpendataWalk.self, forKey: .walk)
        departure = try container.decode(OpendataStop.self, forKey: .departure)
        arrival = try container.decodeIfPresent(OpendataStop.self, forKey: .arrival)
    }
}

extension OpendataWalk: Decodable {
    private enum CodingKeys: CodingKey {
        case duration
    }

    /// Decodes a walk; the duration may be seconds or `00:05:00`.
    ///
    /// - Throws: `DecodingError` if the duration is neither text nor number.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.lenientText(.duration)
        seconds = text.flatMap { Int($0) ?? OpendataDuration.seconds($0) }
            .flatMap { (0...864_000).contains($0) ? $0 : nil }
    }
}
