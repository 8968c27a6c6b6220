package import Diary
package import DiaryDays
import DiaryInference
import JSONWriting
package import TransitModel

/// Sums over some days.
package struct DiaryStatisticsAnswer: Encodable, Sendable {
    let from: ServiceDay
    let to: ServiceDay
    let zone: String
    let days: Int
    let recordedDays: Int
    let trips: Int
    let distanceMetres: Int
    let travelSeconds: Int64
    let co2Grams: Int
    let modes: [ModeSum]
    let lines: [Line]
    let places: [Place]
    let co2 = Factors()

    static let schema = JSONSchema(
        "DiaryStatistics", .text("from to zone"),
        .int("days recordedDays", "In the span, and those on which something is known"),
        .int("trips distanceMetres travelSeconds co2Grams"), .list("modes", of: ModeSum.schema),
        .list("lines", of: Line.schema), .list("places", of: Place.schema),
        .object("co2", Factors.schema))

    struct Line: Encodable, Sendable {
        let route: String
        let line: String
        let mode: TransitMode
        let colour: String
        let textColour: String
        let rides: Int
        let distanceMetres: Int
        let timedRides: Int
        let onTimeRides: Int
        let medianDelaySeconds: Int?
        let maximumDelaySeconds: Int?

        static let schema = JSONSchema(
            "LineSum", .text("route line mode colour textColour"), .int("rides distanceMetres"),
            .int("timedRides", "Rides whose delay is known"),
            .int("onTimeRides", "Rides that were on time"),
            .int("medianDelaySeconds? maximumDelaySeconds?"))
    }

    struct Place: Encodable, Sendable {
        let name: String
        let seconds: Int64
        let stays: Int

        static let schema = JSONSchema(
            "PlaceSum", .text("name"),
            .int("seconds", "The time spent there"),
            .int("stays"))
    }

    struct Factors: Encodable, Sendable {
        let source = EmissionFactors.source
        let url = EmissionFactors.url
        let gramsPerKilometre = Dictionary(
            uniqueKeysWithValues: TravelMode.allCases.map {
                ($0.rawValue, EmissionFactors.gramsPerKilometre($0))
            })

        static let schema = JSONSchema(
            "EmissionFactors", .text("source url"),
            .map("gramsPerKilometre", .number, "Of CO₂ by mode, for a person"))

        private enum CodingKeys: String, CodingKey { case source, url, gramsPerKilometre }
    }

    private enum CodingKeys: String, CodingKey {
        case from, to, zone, days, recordedDays, trips, distanceMetres, travelSeconds, co2Grams
        case modes, lines, places, co2
    }

    package init(
        _ sums: TimelineStatistics, from: ServiceDay, to: ServiceDay, zone: TransitTimeZone
    ) {
        self.from = from
        self.to = to
        self.zone = zone.identifier
        days = from.distance(to: to) + 1
        recordedDays = sums.recordedDays
        trips = sums.trips
        distanceMetres = Int(sums.metres)
        travelSeconds = sums.seconds
        co2Grams = Int(sums.grams.rounded())
        modes = sums.modes.map { ModeSum($0) }
        lines = sums.lines.map { sum in
            Line(
                route: sum.line.route, line: sum.line.name, mode: sum.line.mode,
                colour: sum.line.colour, textColour: sum.line.textColour, rides: sum.rides,
                distanceMetres: Int(sum.metres), timedRides: sum.delays.count,
                onTimeRides: sum.onTime, medianDelaySeconds: sum.medianDelay,
                maximumDelaySeconds: sum.delays.max())
        }
        places = sums.places.map { Place(name: $0.name, seconds: $0.seconds, stays: $0.stays) }
    }
}

/// Repeated rides, suggested for saving.
package struct RideSuggestionsAnswer: Encodable, Sendable {
    let suggestions: [Entry]

    static let schema = JSONSchema(
        "RideSuggestions", .list("suggestions", of: Entry.schema))

    struct Entry: Encodable, Sendable {
        let route: String
        let line: String
        let mode: TransitMode
        let colour: String
        let textColour: String
        let from: TimelineLine.Stop
        let to: TimelineLine.Stop
        let departure: String
        let arrival: String
        let weekdays: [Int]
        let rides: Int
        let weeks: Int

        static let schema = JSONSchema(
            "RideSuggestion", .text("route line mode colour textColour"),
            .object("from to", DiaryStopAnswer.schema),
            .text("departure arrival", "The usual local time, as in `08:02`"),
            .list("weekdays", .int, "From 1 (Monday) to 7"),
            .int("rides"),
            .int("weeks", "The number of weeks that were looked at"))
    }

    /// Lists suggestions, the most ridden first.
    package init(_ suggestions: [RideSuggestion]) {
        self.suggestions = suggestions.map { one in
            Entry(
                route: one.line.route, line: one.line.name, mode: one.line.mode,
                colour: one.line.colour, textColour: one.line.textColour, from: one.line.boarding,
                to: one.line.alighting, departure: Self.clock(one.departureSeconds),
                arrival: Self.clock(one.arrivalSeconds), weekdays: one.weekdays,
                rides: one.rides, weeks: RideSuggestion.weeks)
        }
    }

    /// Returns a time as in `08:02`.
    private static func clock(_ seconds: Int) -> String {
        let text = ServiceTime(seconds: Int32(seconds % 86_400)).description
        return String(text.prefix(5))
    }
}
