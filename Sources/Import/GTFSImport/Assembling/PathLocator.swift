import GTFS
import Timetables
import TransitModel

/// Finds the distance along its shape for each call of a trip.
///
/// Distances stated by the feed are converted if both files have them. Otherwise stops are
/// projected: each stop has a few candidate points on the shape, and the non-decreasing sequence of
/// candidates with the least sum of squared offsets is chosen. Dynamic programming over the
/// candidates handles loops and out-and-back routes.
struct PathLocator {
    private let draft: NetworkDraft
    /// The maximum number of candidate points per stop.
    private static let maximumCandidates = 8
    /// The offset in metres beyond which a stop is noted.
    private static let farMetres = 100.0

    init(_ draft: NetworkDraft) {
        self.draft = draft
    }

    /// The metres along the shape for each call, never decreasing.
    func distances(of calls: [TripAssembler.Call], along shape: ShapeIndex) -> [Float] {
        let rows = Int(draft.shapes.offsets[shape.row])..<Int(draft.shapes.offsets[shape.row + 1])
        return statedDistances(of: calls, rows) ?? projectedDistances(of: calls, rows)
    }

    private func statedDistances(
        of calls: [TripAssembler.Call], _ rows: Range<Int>
    ) -> [Float]? {
        guard !calls.contains(where: { $0.statedDistance.isNaN }),
            !draft.shapes.statedDistances[rows.lowerBound].isNaN
        else { return nil }
        let falling = zip(calls, calls.dropFirst()).first { $0.statedDistance >= $1.statedDistance }
        if let falling {
            draft.notices.add(
                Notice(
                    .decreasingOrEqualStopTimeDistance, file: GTFSFile.stopTimes.name,
                    line: falling.1.line, field: "shape_dist_traveled",
                    value: "\(falling.1.statedDistance)"))
            return nil
        }
        var point = rows.lowerBound
        let stated = draft.shapes.statedDistances
        let measured = draft.shapes.distances
        return calls.map { call in
            while point + 1 < rows.upperBound - 1, stated[point + 1] < call.statedDistance {
                point += 1
            }
            let step = stated[point + 1] - stated[point]
            let share = step > 0 ? (call.statedDistance - stated[point]) / step : 0
            let length = measured[point + 1] - measured[point]
            return measured[point] + length * min(1, max(0, share))
        }
    }

    private struct Candidate {
        var along: Double
        var square: Double
    }

    private func projectedDistances(
        of calls: [TripAssembler.Call], _ rows: Range<Int>
    ) -> [Float] {
        let length = Double(draft.shapes.distances[rows.upperBound - 1])
        let candidates = calls.map { call -> [Candidate] in
            guard let place = draft.stops[call.stop.row].coordinate else { return [] }
            let found = self.candidates(for: place, rows)
            if let nearest = found.map(\.square).min(), nearest > Self.farMetres * Self.farMetres {
                draft.notices.add(
                    Notice(
                        .stopTooFarFromShape, file: GTFSFile.stopTimes.name, line: call.line,
                        field: "stop_id",
                        value: draft.strings.string(
                            draft.stops[call.stop.row].id)))
            }
            return found
        }
        return bestSequence(candidates, length: length).map(Float.init)
    }

    /// The nearest local minima of the distance between a stop and the shape, in order along it.
    private func candidates(for place: Coordinate, _ rows: Range<Int>) -> [Candidate] {
        let plane = LocalPlane(around: place)
        func point(_ row: Int) -> (x: Double, y: Double) {
            plane.point(
                Coordinate(
                    latitude: Double(draft.shapes.latitudes[row]) / 1e7,
                    longitude: Double(draft.shapes.longitudes[row]) / 1e7))
        }
        var found: [Candidate] = []
        var a = point(rows.lowerBound)
        var previous = Candidate(along: 0, square: .infinity)
        var isFalling = true
        for row in rows.dropFirst() {
            let b = point(row)
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let square = dx * dx + dy * dy
            let share = square > 0 ? min(1, max(0, -(a.x * dx + a.y * dy) / square)) : 0
            let (x, y) = (a.x + dx * share, a.y + dy * share)
            let start = Double(draft.shapes.distances[row - 1])
            let step = Double(draft.shapes.distances[row]) - start
            let candidate = Candidate(along: start + step * share, square: x * x + y * y)
            if candidate.square > previous.square, isFalling { found.append(previous) }
            if candidate.square != previous.square {
                isFalling = candidate.square < previous.square
            }
            previous = candidate
            a = b
        }
        if isFalling { found.append(previous) }
        if found.count > Self.maximumCandidates {
            found.sort { $0.square < $1.square }
            found.removeLast(found.count - Self.maximumCandidates)
            found.sort { $0.along < $1.along }
        }
        return found
    }

    /// The non-decreasing sequence of candidates with the least sum of squares.
    ///
    /// Stops without candidates get distances between those of their neighbours.
    private func bestSequence(_ candidates: [[Candidate]], length: Double) -> [Double] {
        let known = candidates.indices.filter { !candidates[$0].isEmpty }
        guard !known.isEmpty else { return evenly(candidates.count, over: length) }
        var costs: [[Double]] = []
        var choices: [[Int]] = []
        for (step, stop) in known.enumerated() {
            var cost = [Double](repeating: .infinity, count: candidates[stop].count)
            var choice = [Int](repeating: -1, count: candidates[stop].count)
            for (place, candidate) in candidates[stop].enumerated() {
                if step == 0 {
                    cost[place] = candidate.square
                    continue
                }
                for (before, earlier) in candidates[known[step - 1]].enumerated()
                where earlier.along <= candidate.along
                    && costs[step - 1][before] + candidate.square < cost[place]
                {
                    cost[place] = costs[step - 1][before] + candidate.square
                    choice[place] = before
                }
            }
            guard cost.contains(where: { $0 < .infinity }) else {
                // No sequence fits: the shape runs the other way or belongs to another route.
                return evenly(candidates.count, over: length)
            }
            costs.append(cost)
            choices.append(choice)
        }
        var result = [Double](repeating: .nan, count: candidates.count)
        var place =
            costs[known.count - 1].indices.min {
                costs[known.count - 1][$0] < costs[known.count - 1][$1]
            } ?? 0
        for step in known.indices.reversed() {
            result[known[step]] = candidates[known[step]][place].along
            place = choices[step][place]
        }
        return filled(result, length: length)
    }

    private func evenly(_ count: Int, over length: Double) -> [Double] {
        (0..<count).map { length * Double($0) / Double(max(1, count - 1)) }
    }

    /// Gives each unknown value the middle between its neighbours.
    private func filled(_ values: [Double], length: Double) -> [Double] {
        var result = values
        for index in result.indices where result[index].isNaN {
            let before = index > 0 ? result[index - 1] : 0
            let after = result[index...].first { !$0.isNaN } ?? length
            result[index] = (before + after) / 2
        }
        return result
    }
}
