import DiaryInference
import JSONWriting
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

    private static func field(_ text: String) -> String { CSVText.fieldForSpreadsheets(text) }

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
            text += "<name>\(MarkupText.escaped(stay.name ?? "Stay"))</name></wpt>\n"
        }
        for leg in all.compactMap({ $0.trip }).flatMap({ $0.legs }) {
            let line = leg.fittingLines.first.map { " \($0.name)" } ?? ""
            let name = leg.mode.rawValue + line
            text += "<trk><name>\(MarkupText.escaped(name))</name>"
            text += "<type>\(leg.mode.rawValue)</type><trkseg>\n"
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

    // MARK: - GeoJSON

    /// GeoJSON (RFC 7946) with stays as points and legs as lines.
    package static func geoJSON(_ days: [TimelineDay], zone: TransitTimeZone) -> [UInt8] {
        var features: [Feature] = []
        for piece in pieces(days) {
            if let stay = piece.stay {
                var feature = Feature(
                    .point(stay.place), kind: "stay", start: instant(piece.start, zone),
                    end: instant(piece.end, zone))
                feature.properties.name = stay.name
                features.append(feature)
            }
            for leg in piece.trip?.legs ?? [] where leg.corners.count > 1 {
                var feature = Feature(
                    .line(leg.corners.map { $0.place }), kind: "leg",
                    start: instant(leg.start, zone), end: instant(leg.end, zone))
                feature.properties.leg = (leg, trip: instant(piece.start, zone))
                features.append(feature)
            }
        }
        return Collection(features: features).jsonBytes
    }

    private struct Collection: JSONObject {
        let features: [Feature]

        func writeMembers(to json: inout JSONText) {
            json.member("features", features)
            json.member("type", "FeatureCollection")
        }
    }

    private struct Feature: JSONObject {
        let geometry: Geometry
        var properties: Properties

        init(_ geometry: Geometry, kind: String, start: String, end: String) {
            self.geometry = geometry
            properties = Properties(kind: kind, start: start, end: end)
        }

        func writeMembers(to json: inout JSONText) {
            json.member("geometry", geometry)
            json.member("properties", properties)
            json.member("type", "Feature")
        }
    }

    private enum Geometry: JSONObject {
        case point(Coordinate)
        case line([Coordinate])

        func writeMembers(to json: inout JSONText) {
            switch self {
            case .point(let place):
                json.member("coordinates", [place.longitude, place.latitude])
                json.member("type", "Point")
            case .line(let way):
                json.member("coordinates", way.map { [$0.longitude, $0.latitude] })
                json.member("type", "LineString")
            }
        }
    }

    private struct Properties: JSONObject {
        let kind: String
        let start: String
        let end: String
        var name: String?
        /// A leg, and the start of its trip, by which legs are grouped; nil for stays.
        var leg: (TimelineLeg, trip: String)?

        func writeMembers(to json: inout JSONText) {
            let line = leg?.0.fittingLines.first
            json.member("alighting", line?.alighting.name)
            json.member("boarding", line?.boarding.name)
            json.member("corrected", leg?.0.inferredMode.map { _ in true })
            json.member("delaySeconds", line?.run?.delaySeconds)
            json.member("end", end)
            json.member("kind", kind)
            json.member("line", line?.name)
            json.member("mode", leg?.0.mode.rawValue)
            json.member("name", name)
            json.member("probability", leg?.0.probability)
            json.member("start", start)
            json.member("trip", leg?.trip)
        }
    }
}
