/// A vehicle's run, or the part of it that one rides.
package struct OpendataJourney: Hashable, Sendable {
    /// The number of the trip, often filled with zeros; nil if not known.
    package var name: String?
    /// The product, as `S`, `IC`, `B` or `T`; nil if not known.
    package var category: String?
    /// The number of the line, as `12`; nil if not known.
    package var number: String?
    /// Who runs it; nil if not known.
    package var operatorName: String?
    /// Where the vehicle says it goes; nil if not known.
    package var to: String?
    /// Its calls, the one where it is boarded first.
    package var passList: [OpendataStop] = []

    /// How full second class is where it is fullest, 1 to 3; nil if not known.
    package var capacity2nd: Int? { passList.compactMap(\.prognosis.capacity2nd).max() }

    /// A run of which nothing is known.
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

    /// Reads a run.
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

/// A line of a stationboard: a run, and its call at the station.
package struct OpendataBoardJourney: Hashable, Sendable {
    /// The call at the station that was asked for.
    package var stop: OpendataStop
    /// The run.
    package var journey: OpendataJourney

    /// A line.
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

    /// Reads a line.
    package init(from decoder: any Decoder) throws {
        stop = try decoder.container(keyedBy: CodingKeys.self)
            .decode(OpendataStop.self, forKey: .stop)
        journey = try OpendataJourney(from: decoder)
    }
}
