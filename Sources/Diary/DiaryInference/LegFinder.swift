/// Cuts a trip into stretches: still, on foot, riding.
struct LegFinder {
    /// How somebody moves on a stretch, before the vehicle is determined.
    enum Kind {
        case still, walk, ride
    }

    struct Stretch {
        /// In Unix seconds.
        var start: Double
        /// In Unix seconds.
        var end: Double
        let kind: Kind
        /// The mean probability of the kind.
        var probability: Double
        /// For a ride: whether it is motorised; nil if uncertain.
        var hasEngine: Bool?

        var seconds: Double { end - start }
    }

    /// The minimum evidence in log odds for it to be certain whether a ride is motorised.
    private static let sureEngine = 1.0
    /// If the phone woke less than this before the ride, the walk is a guess, in seconds.
    static let barelySeen = 80.0

    let track: Track
    let model: ModeModel
    /// Returns the evidence that a ride is motorised, in log odds; positive if it is.
    let engineEvidence: (Stretch) -> Double

    /// Returns the stretches of a trip in order of time, without gaps.
    func stretches(_ grid: MotionGrid, _ path: MotionPath) -> [Stretch] {
        var stretches = joined(runs(grid, path))
        absorb(&stretches) { index, stretch, all in
            stretch.kind == .still && stretch.seconds < model.shortestHalt
                && !Self.isChange(index, all)
        }
        absorb(&stretches) { index, stretch, all in
            stretch.kind != .ride && index > 0 && index + 1 < all.count
                && all[index - 1].kind == .ride && Self.areOne(all[index - 1], all[index + 1])
                && stretch.seconds < model.shortestBreak
        }
        absorb(&stretches) { _, stretch, _ in
            stretch.kind != .still
                && stretch.seconds
                    < (stretch.kind == .walk ? model.shortestWalk : model.shortestRide)
        }
        shortenUnseenAccess(&stretches)
        return stretches
    }

    private func runs(_ grid: MotionGrid, _ path: MotionPath) -> [Stretch] {
        var runs: [Stretch] = []
        for (step, movement) in path.movements.enumerated() {
            let kind: Kind =
                switch movement {
                case .still: .still
                case .walk: .walk
                case .bike, .motor: .ride
                }
            let probabilities = path.probabilities[step]
            let probability =
                switch kind {
                case .still: probabilities[MotionClass.still.rawValue]
                case .walk: probabilities[MotionClass.walk.rawValue]
                case .ride:
                    probabilities[MotionClass.bike.rawValue]
                        + probabilities[MotionClass.motor.rawValue]
                }
            let end = grid.time(step + 1)
            let isSame = step > 0 && movement == path.movements[step - 1]
            if isSame, let last = runs.last {
                let steps = last.seconds / MotionGrid.step
                runs[runs.count - 1].probability +=
                    (probability - last.probability) / (steps + 1)
                runs[runs.count - 1].end = end
            } else {
                runs.append(
                    Stretch(
                        start: grid.time(step), end: end, kind: kind, probability: probability))
            }
        }
        return runs
    }

    /// Determines for long rides whether they are motorised, and joins what belongs together: the
    /// slow parts of a motorised ride look like cycling.
    private func joined(_ runs: [Stretch]) -> [Stretch] {
        var joined: [Stretch] = []
        for var run in runs {
            if run.kind == .ride, run.seconds >= model.surelyRide {
                let evidence = engineEvidence(run)
                if abs(evidence) > Self.sureEngine { run.hasEngine = evidence > 0 }
            }
            if let last = joined.last, Self.areOne(last, run) {
                let seconds = last.seconds + run.seconds
                joined[joined.count - 1].probability =
                    (last.probability * last.seconds + run.probability * run.seconds) / seconds
                joined[joined.count - 1].end = run.end
                joined[joined.count - 1].hasEngine = last.hasEngine ?? run.hasEngine
            } else {
                joined.append(run)
            }
        }
        return joined
    }

    /// Returns whether a halt is between two different vehicles, which makes it a wait.
    private static func isChange(_ index: Int, _ all: [Stretch]) -> Bool {
        guard index > 0, index + 1 < all.count, all[index - 1].kind == .ride else { return false }
        return all[index + 1].kind == .ride && !areOne(all[index - 1], all[index + 1])
    }

    /// Returns whether two consecutive stretches are of one kind.
    ///
    /// A cycled and a motorised ride are not, if both are certain.
    private static func areOne(_ first: Stretch, _ second: Stretch) -> Bool {
        guard first.kind == second.kind else { return false }
        guard let one = first.hasEngine, let other = second.hasEngine else { return true }
        return one == other
    }

    /// Merges the shortest stretch that is noise into its neighbours until none is left.
    private func absorb(
        _ stretches: inout [Stretch], where isNoise: (Int, Stretch, [Stretch]) -> Bool
    ) {
        while stretches.count > 1 {
            let noise = stretches.indices.filter { isNoise($0, stretches[$0], stretches) }
            guard
                let index = noise.min(by: { stretches[$0].seconds < stretches[$1].seconds })
            else { return }
            let gone = stretches.remove(at: index)
            // The following stretch now has this index.
            guard index > 0 else {
                stretches[0].start = gone.start
                continue
            }
            guard index < stretches.count else {
                stretches[index - 1].end = gone.end
                continue
            }
            if Self.areOne(stretches[index - 1], stretches[index]) {
                let next = stretches.remove(at: index)
                stretches[index - 1].end = next.end
                stretches[index - 1].hasEngine = stretches[index - 1].hasEngine ?? next.hasEngine
            } else if stretches[index - 1].seconds >= stretches[index].seconds {
                stretches[index - 1].end = gone.end
            } else {
                stretches[index].start = gone.start
            }
        }
    }

    private func shortenUnseenAccess(_ stretches: inout [Stretch]) {
        guard stretches.count > 1, stretches[0].kind == .walk, stretches[1].kind == .ride else {
            return
        }
        let first = track.index(atOrAfter: stretches[0].start + 1)
        guard first == track.count || track.times[first] > stretches[1].start - Self.barelySeen
        else { return }
        let boarding = min(stretches[0].end, stretches[0].start + model.access)
        stretches[0].end = boarding
        stretches[1].start = boarding
    }
}
