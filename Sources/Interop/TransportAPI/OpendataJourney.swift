/// A trip, or the part of it that is ridden.
package struct OpendataJourney: Hashable, Sendable {
    /// The trip's number, often padded with zeros; nil if unknown.
    package var name: String?
    /// The product, such as `S`, `IC`, `B` or `T`; nil if unknown.
    package var category: String?
    /// The line's number, such as `12`; nil if unknown.
    package var number: String?
    /// The operator; nil if unknown.
    package var operatorName: String?
    /// The headsign; nil if unknown.
    package var to: String?
    /// The stop calls from boarding on.
    package var passList: [OpendataStop] = []

    /// The highest occupancy of second class, 1 to 3; nil if unknown.
    package var capacity2nd: Int? { passList.compactMap(\.prognosis.capacity2nd).max() }

    package init() {}

    func writeFields(to writer: inout AnswerWriter, _ fields: FieldFilter) {
        writer.field("name", fields, name)
        writer.field("category", fields, category)
        writer.field("subcategory", fields, String?.none)
        writer.field("categoryCode", fields, Int?.none)
        writer.field("number", fields, number)
        writer.field("operator", fields, operatorName)
        writer.field("to", fields, to)
        writer.field("passList", fields) { writer, fields in
            writer.list(passList) { $1.write(to: &$0, fields) }
        }
        writer.field("capacity1st", fields, Int?.none)
        writer.field("capacity2nd", fields, capacity2nd)
    }
}

extension OpendataJourney: Decodable {
    private enum CodingKeys: String, CodingKey {
        case name, category, number, to, passList
        case operatorName = "operator"
    }

    /// Decodes a trip.
    ///
    /// - Throws: `DecodingError` if a value has another type or format.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.lenientText(.name)
        category = try container.lenientText(.category)
        number = try container.lenientText(.number)
        operatorName = try container.lenientText(.operatorName)
        to = try container.lenientText(.to)
        passList = try container.list(.passList)
    }
}

/// An entry of a stationboard: a trip and its stop call at the station.
package struct OpendataBoardJourney: Hashable, Sendable {
    /// The stop call at the requested station.
    package var stop: OpendataStop
    package var journey: OpendataJourney

    package init(stop: OpendataStop, journey: OpendataJourney) {
        self.stop = stop
        self.journey = journey
    }

    func write(to writer: inout AnswerWriter, _ fields: FieldFilter) {
        writer.object { writer in
            writer.field("stop", fields) { stop.write(to: &$0, $1) }
            journey.writeFields(to: &writer, fields)
        }
    }
}

extension OpendataBoardJourney: Decodable {
    private enum CodingKeys: CodingKey {
        case stop
    }

    /// Decodes an entry.
    ///
    /// - Throws: `DecodingError` if the stop is missing or a value has another type or format.
    package init(from decoder: any Decoder) throws {
        stop = try decoder.container(keyedBy: CodingKeys.self)
            .decode(OpendataStop.self, forKey: .stop)
        journey = try OpendataJourney(from: decoder)
    }
}
