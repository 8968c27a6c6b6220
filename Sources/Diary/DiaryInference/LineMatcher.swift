package import Timetables
package import TransitModel
#if !hasFeature(Embedded)
private import Foundation
#endif

/// Finds the line of a ride: the pattern of the network that passes where the ride began, went and
/// ended.
///
/// Candidates are the patterns that call near both ends, in order. Each is followed along its path,
/// fix by fix and only forwards. The evidence against a car combines how many fixes lie on the
/// path, how near its stops are to the ends, at how many intermediate stops the ride halted, and
/// how well a run's times fit; a car needs none of these. If a vehicle of the line was seen where
/// the rider was, it determines the run. Rides over several lines without a halt on foot are not
/// supported.
package struct LineMatcher: Sendable {
    /// The maximum distance of a stop from where a ride began or ended, in metres.
    private static let stopRadius = 180.0
    /// The offsets to try for the beginning and the end of a ride, in seconds.
    private static let edgeSeconds: [Double] = [-60, -30, 0, 30, 60]
    /// The extra distance for each second by which the beginning or end is shifted, in metres.
    private static let edgeMetres = 0.7
    /// Somebody who is within this distance has not left yet, in metres.
    private static let leaving = 60.0
    /// A network with a stop this near covers a position, in metres.
    private static let areaRadius = 500.0
    /// The maximum distance of a fix from the path, in metres, in addition to half of its accuracy.
    private static let pathRadius = 60.0
    /// The minimum share of the fixes that must lie on the path.
    private static let minimumShare = 0.7
    /// The maximum number of candidates that are followed, the nearest first, and of fixes.
    private static let maximumCandidates = 150
    private static let maximumFixes = 120
    /// The maximum number of matches returned.
    private static let maximumLines = 3

    package let timetable: Timetable
    private let grid: PlaceGrid<StopIndex>
    /// Where vehicles were seen at the time of the record; nil if that is unknown.
    package var sightings: VehicleSightings?
    /// The factor of the evidence, chosen so that the stated probabilities are calibrated.
    ///
    /// Fitted to simulated riders and drivers in the demo network, half of each: `LineTrustTests`.
    package var sharpness = 1.2
    /// The evidence for a line from a vehicle that went along with the rider, in log odds.
    private static let companionEvidence = 4.0
    /// The evidence against a line whose vehicles were seen meanwhile, none of them near the rider.
    private static let absenceEvidence = -2.5
    /// The additional evidence for the pattern of the trip that the vehicle was on.
    private static let seenRunEvidence = 2.0

    /// Indexes the stops of a network.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
        let stops = timetable.stops
        let served = stops.indices.filter { !stops.callOffsets[$0].isEmpty }
        grid = PlaceGrid(
            served.compactMap { stop in stops.coordinate(stop).map { (stop, $0) } },
            cellDegrees: 0.005)
    }

    /// A pattern from one of its calls to a later one.
    struct Candidate {
        let pattern: PatternIndex
        let board: Int
        let alight: Int
        /// The sum of the distances from the ride's ends to the two stops, in metres.
        let away: Double
    }

    /// Returns the lines that may have been ridden, the likeliest first; empty if a car is
    /// likelier.
    ///
    /// `transit` is the evidence of movement alone for public transport, in log odds.
    func matches(
        _ ride: LegFinder.Stretch, _ track: Track, _ motion: MotionGrid, transit: Double
    ) -> [LineMatch] {
        let fixes = samples(ride, track)
        let companions = sightings?.companions(of: Self.underWay(fixes)) ?? []
        var scored: [(match: LineMatch, evidence: Double)] = []
        for candidate in candidates(ride, track) {
            guard
                let followed = FollowedLine(
                    timetable, candidate, fixes, ride, radius: Self.pathRadius),
                followed.share >= Self.minimumShare
            else { continue }
            let route = timetable.routes.id(timetable.patterns.routes[candidate.pattern])
            let companion = companions.first { $0.route == route }
            let run = followed.run(seen: companion?.trip) ?? followed.bestRun()
            let evidence =
                min(3, max(-2, transit / 2)) + 8 * (followed.share - 0.85)
                - candidate.away / 150 + followed.haltEvidence(motion)
                + (run?.evidence ?? 0) + said(of: route, by: companion, ride)
                + (run?.isSeen == true ? Self.seenRunEvidence : 0) - 0.5
            scored.append((followed.match(run, probability: 0), evidence))
        }
        scored.sort { $0.evidence > $1.evidence }
        var best: [(match: LineMatch, evidence: Double)] = []
        // A line may have several patterns; only its best one counts.
        for next in scored where !best.contains(where: { $0.match.route == next.match.route }) {
            best.append(next)
        }
        let all = 1 + best.reduce(0) { $0 + exp(sharpness * $1.evidence) }
        guard all > 2 else { return [] }
        return best.prefix(Self.maximumLines).map { one in
            var match = one.match
            match.probability = exp(sharpness * one.evidence) / all
            return match
        }
    }

    /// Returns the evidence of seen vehicles for a line: one went along, or those that were seen
    /// did not.
    private func said(
        of route: String, by companion: VehicleSightings.Companion?, _ ride: LegFinder.Stretch
    ) -> Double {
        if companion != nil { return Self.companionEvidence }
        let wasSeen = sightings?.saw(route: route, from: ride.start, to: ride.end) ?? false
        return wasSeen ? Self.absenceEvidence : 0
    }

    /// Returns the stop nearest to a coordinate within a distance; nil if there is none.
    package func stop(near place: Coordinate, within metres: Double) -> StopIndex? {
        var nearest: (away: Double, stop: StopIndex)?
        grid.forEach(around: place, metres: metres) { stop, away in
            if let known = nearest, known < (away, stop) { return }
            nearest = (away, stop)
        }
        return nearest?.stop
    }

    /// Returns whether the network has stops near both ends of a ride.
    func covers(_ ride: LegFinder.Stretch, _ track: Track) -> Bool {
        [ride.start, ride.end].allSatisfy { time in
            let place = track.place(at: time)
            let at = Coordinate(latitude: place.latitude, longitude: place.longitude)
            return stop(near: at, within: Self.areaRadius) != nil
        }
    }

    /// Returns the fixes of a ride without its edges, thinned evenly.
    private func samples(_ ride: LegFinder.Stretch, _ track: Track) -> [FollowedLine.Fix] {
        let first = track.index(atOrAfter: ride.start + 15)
        let last = track.index(atOrAfter: ride.end - 15)
        guard first < last else { return [] }
        var fixes: [FollowedLine.Fix] = []
        let pace = max(10, ride.seconds / Double(Self.maximumFixes))
        for index in first..<last where track.times[index] >= (fixes.last?.time ?? 0) + pace {
            fixes.append(
                FollowedLine.Fix(
                    time: track.times[index],
                    place: Coordinate(
                        latitude: track.latitudes[index], longitude: track.longitudes[index]),
                    accuracy: Double(track.accuracies[index])))
        }
        return fixes
    }

    /// Returns the fixes between the last one where the ride began and the first one where it
    /// ended, because a ride may begin with a wait.
    private static func underWay(_ fixes: [FollowedLine.Fix]) -> [FollowedLine.Fix] {
        guard let first = fixes.first, let last = fixes.last else { return [] }
        let start = fixes.firstIndex { $0.place.distanceMetres(to: first.place) > leaving }
        let end = fixes.lastIndex { $0.place.distanceMetres(to: last.place) > leaving }
        guard let start, let end, start <= end else { return fixes }
        return Array(fixes[start...end])
    }

    /// Returns the patterns that call near both ends of a ride, in that order, the nearest first.
    private func candidates(_ ride: LegFinder.Stretch, _ track: Track) -> [Candidate] {
        let starts = calls(near: ride.start, track)
        let ends = calls(near: ride.end, track)
        var best: [PatternIndex: Candidate] = [:]
        for (pattern, boards) in starts {
            guard let alights = ends[pattern] else { continue }
            for board in boards {
                for alight in alights where alight.position > board.position {
                    let away = board.away + alight.away
                    if away < best[pattern]?.away ?? .infinity {
                        best[pattern] = Candidate(
                            pattern: pattern, board: board.position, alight: alight.position,
                            away: away)
                    }
                }
            }
        }
        let sorted = best.values.sorted { ($0.away, $0.pattern) < ($1.away, $1.pattern) }
        return Array(sorted.prefix(Self.maximumCandidates))
    }

    /// Returns the calls of patterns at stops near the track's position at a time.
    private func calls(
        near time: Double, _ track: Track
    ) -> [PatternIndex: [(position: Int, away: Double)]] {
        var nearest: [StopIndex: Double] = [:]
        for offset in Self.edgeSeconds {
            let place = track.place(at: time + offset)
            let at = Coordinate(latitude: place.latitude, longitude: place.longitude)
            grid.forEach(around: at, metres: Self.stopRadius) { stop, metres in
                let away = metres + Self.edgeMetres * abs(offset)
                nearest[stop] = min(away, nearest[stop] ?? .infinity)
            }
        }
        var calls: [PatternIndex: [(position: Int, away: Double)]] = [:]
        for (stop, away) in nearest {
            for row in timetable.stops.callOffsets[stop] {
                calls[timetable.stops.callPatterns[row], default: []].append(
                    (Int(timetable.stops.callPositions[row]), away))
            }
        }
        return calls
    }
}
