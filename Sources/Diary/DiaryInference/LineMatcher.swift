private import Foundation
package import Timetables
package import TransitModel

/// Names the line of a ride: which pattern of the network passes where the ride began, went and ended.
///
/// Candidates are the patterns that call near both ends, in order. Each is followed along its path, fix by
/// fix and forwards only; how many fixes lie on it, how near its stops are to the ends, at how many of the
/// stops between the ride halted and how well a run's times fit is its evidence against a car, which
/// needs none of that; a vehicle of the line that was seen where the rider was names the run. Left out: rides
/// over several lines without a halt on foot.
package struct LineMatcher: Sendable {
    /// How far a stop may be from where a ride began or ended, in metres.
    private static let stopRadius = 180.0
    /// The beginning of a ride is known about so well, in seconds.
    private static let edgeSeconds: [Double] = [-60, -30, 0, 30, 60]
    /// What a stop counts as further away for each second by which the edge would have to be wrong, in metres.
    private static let edgeMetres = 0.7
    /// Whoever has not gone further than this has not left yet, in metres.
    private static let leaving = 60.0
    /// A network with a stop so near knows the place, in metres.
    private static let areaRadius = 500.0
    /// How far a fix may be from the path, in metres, with half of its accuracy.
    private static let pathRadius = 60.0
    /// Less of the fixes on the path is another way.
    private static let leastShare = 0.7
    /// Followed at most, the nearest first.
    private static let maximumCandidates = 150
    private static let maximumFixes = 120
    /// The three best are told.
    private static let told = 3

    /// The network.
    package let timetable: Timetable
    private let grid: PlaceGrid<StopIndex>
    /// Where vehicles were seen meanwhile; nil if nothing is known of that.
    package var sightings: VehicleSightings?
    /// What evidence counts, so that of many lines with a probability so many are right.
    ///
    /// Fitted to riders and drivers that are simulated in the demo's network, half of each: `LineTrustTests`.
    package var sharpness = 1.2
    /// What a vehicle that went along says for its line, in log odds.
    private static let companionEvidence = 4.0
    /// What it says against a line that its vehicles were seen meanwhile and none of them went along.
    private static let absenceEvidence = -2.5
    /// What it says beyond that for the pattern of the trip that it was on.
    private static let seenRunEvidence = 2.0

    /// Prepares a network's lines.
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
        /// From where the ride began and ended to the two stops, in metres, summed.
        let away: Double
    }

    /// The lines that may have been ridden, the likeliest first; none if it was a car.
    ///
    /// `transit` is what movement alone says for public transport, in log odds.
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
                followed.share >= Self.leastShare
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
        // A line may have several patterns; its best one speaks for it.
        for next in scored where !best.contains(where: { $0.match.route == next.match.route }) {
            best.append(next)
        }
        let all = 1 + best.reduce(0) { $0 + exp(sharpness * $1.evidence) }
        guard all > 2 else { return [] }
        return best.prefix(Self.told).map { one in
            var match = one.match
            match.probability = exp(sharpness * one.evidence) / all
            return match
        }
    }

    /// What vehicles that were seen say for a line: one went along, or those that were seen did not.
    private func said(
        of route: String, by companion: VehicleSightings.Companion?, _ ride: LegFinder.Stretch
    ) -> Double {
        if companion != nil { return Self.companionEvidence }
        let wasSeen = sightings?.saw(route: route, from: ride.start, to: ride.end) ?? false
        return wasSeen ? Self.absenceEvidence : 0
    }

    /// The stop nearest to a place within some metres; nil if there is none.
    package func stop(near place: Coordinate, within metres: Double) -> StopIndex? {
        var nearest: (away: Double, stop: StopIndex)?
        grid.forEach(around: place, metres: metres) { stop, away in
            if let known = nearest, known < (away, stop) { return }
            nearest = (away, stop)
        }
        return nearest?.stop
    }

    /// Whether the network has stops about both ends of a ride.
    func covers(_ ride: LegFinder.Stretch, _ track: Track) -> Bool {
        [ride.start, ride.end].allSatisfy { time in
            let place = track.place(at: time)
            let at = Coordinate(latitude: place.latitude, longitude: place.longitude)
            return stop(near: at, within: Self.areaRadius) != nil
        }
    }

    /// The fixes of a ride, without its edges, evenly thinned.
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

    /// The fixes between the last one where the ride began and the first one where it ended: a ride may begin with
    /// a wait.
    private static func underWay(_ fixes: [FollowedLine.Fix]) -> [FollowedLine.Fix] {
        guard let first = fixes.first, let last = fixes.last else { return [] }
        let start = fixes.firstIndex { $0.place.distanceMetres(to: first.place) > leaving }
        let end = fixes.lastIndex { $0.place.distanceMetres(to: last.place) > leaving }
        guard let start, let end, start <= end else { return fixes }
        return Array(fixes[start...end])
    }

    /// The patterns that call near both ends of a ride, in that order, the nearest first.
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

    /// The calls of patterns at stops about where the track was at a time.
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
