private import DiaryInference
package import Foundation
package import TransitModel

/// Exports a diary to common file formats.
package enum TimelineTables {
    // MARK: - CSV

    /// A CSV table of stays, legs and gaps in order of time.
    package static func csv(_ days: [TimelineDay], zone: TransitTimeZone) -> String {
        var text =
            "kind,start,end,latitude,longitude,name,mode,probability,corrected,line,from_stop,to_stop,trip,"
            + "delay_s,distance_m\n"
        for piece in pieces(days) {
            switch piece.content {
            case .stay(let stay):
                let place = "\(stay.place.latitude),\(stay.place.longitude)"
                text += "stay,\(span(piece.start, piece.end, zone)),\(place)"
                text += ",\(field(stay.name ?? "")),,,,,,,,,\n"
            case .gap(let reason):
                text += "gap,\(span(piece.start, piece.end, zone)),,,\(reason.rawValue),,,,,,,,,\n"
            case .trip(let trip):
                for leg in trip.legs {
                    let line = leg.fittingLines.first
                    let place = leg.corners.first?.place
                    let columns: [String] = [
                        "leg", span(leg.start, leg.end, zone),
                        place.map { "\($0.latitude),\($0.longitude)" } ?? ",", "",
                        leg.mode.rawValue, "\(leg.probability)",
                        leg.inferredMode == nil ? "false" : "true", field(line?.name ?? ""),
                        field(line?.boarding.name ?? ""), field(line?.alighting.name ?? ""),
                        field(line?.run?.trip ?? ""),
                        line?.run.map { "\($0.delaySeconds)" } ?? "", "\(Int(leg.metres))",
                    ]
                    text += columns.joined(separator: ",") + "\n"
                }
            }
        }
        return text
    }

    /// Each piece once, though a stay may span two days.
    private static func pieces(_ days: [TimelineDay]) -> [TimelinePiece] {
        var pieces: [TimelinePiece] = []
        for day in days {
            pieces += day.pieces.filter { piece in
                guard let last = pieces.last else { return true }
                return piece.start >= last.start && piece != last
                    && !(piece.start == last.start && piece.end == last.end)
            }
        }
        return pieces
    }

    private static func span(_ start: Int64, _ end: Int64, _ zone: TransitTimeZone) -> String {
        "\(instant(start, zone)),\(instant(end, zone))"
    }

    private static func instant(_ seconds: Int64, _ zone: TransitTimeZone) -> String {
        zone.iso8601(UnixTime(seconds: seconds))
    }

    /// A CSV field; an apostrophe precedes text that spreadsheets would evaluate as a formula.
    private static func field(_ text: String) -> String {
        let safe = text.first.map { "=+-@\t\r".contains($0) } ?? false ? "'" + text : text
        guard safe.contains(where: { ",\"\n\r".contains($0) }) else { return safe }
        return "\"" + safe.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }

    // MARK: - GPX

    /// A GPX 1.1 file with a track for every leg and a waypoint for every stay.
    package static func gpx(_ days: [TimelineDay]) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Takt" xmlns="http://www.topografix.com/GPX/1/1">

            """
        let all = pieces(days)
        for piece in all {
            guard let stay = piece.stay else { continue }
            text += "<wpt \(position(stay.place))><time>\(instant(piece.start, .utc))</time>"
            text += "<name>\(xml(stay.name ?? "Stay"))</name></wpt>\n"
        }
        for leg in all.compactMap(\.trip).flatMap(\.legs) {
            let name = [leg.mode.rawValue, leg.fittingLines.first?.name].compactMap(\.self)
                .joined(separator: " ")
            text += "<trk><name>\(xml(name))</name><type>\(leg.mode.rawValue)</type><trkseg>\n"
            for corner in leg.corners {
                text += "<trkpt \(position(corner.place))>"
                text += "<time>\(instant(corner.time, .utc))</time></trkpt>\n"
            }
            text += "</trkseg></trk>\n"
        }
        return text + "</gpx>\n"
    }

    private static func position(_ place: Coordinate) -> String {
        "lat=\"\(place.latitude)\" lon=\"\(place.longitude)\""
    }

    private static func xml(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case _ where scalar.value < 32: escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }

    // MARK: - GeoJSON

    /// GeoJSON (RFC 7946) with stays as points and legs as lines.
    package static func geoJSON(_ days: [TimelineDay], zone: TransitTimeZone) throws -> Data {
        var features: [Feature] = []
        for piece in pieces(days) {
            if let stay = piece.stay {
                let place = [stay.place.longitude, stay.place.latitude]
                var feature = Feature(geometry: .point(place), kind: "stay")
                feature.properties.span(piece.start, piece.end, zone)
                feature.properties.name = stay.name
                features.append(feature)
            }
            for leg in piece.trip?.legs ?? [] where leg.corners.count > 1 {
                let way = leg.corners.map { [$0.place.longitude, $0.place.latitude] }
                var feature = Feature(geometry: .line(way), kind: "leg")
                feature.properties.span(leg.start, leg.end, zone)
                feature.properties.take(leg, of: instant(piece.start, zone))
                features.append(feature)
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(Collection(features: features))
    }

    private struct Collection: Encodable {
        let type = "FeatureCollection"
        let features: [Feature]

        enum CodingKeys: String, CodingKey { case type, features }
    }

    private struct Feature: Encodable {
        let type = "Feature"
        let geometry: Geometry
        var properties: Properties

        enum CodingKeys: String, CodingKey { case type, geometry, properties }

        init(geometry: Geometry, kind: String) {
            self.geometry = geometry
            properties = Properties(kind: kind)
        }
    }

    private enum Geometry: Encodable {
        case point([Double])
        case line([[Double]])

        enum CodingKeys: String, CodingKey { case type, coordinates }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .point(let place):
                try container.encode("Point", forKey: .type)
                try container.encode(place, forKey: .coordinates)
            case .line(let way):
                try container.encode("LineString", forKey: .type)
                try container.encode(way, forKey: .coordinates)
            }
        }
    }

    private struct Properties: Encodable {
        let kind: String
        var start = ""
        var end = ""
        var name: String?
        var trip: String?
        var mode: String?
        var probability: Double?
        var corrected: Bool?
        var line: String?
        var boarding: String?
        var alighting: String?
        var delaySeconds: Int?

        init(kind: String) { self.kind = kind }

        mutating func span(_ start: Int64, _ end: Int64, _ zone: TransitTimeZone) {
            self.start = instant(start, zone)
            self.end = instant(end, zone)
        }

        /// `trip` is the start of the trip, by which its legs are grouped.
        mutating func take(_ leg: TimelineLeg, of trip: String) {
            let best = leg.fittingLines.first
            self.trip = trip
            mode = leg.mode.rawValue
            probability = leg.probability
            corrected = leg.inferredMode == nil ? nil : true
            line = best?.name
            boarding = best?.boarding.name
            alighting = best?.alighting.name
            delaySeconds = best?.run?.delaySeconds
        }
    }
}
