import DiaryInference
package import JSONWriting
package import TransitModel

/// A day of a diary.
package struct TimelineDayAnswer: JSONObject {
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

    package static let schema = JSONSchema(
        "DiaryDay", .text("date zone"),
        .text("start end", "The midnights of the day, local time with offset"),
        .flag("open", "Whether it may still change"),
        .text("device?", "Whose record is shown"),
        .list("devices", .text, "All that recorded the day"),
        .int("distanceMetres travelSeconds"),
        .list("items", of: TimelineItem.schema, "In order of time"),
        .list("corrections", of: CorrectionAnswer.schema))

    /// What a day's answer says beyond the record that is shown.
    package struct Circumstances {
        /// Whether the day may still change.
        package let isOpen: Bool
        /// The devices with a record of the day.
        package let devices: [String]
        package let corrections: [CorrectionAnswer]

        package init(isOpen: Bool, devices: [String], corrections: [CorrectionAnswer]) {
            self.isOpen = isOpen
            self.devices = devices
            self.corrections = corrections
        }
    }

    /// Describes a day; `shown` is the record of one device, the most complete one by default.
    ///
    /// `stop` returns the stop at a place, nil where there is none.
    package init(
        _ day: CivilDay, _ shown: TimelineDay?, zone: TransitTimeZone,
        _ circumstances: Circumstances, stop: (Coordinate) -> TimelineLine.Stop?
    ) {
        date = day.date
        self.zone = zone.identifier
        start = zone.iso8601(day.start)
        end = zone.iso8601(day.end)
        open = circumstances.isOpen
        device = shown.flatMap { $0.device.isEmpty ? nil : $0.device }
        devices = circumstances.devices
        distanceMetres = Int(shown?.trips.reduce(0) { $0 + $1.metres } ?? 0)
        travelSeconds = shown?.travelSeconds ?? 0
        items = (shown?.pieces ?? []).map { TimelineItem($0, on: day, zone, stop: stop) }
        corrections = circumstances.corrections
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("corrections", corrections)
        json.member("date", date.description)
        json.member("device", device)
        json.member("devices", devices)
        json.member("distanceMetres", distanceMetres)
        json.member("end", end)
        json.member("items", items)
        json.member("open", open)
        json.member("start", start)
        json.member("travelSeconds", travelSeconds)
        json.member("zone", zone)
    }
}

/// A stay, a trip or a gap.
struct TimelineItem: JSONObject {
    let kind: String
    let id: String?
    let start: String
    let end: String
    var latitude: Double?
    var longitude: Double?
    var name: String?
    var named: String?
    var nearStop: DiaryStopAnswer?
    var continuesBefore: Bool?
    var continuesAfter: Bool?
    var distanceMetres: Int?
    var seconds: Int64?
    var joined: Bool?
    var split: Bool?
    var legs: [TimelineLegAnswer]?
    var reason: String?

    static let schema = JSONSchema(
        "DiaryItem",
        .text("kind", "`stay`, `trip` or `gap`"),
        .text("id? start end"), .number("latitude? longitude?"),
        .text("name?", "Of a stay that has one"),
        .text("named?", "`stay` or `place`: what the person named"),
        .object("nearStop?", DiaryStopAnswer.schema, "The stop at a stay's place"),
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
            named = stay.named?.rawValue
            nearStop = stop(stay.place).map { DiaryStopAnswer($0) }
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
            reason = why.rawValue
        }
        guard kind != "gap" else { return }
        continuesBefore = piece.start < day.start.seconds ? true : nil
        continuesAfter = piece.end > day.end.seconds ? true : nil
    }

    func writeMembers(to json: inout JSONText) {
        json.member("continuesAfter", continuesAfter)
        json.member("continuesBefore", continuesBefore)
        json.member("distanceMetres", distanceMetres)
        json.member("end", end)
        json.member("id", id)
        json.member("joined", joined)
        json.member("kind", kind)
        json.member("latitude", latitude)
        json.member("legs", legs)
        json.member("longitude", longitude)
        json.member("name", name)
        json.member("named", named)
        json.member("nearStop", nearStop)
        json.member("reason", reason)
        json.member("seconds", seconds)
        json.member("split", split)
        json.member("start", start)
    }
}

/// A leg of a trip.
struct TimelineLegAnswer: JSONObject {
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

    struct Way: JSONObject {
        let coordinates: [[Double]]

        static let schema = JSONSchema(
            "LineString",
            .text("type", "`LineString`"),
            .list("coordinates", .list(.number), "Points of longitude and latitude"))

        func writeMembers(to json: inout JSONText) {
            json.member("coordinates", coordinates)
            json.member("type", "LineString")
        }
    }

    struct Span: JSONObject {
        let start: String
        let end: String

        static let schema = JSONSchema("Gap", .text("start end"))

        func writeMembers(to json: inout JSONText) {
            json.member("end", end)
            json.member("start", start)
        }
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

    func writeMembers(to json: inout JSONText) {
        json.member("corrected", corrected)
        json.member("distanceMetres", distanceMetres)
        json.member("end", end)
        json.member("gaps", gaps)
        json.member("geometry", geometry)
        json.member("id", id)
        json.member("inferredMode", inferredMode?.rawValue)
        json.member("lines", lines)
        json.member("mode", mode.rawValue)
        json.member("probability", probability)
        json.member("start", start)
    }
}

/// A line that was probably ridden.
struct TimelineLineAnswer: JSONObject {
    let route: String
    let line: String
    let mode: String
    let colour: String
    let textColour: String
    let headsign: String?
    let probability: Double
    let boarding: DiaryStopAnswer
    let alighting: DiaryStopAnswer
    let trip: String?
    let serviceDay: ServiceDay?
    let delaySeconds: Int?
    let seen: Bool?

    static let schema = JSONSchema(
        "DiaryLine", .text("route line mode colour textColour headsign?"),
        .number("probability", "0 to 1"),
        .object("boarding alighting", DiaryStopAnswer.schema),
        .text("trip? serviceDay?", "Of the run, if it is known"),
        .int("delaySeconds?", "Of the run; negative if early"),
        .flag("seen?", "True if the vehicle's own positions bear it out"))

    init(_ line: TimelineLine) {
        route = line.route
        self.line = line.name
        mode = line.mode.rawValue
        colour = line.colour
        textColour = line.textColour
        headsign = line.headsign
        probability = line.probability
        boarding = DiaryStopAnswer(line.boarding)
        alighting = DiaryStopAnswer(line.alighting)
        trip = line.run?.trip
        serviceDay = line.run?.day
        delaySeconds = line.run?.delaySeconds
        seen = line.run?.isSeen == true ? true : nil
    }

    func writeMembers(to json: inout JSONText) {
        json.member("alighting", alighting)
        json.member("boarding", boarding)
        json.member("colour", colour)
        json.member("delaySeconds", delaySeconds)
        json.member("headsign", headsign)
        json.member("line", line)
        json.member("mode", mode)
        json.member("probability", probability)
        json.member("route", route)
        json.member("seen", seen)
        json.member("serviceDay", serviceDay?.description)
        json.member("textColour", textColour)
        json.member("trip", trip)
    }
}

/// A stop of a line, or near a stay.
package struct DiaryStopAnswer: JSONObject {
    let id: String
    let name: String

    package static let schema = JSONSchema("DiaryStop", .text("id name"))

    init(_ stop: TimelineLine.Stop) {
        id = stop.id
        name = stop.name
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("id", id)
        json.member("name", name)
    }
}
