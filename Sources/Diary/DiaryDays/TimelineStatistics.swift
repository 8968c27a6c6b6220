package import DiaryInference
import TransitModel

/// Totals over some days of a diary.
package struct TimelineStatistics: Sendable {
    /// The totals of one mode.
    package struct Mode: Sendable, Hashable {
        package let mode: TravelMode
        /// The number of legs.
        package var legs = 0
        package var metres = 0.0
        package var seconds: Int64 = 0
        /// Greenhouse gases as carbon dioxide, by ``EmissionFactors``.
        package var grams: Double { EmissionFactors.gramsPerKilometre(mode) * metres / 1000 }
    }

    /// The totals of one line.
    package struct Line: Sendable, Hashable {
        /// The line as of the last ride.
        package var line: TimelineLine
        /// The number of rides.
        package var rides = 0
        package var metres = 0.0
        /// The delay in seconds of each ride whose run is known.
        package var delays: [Int] = []

        /// The number of punctual rides: at most one minute early and less than three late.
        package var onTime: Int { delays.count { (-60..<180).contains($0) } }
        /// The median delay in seconds; nil if no delay is known.
        package var medianDelay: Int? {
            delays.isEmpty ? nil : delays.sorted()[delays.count / 2]
        }
    }

    /// The totals of one named place.
    package struct Place: Sendable, Hashable {
        package let name: String
        package var seconds: Int64 = 0
        /// The number of stays.
        package var stays = 0
    }

    /// The number of days with records.
    package private(set) var recordedDays = 0
    /// The number of trips that began on the days.
    package private(set) var trips = 0
    /// Modes by distance, the greatest first.
    package private(set) var modes: [Mode] = []
    /// Lines by rides, the most first.
    package private(set) var lines: [Line] = []
    /// Places by duration, the longest first.
    package private(set) var places: [Place] = []

    /// The smallest probability of a line that counts as ridden.
    static let believed = 0.5

    /// Computes the totals of days, each given once.
    package init(_ days: [TimelineDay]) {
        var modes: [TravelMode: Mode] = [:]
        var lines: [String: Line] = [:]
        var places: [String: Place] = [:]
        for day in days {
            if day.knownSeconds > 0 { recordedDays += 1 }
            for trip in day.trips {
                trips += 1
                for leg in trip.legs {
                    modes[leg.mode, default: Mode(mode: leg.mode)].add(leg)
                    guard let line = leg.ridden else { continue }
                    lines[line.route, default: Line(line: line)].add(line, leg)
                }
            }
            for piece in day.pieces {
                guard let name = piece.stay?.name else { continue }
                places[name, default: Place(name: name)].add(piece, on: day.day)
            }
        }
        self.modes = modes.values.sorted {
            ($1.metres, $0.mode.rawValue) < ($0.metres, $1.mode.rawValue)
        }
        self.lines = lines.values.sorted { ($1.rides, $0.line.route) < ($0.rides, $1.line.route) }
        self.places = places.values.sorted { ($1.seconds, $0.name) < ($0.seconds, $1.name) }
    }

    /// The total distance.
    package var metres: Double { modes.reduce(0) { $0 + $1.metres } }
    /// The total duration.
    package var seconds: Int64 { modes.reduce(0) { $0 + $1.seconds } }
    /// Greenhouse gases in grams of carbon dioxide equivalents.
    package var grams: Double { modes.reduce(0) { $0 + $1.grams } }
}

extension TimelineStatistics.Mode {
    fileprivate mutating func add(_ leg: TimelineLeg) {
        legs += 1
        metres += leg.metres
        seconds += leg.end - leg.start
    }
}

extension TimelineStatistics.Line {
    fileprivate mutating func add(_ line: TimelineLine, _ leg: TimelineLeg) {
        self.line = line
        rides += 1
        metres += leg.metres
        if let run = line.run { delays.append(run.delaySeconds) }
    }
}

extension TimelineStatistics.Place {
    fileprivate mutating func add(_ piece: TimelinePiece, on day: CivilDay) {
        let from = max(piece.start, day.start.seconds)
        seconds += max(0, min(piece.end, day.end.seconds) - from)
        if piece.start >= day.start.seconds { stays += 1 }
    }
}

extension TimelineLeg {
    /// The lines of the corrected mode; all lines without a correction.
    package var fittingLines: [TimelineLine] {
        inferredMode == nil ? lines : lines.filter { $0.travelMode == mode }
    }

    /// The ridden line, if one is likely enough or the person confirmed its mode.
    package var ridden: TimelineLine? {
        guard let best = fittingLines.first, best.travelMode == mode,
            inferredMode != nil || best.probability > TimelineStatistics.believed
        else { return nil }
        return best
    }
}

/// Greenhouse gas emissions per passenger-kilometre.
package enum EmissionFactors {
    package static let source =
        "UK Government, Department for Energy Security and Net Zero: greenhouse gas conversion factors 2022, "
        + "as collected by Our World in Data; local figures differ"
    /// A page with background information.
    package static let url = "https://ourworldindata.org/travel-carbon-footprint"

    /// Grams of carbon dioxide equivalents; 0 for modes without an engine.
    ///
    /// Assumes a car with one person, and the average local bus.
    package static func gramsPerKilometre(_ mode: TravelMode) -> Double {
        switch mode {
        case .walk, .run, .bike: 0
        case .car: 170
        case .bus: 97
        case .tram: 29
        case .subway: 28
        case .rail: 35
        case .ferry: 19
        }
    }
}
