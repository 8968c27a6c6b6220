/// Cuts a trip into stretches: still, on foot, riding.
struct LegFinder {
    /// How somebody moves on a stretch, before the vehicle has a name.
    enum Kind {
        case still, walk, ride
    }

    /// A stretch of one kind.
    struct Stretch {
        /// Unix seconds.
        var start: Double
        /// Unix seconds.
        var end: Double
        let kind: Kind
        /// The mean probability of the kind.
        var probability: Double

        var seconds: Double { end - start }
    }

    /// Halts shorter than this belong to what is about them, in seconds.
    static let shortestHalt = 240.0
    /// A halt or a walk between two rides that is shorter than this is part of the ride, in seconds.
    static let shortestBreak = 240.0
    /// Anything else shorter than this is noise, in seconds.
    static let shortestStretch = 90.0
    /// Where a ride's beginning was not seen, people walk to their vehicle about so long, in seconds.
    static let access = 90.0
    /// The phone woke so shortly before the ride that the walk is a guess, in seconds.
    static let barelySeen = 80.0

    let track: Track

    /// The stretches of a trip in order of time, without gaps between them.
    func stretches(_ grid: MotionGrid, _ path: MotionPath) -> [Stretch] {
        var stretches = runs(grid, path)
        absorb(&stretches) { _, stretch, _ in
            stretch.kind == .still && stretch.seconds < Self.shortestHalt
        }
        absorb(&stretches) { index, stretch, all in
            stretch.kind != .ride && index > 0 && index + 1 < all.count
                && all[index - 1].kind == .ride && all[index + 1].kind == .ride
                && stretch.seconds < Self.shortestBreak
        }
        absorb(&stretches) { _, stretch, _ in
            stretch.kind != .still && stretch.seconds < Self.shortestStretch
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
            let told = path.probabilities[step]
            let probability =
                switch kind {
                case .still: told[MotionClass.still.rawValue]
                case .walk: told[MotionClass.walk.rawValue]
                case .ride: told[MotionClass.bike.rawValue] + told[MotionClass.motor.rawValue]
                }
            let end = grid.time(step + 1)
            if let last = runs.last, last.kind == kind {
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

    /// Gives the shortest stretch of a sort to its neighbours until there is none left.
    private func absorb(
        _ stretches: inout [Stretch], where isNoise: (Int, Stretch, [Stretch]) -> Bool
    ) {
        while stretches.count > 1 {
            let noise = stretches.indices.filter { isNoise($0, stretches[$0], stretches) }
            guard
                let index = noise.min(by: { stretches[$0].seconds < stretches[$1].seconds })
            else { return }
            let gone = stretches.remove(at: index)
            // What followed is now at the index.
            guard index > 0 else {
                stretches[0].start = gone.start
                continue
            }
            guard index < stretches.count else {
                stretches[index - 1].end = gone.end
                continue
            }
            if stretches[index - 1].kind == stretches[index].kind {
                let next = stretches.remove(at: index)
                stretches[index - 1].end = next.end
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
        let boarding = min(stretches[0].end, stretches[0].start + Self.access)
        stretches[0].end = boarding
        stretches[1].start = boarding
    }
}
