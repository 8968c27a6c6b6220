/// The answer of `/locations`.
package struct OpendataLocations: Hashable, Sendable, Decodable {
    /// What was found, the best first.
    package var stations: [OpendataStation]

    /// An answer.
    package init(_ stations: [OpendataStation] = []) {
        self.stations = stations
    }

    /// The answer as JSON, of which only some fields may be wanted.
    package func json(_ fields: FieldFilter = .everything) -> [UInt8] {
        var writer = AnswerWriter()
        writer.object { writer in
            writer.field("stations", fields) { writer, fields in
                writer.list(stations) { $1.write(to: &$0, fields) }
            }
        }
        return writer.bytes
    }
}

/// The answer of `/connections`.
package struct OpendataConnections: Hashable, Sendable {
    /// The ways, by time.
    package var connections: [OpendataConnection] = []
    /// The place that was found for the origin; nil if there is none.
    package var from: OpendataLocation?
    /// The place that was found for the destination; nil if there is none.
    package var to: OpendataLocation?
    /// The places that may have been meant as the origin, the one that was taken first.
    package var originCandidates: [OpendataLocation] = []
    /// The same of the destination.
    package var destinationCandidates: [OpendataLocation] = []

    /// An answer without anything, as the service gives it where a parameter is missing.
    package init() {}

    /// The answer as JSON, of which only some fields may be wanted.
    package func json(_ fields: FieldFilter = .everything) -> [UInt8] {
        var writer = AnswerWriter(capacity: 64 * 1024)
        writer.object { writer in
            writer.field("connections", fields) { writer, fields in
                writer.list(connections) { $1.write(to: &$0, fields) }
            }
            writer.field("from", fields) { Self.write(from, to: &$0, $1) }
            writer.field("to", fields) { Self.write(to, to: &$0, $1) }
            writer.field("stations", fields) { writer, fields in
                let ends = [("from", originCandidates), ("to", destinationCandidates)]
                writer.object { writer in
                    for (name, places) in ends {
                        writer.field(name, .everything) { writer, _ in
                            // The service takes both ends for a list, which is no step of a path.
                            let below = fields[name] ?? fields
                            writer.list(places) { $1.write(to: &$0, below) }
                        }
                    }
                }
            }
        }
        return writer.bytes
    }

    private static func write(
        _ place: OpendataLocation?, to writer: inout AnswerWriter, _ fields: FieldFilter
    ) {
        guard let place else { return writer.null() }
        place.write(to: &writer, fields)
    }
}

extension OpendataConnections: Decodable {
    private enum CodingKeys: CodingKey {
        case connections, from, to, stations
    }

    private struct Stations: Decodable {
        let from: [OpendataLocation?]?
        let to: [OpendataLocation?]?
    }

    /// Reads an answer.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        connections = try container.list(.connections)
        from = try container.decodeIfPresent(OpendataLocation.self, forKey: .from)
        to = try container.decodeIfPresent(OpendataLocation.self, forKey: .to)
        let stations = try container.decodeIfPresent(Stations.self, forKey: .stations)
        originCandidates = (stations?.from ?? []).compactMap(\.self)
        destinationCandidates = (stations?.to ?? []).compactMap(\.self)
    }
}

/// The answer of `/stationboard`.
package struct OpendataStationboard: Hashable, Sendable {
    /// The station that was found; nil if there is none.
    package var station: OpendataLocation?
    /// What departs or arrives, by time.
    package var journeys: [OpendataBoardJourney] = []

    /// Most calls take fewer.
    private static let bytesOfCall = 960

    /// An answer without anything.
    package init() {}

    /// A whole board gets its room at once; of few fields, room that stays empty would be kept with
    /// the answer.
    private func capacity(_ fields: FieldFilter) -> Int {
        guard case .everything = fields else { return 64 * 1024 }
        return journeys.reduce(1) { $0 + $1.journey.passList.count + 1 } * Self.bytesOfCall
    }

    /// The answer as JSON, of which only some fields may be wanted.
    package func json(_ fields: FieldFilter = .everything) -> [UInt8] {
        var writer = AnswerWriter(capacity: capacity(fields))
        writer.object { writer in
            writer.field("station", fields) { writer, fields in
                guard let station else { return writer.null() }
                station.write(to: &writer, fields)
            }
            writer.field("stationboard", fields) { writer, fields in
                writer.list(journeys) { $1.write(to: &$0, fields) }
            }
        }
        return writer.bytes
    }
}

extension OpendataStationboard: Decodable {
    private enum CodingKeys: CodingKey {
        case station, stationboard
    }

    /// Reads an answer.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        station = try container.decodeIfPresent(OpendataLocation.self, forKey: .station)
        journeys = try container.list(.stationboard)
    }
}

/// The service's own word for an error, as bodies of answers that are none.
package enum OpendataErrors {
    /// What was wrong with the parameters: a list of sentences.
    package static func json(_ sentences: [String]) -> [UInt8] {
        var writer = AnswerWriter()
        writer.object { writer in
            writer.field("errors", .everything) { writer, _ in
                writer.list(sentences) { $0.value($1) }
            }
        }
        return writer.bytes
    }

    /// What else went wrong: a list of objects with one message.
    package static func json(message: String) -> [UInt8] {
        var writer = AnswerWriter()
        writer.object { writer in
            writer.field("errors", .everything) { writer, _ in
                writer.list([message]) { writer, message in
                    writer.object { $0.field("message", .everything, message) }
                }
            }
        }
        return writer.bytes
    }
}

/// The answer of the service's root.
package enum OpendataRoot {
    /// Who answers, at a moment in ISO 8601.
    package static func json(date: String, author: String) -> [UInt8] {
        var writer = AnswerWriter()
        writer.object { writer in
            writer.field("date", .everything, date)
            writer.field("author", .everything, author)
            writer.field("version", .everything, "1.0")
        }
        return writer.bytes
    }
}
