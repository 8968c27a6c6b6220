package import Diary
import DiaryInference
import JSONWriting
package import TransitModel

/// A day of a personal diary.
package struct TimelineDayAnswer: Encodable, Sendable {
    let date: ServiceDay
    let zone: String
    let start: String
    let end: String
    let open: Bool
    let device: String?
    let devices: [String]
    let distanceMetres: Int
    let travelSeconds: Int64
    let items: [TimelineItem]
    let corrections: [CorrectionAnswer]

    static let schema = JSONSchema(
        "DiaryDay", .text("date zone"),
        .text("start end", "The midnights of the day, local time with offset"),
        .flag("open", "Whether it may still change"),
        .text("device?", "Whose record is shown"),
        .list("devices", .text, "All that recorded the day"),
        .int("distanceMetres travelSeconds"),
        .list("items", of: TimelineItem.schema, "In order of time"),
        .list("corrections", of: CorrectionAnswer.schema))

    /// Describes a day; `shown` is the record of one device, the most complete one by default.
    ///
    /// `stop` returns the stop at a place, nil where there is none.
    package init(
        _ day: CivilDay, _ shown: TimelineDay?, zone: TransitTimeZone, isOpen: Bool,
        devices: [String], corrections: [CorrectionAnswer],
        stop: (Coordinate) -> TimelineLine.Stop?
    ) {
        date = day.date
        self.zone = zone.identifier
        start = zone.iso8601(day.start)
        end = zone.iso8601(day.end)
        open = isOpen
        device = shown?.device
        self.devices = devices
        distanceMetres = Int(shown?.trips.reduce(0) { $0 + $1.metres } ?? 0)
        travelSeconds = shown?.travelSeconds ?? 0
        items = (shown?.pieces ?? []).map { TimelineItem($0, on: day, zone, stop: stop) }
        self.corrections = corrections
    }
}

/// A stay, a trip or a gap.
struct TimelineItem: Encodable, Sendable {
    let kind: String
    let id: String?
    let start: String
    let end: String
    var latitude: Double?
    var longitude: Double?
    var name: String?
    var named: TimelineStay.Naming?
    var nearStop: TimelineLine.Stop?
    var continuesBefore: Bool?
    var continuesAfter: Bool?
    var distanceMetres: Int?
    var seconds: Int64?
    var joined: Bool?
    var split: Bool?
    var legs: [TimelineLegAnswer]?
    var reason: TimelinePiece.GapReason?

    static let schema = JSONSchema(
        "DiaryItem",
        .text("kind", "`stay`, `trip` or `gap`"),
        .text("id? start end"), .number("latitude? longitude?"),
        .text("name?", "Of a stay that has one"),
        .text("named?", "`stay` or `place`: what the person named"),
        .object("nearStop?", TimelineLine.Stop.schema, "The stop at a stay's place"),
        .flag(
            "continuesBefore? continuesAfter?",
            "True if it began before the day, or ends after it"),
        .int("distanceMetres? seconds?"),
        .flag("joined? split?", "True if the person joined or split the trip"),
        .list("legs?", of: TimelineLegAnswer.schema),
        .text("reason?", "Of a gap: `silence` or `deleted`"))

    init(
        _ piece: TimelinePiece, on day: CivilDay, _ zone: TransitTimeZone,
        stop: (Coordinate) -> TimelineLine.Stop?
    ) {
        start = zone.iso8601(UnixTime(seconds: piece.start))
        end = zone.iso8601(UnixTime(seconds: piece.end))
        switch piece.content {
        case .stay(let stay):
            kind = "stay"
            id = "s\(piece.start)"
            latitude = stay.place.latitude
            longitude = stay.place.longitude
            name = stay.name
            named = stay.named
            nearStop = stop(stay.place)
        case .trip(let trip):
            kind = "trip"
            id = "t\(piece.start)"
            distanceMetres = Int(trip.metres)
            seconds = piece.seconds
            joined = trip.isJoined ? true : nil
            split = trip.isSplit ? true : nil
            legs = trip.legs.map { TimelineLegAnswer($0, zone) }
        case .gap(let why):
            kind = "gap"
            id = nil
            reason = why
        }
        guard kind != "gap" else { return }
        continuesBefore = piece.start < day.start.seconds ? true : nil
        continuesAfter = piece.end > day.end.seconds ? true : nil
    }
}

/// A leg of a trip.
struct TimelineLegAnswer: Encodable, Sendable {
    let id: String
    let start: String
    let end: String
    let distanceMetres: Int
    let mode: TravelMode
    let probability: Double
    let inferredMode: TravelMode?
    let corrected: Bool?
    let geometry: Way?
    let gaps: [Span]?
    let lines: [TimelineLineAnswer]?

    static let schema = JSONSchema(
        "DiaryLeg", .text("id start end"), .int("distanceMetres"),
        .text("mode", "As in `walk` or `tram`"),
        .number("probability", "Of the mode, 0 to 1"),
        .text("inferredMode?", "What it was before the correction"),
        .flag("corrected?", "True if the person corrected the mode"),
        .object("geometry?", Way.schema),
        .list("gaps?", of: Span.schema, "Times without a record"),
        .list(
            "lines?", of: TimelineLineAnswer.schema,
            "Up to three that were probably ridden, the most probable first"))

    struct Way: Encodable, Sendable {
        let type = "LineString"
        let coordinates: [[Double]]

        static let schema = JSONSchema(
            "LineString",
            .text("type", "`LineString`"),
            .list("coordinates", .list(.number), "Points of longitude and latitude"))

        private enum CodingKeys: String, CodingKey { case type, coordinates }
    }

    struct Span: Encodable, Sendable {
        let start: String
        let end: String

        static let schema = JSONSchema("Gap", .text("start end"))
    }

    init(_ leg: TimelineLeg, _ zone: TransitTimeZone) {
        func text(_ seconds: Int64) -> String { zone.iso8601(UnixTime(seconds: seconds)) }
        id = "l\(leg.start)"
        start = text(leg.start)
        end = text(leg.end)
        distanceMetres = Int(leg.metres)
        mode = leg.mode
        probability = leg.probability
        inferredMode = leg.inferredMode
        corrected = leg.inferredMode == nil ? nil : true
        geometry =
            leg.corners.count > 1
            ? Way(coordinates: leg.corners.map { [$0.place.longitude, $0.place.latitude] }) : nil
        let silences = leg.silences.filter { $0.count == 2 }
            .map { Span(start: text($0[0]), end: text($0[1])) }
        gaps = silences.isEmpty ? nil : silences
        let fitting = leg.fittingLines.map { TimelineLineAnswer($0) }
        lines = fitting.isEmpty ? nil : fitting
    }
}

/// A line that was probably ridden.
struct TimelineLineAnswer: Encodable, Sendable {
    let route: String
    let line: String
    let mode: TransitMode
    let colour: String
    let textColour: String
    let headsign: String?
    let probability: Double
    let boarding: TimelineLine.Stop
    let alighting: TimelineLine.Stop
    let trip: String?
    let serviceDay: ServiceDay?
    let delaySeconds: Int?
    let seen: Bool?

    static let schema = JSONSchema(
        "DiaryLine", .text("route line mode colour textColour headsign?"),
        .number("probability", "0 to 1"),
        .object("boarding alighting", TimelineLine.Stop.schema),
        .text("trip? serviceDay?", "Of the run, if it is known"),
        .int("delaySeconds?", "Of the run; negative if early"),
        .flag("seen?", "True if the vehicle's own positions bear it out"))

    init(_ line: TimelineLine) {
        route = line.route
        self.line = line.name
        mode = line.mode
        colour = line.colour
        textColour = line.textColour
        headsign = line.headsign
        probability = line.probability
        boarding = line.boarding
        alighting = line.alighting
        trip = line.run?.trip
        serviceDay = line.run?.day
        delaySeconds = line.run?.delaySeconds
        seen = line.run?.isSeen == true ? true : nil
    }
}

/// A correction that a person made.
package struct CorrectionAnswer: Encodable, Sendable {
    let id: Int64
    let kind: Correction.Kind
    let start: String
    let end: String
    let mode: TravelMode?
    let name: String?
    let everywhere: Bool?
    let made: String
    let applies: Bool?

    static let schema = JSONSchema(
        "Correction", .int("id"),
        .text("kind", "`mode`, `name`, `join` or `split`"),
        .text("start end mode? name?"),
        .flag("everywhere?", "True if the name holds for all stays at the place"),
        .text("made", "When the person made it"),
        .flag("applies?", "Whether it corrects anything; omitted where that is unknown"))

    /// Describes a correction; `applies` says whether it corrects anything, nil if that is unknown.
    package init(_ kept: KeptCorrection, zone: TransitTimeZone, applies: Bool? = nil) {
        id = kept.id
        kind = kept.correction.kind
        start = zone.iso8601(UnixTime(seconds: kept.correction.start))
        end = zone.iso8601(UnixTime(seconds: kept.correction.end))
        mode = kept.correction.mode
        name = kept.correction.name
        everywhere = kept.correction.place == nil ? nil : true
        made = zone.iso8601(kept.made)
        self.applies = applies
    }
}

/// The places that a person named.
package struct DiaryPlacesAnswer: Encodable, Sendable {
    let places: [Place]

    static let schema = JSONSchema("DiaryPlaces", .list("places", of: Place.schema))

    struct Place: Encodable, Sendable {
        let id: Int64
        let name: String
        let latitude: Double
        let longitude: Double

        static let schema = JSONSchema(
            "DiaryPlace", .int("id"), .text("name"), .number("latitude longitude"))
    }

    /// Lists the names that apply everywhere; the last one of each place.
    package init(_ corrections: [KeptCorrection]) {
        var places: [Place] = []
        for kept in corrections {
            guard let place = kept.correction.place, let name = kept.correction.name else {
                continue
            }
            places.removeAll {
                place.distanceMetres(
                    to: Coordinate(latitude: $0.latitude, longitude: $0.longitude)) < 1
            }
            guard !name.isEmpty else { continue }
            places.append(
                Place(
                    id: kept.id, name: name, latitude: place.latitude, longitude: place.longitude))
        }
        self.places = places
    }
}
