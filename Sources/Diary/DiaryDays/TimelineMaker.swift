package import DiaryInference
import Timetables
package import TransitModel

/// Converts inferences to timeline pieces: simplified paths, named lines and silences.
package struct TimelineMaker: Sendable {
    /// The version of the inference method; pieces of an earlier one are computed again.
    package static let method = 2

    /// The longest silence within a stay, in seconds: phones that save battery are silent for a
    /// night, not for days.
    static let maximumSilence = 36.0 * 3600
    /// The shortest silence of a trip that is recorded, in seconds.
    static let minimumGapSeconds = 300.0
    /// The largest distance of a path from its simplified form, in metres, and its largest number
    /// of corners.
    private static let tolerance = 8.0
    private static let maximumCorners = 300

    /// The largest distance of a stop that may name a stay, in metres.
    private static let nearStopMetres = 150.0

    /// The network's lines; nil without a network.
    package let lines: LineMatcher?

    package init(lines: LineMatcher?) { self.lines = lines }

    /// The pieces of a window's diary or a part of it, in order of time.
    package func pieces(of diary: InferredDiary, in window: DiaryWindow) -> [TimelinePiece] {
        let stays = diary.stays.map { stay -> TimelinePiece in
            var shown = TimelineStay(
                at: Self.rounded(Coordinate(latitude: stay.latitude, longitude: stay.longitude)))
            shown.silences = window.silences(
                from: stay.start, to: stay.end, asLongAs: Self.maximumSilence
            ).map { [Self.seconds($0.start), Self.seconds($0.end)] }
            return TimelinePiece(
                start: Self.seconds(stay.start), end: Self.seconds(stay.end), .stay(shown))
        }
        let trips = diary.trips.map { trip in
            TimelinePiece(
                start: Self.seconds(trip.start), end: Self.seconds(trip.end),
                .trip(TimelineTrip(trip.legs.map { leg($0, of: trip, in: window) })))
        }
        return (stays + trips).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    }

    private func leg(
        _ inferred: DiaryLeg, of trip: DiaryTrip, in window: DiaryWindow
    ) -> TimelineLeg {
        // Legs have a resolution of ten seconds and may end a little after their trip.
        var leg = inferred
        leg.end = max(leg.start, min(leg.end, trip.end))
        let corners = Self.corners(window.path(from: leg.start, to: leg.end))
        return TimelineLeg(
            start: Self.seconds(leg.start), end: Self.seconds(leg.end), mode: leg.mode,
            probability: (leg.probability * 1000).rounded() / 1000,
            metres: TimelineLeg.metres(corners).rounded(), corners: corners,
            silences: window.silences(
                from: leg.start, to: leg.end, asLongAs: Self.minimumGapSeconds
            ).map { [Self.seconds($0.start), Self.seconds($0.end)] },
            lines: leg.lines.compactMap(line))
    }

    private func line(_ match: LineMatch) -> TimelineLine? {
        guard let timetable = lines?.timetable else { return nil }
        let routes = timetable.routes
        func stop(_ index: StopIndex) -> TimelineLine.Stop {
            TimelineLine.Stop(id: timetable.stops.id(index), name: timetable.stops.name(index))
        }
        var run: TimelineLine.Run?
        var headsign: String?
        if let index = match.run, let day = match.day, let delay = match.delaySeconds {
            let trip = timetable.patterns.runTrips[index]
            headsign =
                timetable.trips.stopHeadsign(trip, at: match.board)
                ?? timetable.trips.headsign(trip)
            func times(_ position: Int) -> (arrival: ServiceTime, departure: ServiceTime) {
                timetable.patterns.times(
                    of: index, in: timetable.patterns.pattern(of: index), at: position)
            }
            run = TimelineLine.Run(
                trip: timetable.trips.id(trip), day: day, delaySeconds: Int(delay.rounded()),
                departure: Int(times(match.board).departure.seconds),
                arrival: Int(times(match.alight).arrival.seconds), isSeen: match.isSeen)
        }
        return TimelineLine(
            route: routes.id(match.route), name: routes.lineName(match.route),
            mode: routes.mode(match.route), colour: routes.colour(match.route).hex,
            textColour: routes.textColour(match.route).hex, headsign: headsign,
            probability: (match.probability * 1000).rounded() / 1000,
            boarding: stop(match.boarding), alighting: stop(match.alighting), run: run)
    }

    /// Returns a stop whose name a stay may get; nil without a network or without a stop nearby.
    package func stop(near place: Coordinate) -> TimelineLine.Stop? {
        guard let lines, let stop = lines.stop(near: place, within: Self.nearStopMetres) else {
            return nil
        }
        let stops = lines.timetable.stops
        return TimelineLine.Stop(id: stops.id(stop), name: stops.name(stop))
    }

    private static func seconds(_ time: Double) -> Int64 { Int64(time.rounded()) }

    /// The significant corners of a path; coarser if there are too many.
    private static func corners(_ path: [DiaryWindow.PathPoint]) -> [TimelineLeg.Corner] {
        guard let first = path.first else { return [] }
        let plane = LocalPlane(around: first.place)
        let flat = path.map { plane.point($0.place) }
        var tolerance = Self.tolerance
        var kept = Array(path.indices)
        repeat {
            kept = Simplification.keptCorners(count: path.count, tolerance: tolerance) {
                offset(flat[$0], flat[$1], flat[$2])
            }
            tolerance *= 2
        } while kept.count > maximumCorners
        return kept.map { row in
            TimelineLeg.Corner(
                time: seconds(path[row].time),
                place: rounded(path[row].place))
        }
    }

    /// Rounds to a tenth of a metre.
    private static func rounded(_ place: Coordinate) -> Coordinate {
        Coordinate(
            latitude: (place.latitude * 1e6).rounded() / 1e6,
            longitude: (place.longitude * 1e6).rounded() / 1e6)
    }

    /// The distance of a point from the segment between two others, in metres.
    private static func offset(
        _ point: (x: Double, y: Double), _ from: (x: Double, y: Double),
        _ to: (x: Double, y: Double)
    ) -> Double {
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let square = dx * dx + dy * dy
        let along = (point.x - from.x) * dx + (point.y - from.y) * dy
        let share = square > 0 ? min(1, max(0, along / square)) : 0
        let (x, y) = (point.x - from.x - dx * share, point.y - from.y - dy * share)
        return (x * x + y * y).squareRoot()
    }
}

extension TimelineLeg {
    /// The length of a path in metres.
    static func metres(_ corners: [Corner]) -> Double {
        zip(corners, corners.dropFirst()).reduce(0) {
            $0 + $1.0.place.distanceMetres(to: $1.1.place)
        }
    }
}
