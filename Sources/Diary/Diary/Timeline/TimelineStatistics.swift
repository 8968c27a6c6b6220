package import DiaryInference
import TransitModel

/// Sums over some days of a diary.
package struct TimelineStatistics: Sendable {
    /// What was travelled in one way.
    package struct Mode: Sendable, Hashable {
        /// The way.
        package let mode: TravelMode
        /// How many legs.
        package var legs = 0
        /// How far.
        package var metres = 0.0
        /// How long.
        package var seconds: Int64 = 0
        /// Greenhouse gases as carbon dioxide, by ``EmissionFactors``.
        package var grams: Double { EmissionFactors.gramsPerKilometre(mode) * metres / 1000 }
    }

    /// Rides on one line.
    package struct Line: Sendable, Hashable {
        /// The line as it was when it was last ridden.
        package var line: TimelineLine
        /// How often.
        package var rides = 0
        /// How far.
        package var metres = 0.0
        /// How late, in seconds, each ride whose run is known.
        package var delays: [Int] = []

        /// How many were on time: at most a minute early and less than three late.
        package var onTime: Int { delays.count { (-60..<180).contains($0) } }
        /// nil where no delay is known.
        package var medianDelay: Int? {
            delays.isEmpty ? nil : delays.sorted()[delays.count / 2]
        }
    }

    /// Time at one named place.
    package struct Place: Sendable, Hashable {
        /// Its name.
        package let name: String
        /// How long.
        package var seconds: Int64 = 0
        /// How often.
        package var stays = 0
    }

    /// Days of which something is known.
    package private(set) var recordedDays = 0
    /// Trips that began on the days.
    package private(set) var trips = 0
    /// By distance, the greatest first.
    package private(set) var modes: [Mode] = []
    /// By rides, the most first.
    package private(set) var lines: [Line] = []
    /// By time, the longest first.
    package private(set) var places: [Place] = []

    /// A line counts as ridden if it is likelier than this.
    static let believed = 0.5

    /// Sums up days, each once.
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

    /// All that was travelled.
    package var metres: Double { modes.reduce(0) { $0 + $1.metres } }
    /// How long that took.
    package var seconds: Int64 { modes.reduce(0) { $0 + $1.seconds } }
    /// Greenhouse gases as carbon dioxide.
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
    /// The lines that fit what the person says of the leg; all where they said nothing.
    package var fittingLines: [TimelineLine] {
        inferredMode == nil ? lines : lines.filter { $0.travelMode == mode }
    }

    /// The line that was ridden, if one is likely enough or the person says that it was such a
    /// vehicle.
    package var ridden: TimelineLine? {
        guard let best = fittingLines.first, best.travelMode == mode,
            inferredMode != nil || best.probability > TimelineStatistics.believed
        else { return nil }
        return best
    }
}

/// Greenhouse gases of a passenger and kilometre.
package enum EmissionFactors {
    /// Where the factors come from.
    package static let source =
        "UK Government, Department for Energy Security and Net Zero: greenhouse gas conversion factors 2022, "
        + "as collected by Our World in Data; local figures differ"
    /// Where to read more.
    package static let url = "https://ourworldindata.org/travel-carbon-footprint"

    /// Grams of carbon dioxide equivalents; 0 for what needs no engine.
    ///
    /// A car with one person in it; a bus as the average local bus.
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
