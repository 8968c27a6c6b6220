/// The answer of `/locations`.
package struct OpendataLocations: Hashable, Sendable, Decodable {
    /// The locations found, best first.
    package var stations: [OpendataStation]

    package init(_ stations: [OpendataStation] = []) {
        self.stations = stations
    }

    /// Encodes the included fields as JSON.
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
    /// The connections by time.
    package var connections: [OpendataConnection] = []
    /// The location found for the origin; nil if there is none.
    package var from: OpendataLocation?
    /// The location found for the destination; nil if there is none.
    package var to: OpendataLocation?
    /// The candidates for the origin, the chosen one first.
    package var originCandidates: [OpendataLocation] = []
    /// The candidates for the destination, the chosen one first.
    package var destinationCandidates: [OpendataLocation] = []

    /// Creates an empty answer, which the service gives if a parameter is missing.
    package init() {}

    /// Encodes the included fields as JSON.
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
                            // The service treats `from` and `to` as a list, which is no step of a
                            // path.
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

    /// Decodes an answer.
    ///
    /// - Throws: `DecodingError` if a value has another type or format.
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
    /// The station found; nil if there is none.
    package var station: OpendataLocation?
    /// The departures or arrivals by time.
    package var journeys: [OpendataBoardJourney] = []

    /// The bytes of a stop call; most take fewer.
    private static let bytesOfCall = 960

    package init() {}

    /// Returns the bytes to reserve.
    ///
    /// A complete board is reserved at once; a board of few fields would keep the unused bytes.
    private func capacity(_ fields: FieldFilter) -> Int {
        guard case .everything = fields else { return 64 * 1024 }
        return journeys.reduce(1) { $0 + $1.journey.passList.count + 1 } * Self.bytesOfCall
    }

    /// Encodes the included fields as JSON.
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

    /// Decodes an answer.
    ///
    /// - Throws: `DecodingError` if a value has another type or format.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        station = try container.decodeIfPresent(OpendataLocation.self, forKey: .station)
        journeys = try container.list(.stationboard)
    }
}

/// Bodies of error responses.
package enum OpendataErrors {
    /// Encodes parameter errors as a list of sentences.
    package static func json(_ sentences: [String]) -> [UInt8] {
        var writer = AnswerWriter()
        writer.object { writer in
            writer.field("errors", .everything) { writer, _ in
                writer.list(sentences) { $0.value($1) }
            }
        }
        return writer.bytes
    }

    /// Encodes any other error as a list of one object with a message.
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
    /// Encodes the answer; `date` is in ISO 8601.
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
