package import Timetables
package import TransitModel

extension EarliestArrivalSearch {
    /// One part of a journey.
    package enum Leg: Sendable, Equatable {
        /// On foot.
        case walk(from: StopIndex, to: StopIndex, arrival: ServiceTime)
        /// Boarding and alighting are positions in the run's pattern; times may lie on the next day.
        case ride(
            run: RunIndex, pattern: PatternIndex, board: Int, alight: Int, boardAt: StopIndex,
            alightAt: StopIndex, departure: ServiceTime, arrival: ServiceTime)
    }

    /// The parts of an answer of the latest search, in order of travel.
    package func legs(of answer: Answer) -> [Leg] {
        var legs: [Leg] = []
        var number = answer.label
        while number != 0 {
            let label = journal[Int(number)]
            let parent = journal[Int(label.parent)]
            let from = StopIndex(rawValue: parent.stop)
            let to = StopIndex(rawValue: label.stop)
            if label.lane == .max {
                legs.append(
                    .walk(from: from, to: to, arrival: ServiceTime(seconds: label.arrival)))
            } else {
                legs.append(ride(label))
            }
            number = label.parent
        }
        return legs.reversed()
    }

    private func ride(_ label: Label) -> Leg {
        let lane = network.lanes[Int(label.lane)]
        let row = Int(lane.runs) + Int(label.run)
        let run = network.runs[row]
        let patterns = network.timetable.patterns
        let stops = patterns.stops(of: lane.pattern)
        let shift = network.starts[row] - patterns.runStarts[run]
        let board = patterns.times(of: run, in: lane.pattern, at: Int(label.board))
        return .ride(
            run: run, pattern: lane.pattern, board: Int(label.board), alight: Int(label.alight),
            boardAt: stops[Int(label.board)], alightAt: stops[Int(label.alight)],
            departure: ServiceTime(seconds: board.departure.seconds + shift),
            arrival: ServiceTime(seconds: label.arrival))
    }
}
