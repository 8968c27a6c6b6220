package import JSONWriting
import Timetables
import Transit
import TransitModel

/// A leg of a connection; `kind` is `walk` or `ride`.
package enum LegAnswer: JSONObject {
    case walk(WalkAnswer)
    case ride(RideAnswer)

    init(_ leg: ItineraryLeg, _ timetable: Timetable, includesPaths: Bool) {
        switch leg {
        case .walk(let walk): self = .walk(WalkAnswer(walk, timetable, includesPath: includesPaths))
        case .ride(let ride):
            self = .ride(RideAnswer(ride, timetable, includesPath: includesPaths))
        }
    }

    package func writeMembers(to json: inout JSONText) {
        switch self {
        case .walk(let walk): walk.writeMembers(to: &json)
        case .ride(let ride): ride.writeMembers(to: &json)
        }
    }
}

/// A leg on foot.
package struct WalkAnswer: JSONObject {
    let kind = "walk"
    package var from = WayPlaceAnswer()
    package var to = WayPlaceAnswer()
    package var departure = ""
    package var arrival = ""
    package var seconds = 0
    package var metres = 0
    package var estimated = false
    package var stairsMetres: Int?
    package var riddenMetres: Int?
    package var lifts: Int?
    package var path: [[Double]]?
    package var steps: [WalkStepAnswer]?

    package static let schema = JSONSchema(
        "Walk",
        .text("kind", "`walk`"),
        .object("from to", WayPlaceAnswer.schema),
        .text("departure arrival", "Local time with offset"),
        .int("seconds metres"),
        .flag("estimated", "Whether the length is estimated, as the streets are unknown"),
        .int("stairsMetres?", "Omitted if there are none or the streets are unknown"),
        .int("riddenMetres?", "How far a bicycle is ridden; omitted on foot"),
        .int("lifts?", "How many; omitted if there are none or the streets are unknown"),
        .list(
            "path?", .list(.number),
            "Points of longitude and latitude; with `path=true`, where streets are known"),
        .list(
            "steps?", of: WalkStepAnswer.schema,
            "The instructions; with `path=true`, where streets are known"))

    package init() {}

    init(_ walk: WalkLeg, _ timetable: Timetable, includesPath: Bool) {
        from = WayPlaceAnswer(walk.from, timetable)
        to = WayPlaceAnswer(walk.to, timetable)
        departure = walk.from.timeZone.iso8601(walk.departure)
        arrival = walk.to.timeZone.iso8601(walk.arrival)
        seconds = walk.seconds
        metres = Int(walk.metres)
        estimated = walk.streets == nil
        let length = walk.streets?.length
        stairsMetres = length.flatMap {
            $0.stairsMetres > 0 ? Int($0.stairsMetres.rounded(.up)) : nil
        }
        riddenMetres = walk.riddenMetres > 0 ? Int(walk.riddenMetres) : nil
        lifts = length.flatMap { $0.lifts > 0 ? $0.lifts : nil }
        let shown = includesPath ? walk.streets : nil
        path = shown.map { walk in
            walk.line.map { [GeoJSON.rounded($0.longitude), GeoJSON.rounded($0.latitude)] }
        }
        steps = shown.map { $0.steps.map(WalkStepAnswer.init) }
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("arrival", arrival)
        json.member("departure", departure)
        json.member("estimated", estimated)
        json.member("from", from)
        json.member("kind", kind)
        json.member("lifts", lifts)
        json.member("metres", metres)
        json.member("path", path)
        json.member("riddenMetres", riddenMetres)
        json.member("seconds", seconds)
        json.member("stairsMetres", stairsMetres)
        json.member("steps", steps)
        json.member("to", to)
    }
}

/// An instruction of a walk.
package struct WalkStepAnswer: JSONObject {
    let step: WalkStep

    package static let schema = JSONSchema(
        "WalkStep",
        .text(
            "turn",
            """
            The change of direction where the step begins: `depart` (the first), `straight`, \
            `slight_left`, `left`, `sharp_left`, `slight_right`, `right`, `sharp_right`, `back`
            """),
        .text(
            "way",
            """
            What is walked along: `street`, `footway`, `crossing`, `stairs`, `escalator`, `lift`, \
            `platform`
            """),
        .text("name?", "Of the way; omitted if it has none"),
        .int("metres", "Along the way"),
        .flag("pushed?", "True where a bicycle is pushed; omitted otherwise"),
        .number(
            "level?",
            """
            To which a lift, an escalator or stairs lead: 0 is the ground, negative is below; \
            omitted if it is not known
            """),
        .number("latitude longitude", "Where the step begins"))

    package func writeMembers(to json: inout JSONText) {
        json.member("latitude", GeoJSON.rounded(step.coordinate.latitude))
        json.member("level", step.level)
        json.member("longitude", GeoJSON.rounded(step.coordinate.longitude))
        json.member("metres", Int(step.metres.rounded()))
        json.member("name", step.name)
        json.member("pushed", step.isPushed ? true : nil)
        json.member("turn", step.turn.rawValue)
        json.member("way", step.kind.rawValue)
    }
}
