import Timetables
import TransitModel

extension RoundSearch {
    /// Puts the rider at the origins, and walks one footpath from those that were asked for by name.
    mutating func begin(_ origins: [AccessStop], at departure: Int32) {
        for origin in origins {
            let places = columns.places.places(of: origin.stop)
            reserve(places.count)
            for place in places {
                let time = departure + max(0, origin.seconds)
                let label = note(
                    Label(
                        place: place, parent: 0, arrival: time, lane: Label.start,
                        run: UInt32(max(0, origin.seconds)), board: 0, alight: 0))
                // Walks lead on from the stop as a whole; its parts are the same place.
                start(
                    0, Int(place), time: time, label: label,
                    access: origin.seconds,
                    walksOn: origin.seconds <= 0 && !columns.places.isPart(place))
            }
        }
    }

    /// Begins at a place before any vehicle.
    private mutating func start(
        _ number: Int, _ place: Int, time: Int32, label: UInt32, access: Int32, walksOn: Bool
    ) {
        setReady(number, place, time: time, label: label, round: 0)
        var bound = bounds[0]
        if isMarked(UInt32(place), in: stages[number].goal) {
            reachStart(
                number, place, time: time, label: label, access: access, walksOn: walksOn,
                bound: &bound)
        }
        if walksOn {
            for row in Int(tables.walkOffsets[place])..<Int(tables.walkOffsets[place + 1]) {
                let walk = tables.walks[row]
                let reached = time &+ walk.seconds
                reserve(1)
                let next = note(
                    Label(
                        place: walk.target, parent: label, arrival: reached, lane: Label.walk,
                        run: UInt32(walk.seconds), board: 0, alight: 0))
                setReady(number, Int(walk.target), time: reached, label: next, round: 0)
                if isMarked(walk.target, in: stages[number].goal) {
                    reachGoal(
                        number, Int(walk.target), .walk(margin: 0), time: reached, label: next,
                        round: 0, bound: &bound)
                }
            }
        }
        guard bound < bounds[0] else { return }
        if walksBound { lowerBounds(from: 0, to: bound) } else { bounds[0] = bound }
    }

    private mutating func reachStart(
        _ number: Int, _ place: Int, time: Int32, label: UInt32, access: Int32, walksOn: Bool,
        bound: inout Int32
    ) {
        if number < lastStage {
            let stay = stages[number].staySeconds
            start(
                number + 1, place, time: time + stay,
                label: stayed(stay, at: place, time: time, after: label), access: access,
                walksOn: walksOn)
            bound = min(bound, bounds[0])
        } else if access <= 0, egress[place] == 0, time < bound {
            bound = time
            answerLabel = label
        }
    }

    /// The label of one who stays in a via before any vehicle.
    private mutating func stayed(
        _ seconds: Int32, at place: Int, time: Int32, after label: UInt32
    ) -> UInt32 {
        guard seconds > 0 else { return label }
        reserve(1)
        return note(
            Label(
                place: UInt32(place), parent: label, arrival: time + seconds, lane: Label.stay,
                run: UInt32(seconds), board: 0, alight: 0))
    }

    private mutating func setReady(
        _ number: Int, _ place: Int, time: Int32, label: UInt32, round: Int
    ) {
        let cell = place << stages[number].layout.shift
        let ready = stages[number].ready(round)
        guard time < ready[cell] else { return }
        lower(ready, cell, after: cellsAfter(round: round), to: time)
        stages[number].readyLabels[place] = label
        stages[number].improved.insert(place)
    }

    /// A place of the next via or of the destination is reached.
    ///
    /// `before` are the seconds that one stays there for earlier vias: several may be at one stop, and
    /// a change takes its time once.
    @inline(never)
    mutating func reachGoal(
        _ number: Int, _ place: Int, _ approach: Approach, time: Int32, before: Int32 = 0,
        label: UInt32, round: Int, bound: inout Int32
    ) {
        guard number < lastStage else {
            let seconds = egress[place]
            // Where one walks to the destination one arrives by vehicle; and who walks there boards
            // nothing, so that rules about what is boarded, which make parts of stops, are void.
            if case .ride = approach {
            } else if seconds > 0 || place >= columns.places.stopCount {
                return
            }
            if time &+ before &+ seconds < bound {
                bound = time &+ before &+ seconds
                answerLabel = label
            }
            return
        }
        let next = number + 1
        let stay = before + stages[number].staySeconds
        let label =
            round == 0
            ? stayed(stages[number].staySeconds, at: place, time: time + before, after: label)
            : label
        switch approach {
        case .walk(let margin):
            setReady(next, place, time: time + margin + stay, label: label, round: round)
        case .ride, .start:
            let cell = place << stages[next].layout.shift
            let ridden = stages[next].ridden(round)
            if time + stay < ridden[cell] {
                lower(ridden, cell, after: cellsAfter(round: round), to: time + stay)
                stages[next].riddenLabels[place] = label
                stages[next].reached.insert(place)
            }
            let change = tables.changeSeconds[place] + marginSeconds
            setReady(next, place, time: time + max(stay, change), label: label, round: round)
            if columns.places.hasRules {
                changeParts(next, place, time: time, stay: stay, label: label, round: round)
            }
        }
        if isMarked(UInt32(place), in: stages[next].goal) {
            reachGoal(
                next, place, approach, time: time, before: stay, label: label, round: round,
                bound: &bound)
        }
    }

    /// Changes to other parts of a stop during a stay there: both take their time at once.
    private mutating func changeParts(
        _ number: Int, _ place: Int, time: Int32, stay: Int32, label: UInt32, round: Int
    ) {
        let stop = columns.places.stop(of: UInt32(place))
        for row in Int(tables.walkOffsets[place])..<Int(tables.walkOffsets[place + 1]) {
            let walk = tables.walks[row]
            guard columns.places.stop(of: walk.target) == stop else { continue }
            setReady(
                number, Int(walk.target), time: time + max(stay, walk.seconds + marginSeconds),
                label: label, round: round)
        }
    }

    /// Notes what the vehicles of this round reached: a walk must not go on from another walk.
    private func noteWalkers(_ stage: SearchStage, round: Int) {
        let (ready, ridden) = (stage.ready(round), stage.ridden(round))
        let isPlain = ready == ridden
        stage.walking.copy(isPlain ? stage.improved : stage.reached)
        if !isPlain { stage.reached.removeAll() }
        stage.walking.forEach { place in
            stage.walkers[place] = SearchStage.Walker(
                time: ridden[place &<< stage.layout.shift],
                label: keepsLabels ? stage.riddenLabels[place] : 0)
        }
    }

    /// Walks once from every place of a stage that a vehicle reached in this round.
    mutating func walk(_ number: Int, round: Int, bound: inout Int32) {
        noteWalkers(stages[number], round: round)
        let context = RideContext(self, stage: number, round: round)
        let (stage, shift) = (stages[number], stages[number].layout.shift)
        stage.walking.forEach { place in
            walkOn(from: place, stage.walkers[place], context, shift: shift, bound: &bound)
        }
    }

    @inline(__always)
    private mutating func walkOn(
        from place: Int, _ walker: SearchStage.Walker, _ context: RideContext, shift: Int,
        bound: inout Int32
    ) {
        var row = Int(tables.walkOffsets[place])
        let end = Int(tables.walkOffsets[place &+ 1])
        let margin = context.margin
        reserve(end &- row)
        while row < end {
            let walk = tables.walks[row]
            row &+= 1
            let arrival = walker.time &+ walk.seconds
            if arrival >= bound { break }
            let target = Int(walk.target)
            let cell = target &<< shift
            let isBetter =
                arrival &+ margin < context.ready[cell]
                && context.allowsWalking(to: target, at: arrival &+ margin)
            let isGoal = isMarked(walk.target, in: context.goal)
            // At the destination the margin counts for nothing.
            guard isBetter || isGoal else { continue }
            let label = note(
                Label(
                    place: walk.target, parent: walker.label, arrival: arrival, lane: Label.walk,
                    run: UInt32(truncatingIfNeeded: walk.seconds), board: 0, alight: 0))
            if isBetter {
                lower(context.ready, cell, after: context.after, to: arrival &+ margin)
                if context.keepsLabels { context.readyLabels[target] = label }
                context.improved.insert(target)
            }
            if isGoal {
                reachGoal(
                    context.stage, target, .walk(margin: margin), time: arrival, label: label,
                    round: context.round, bound: &bound)
            }
        }
    }
}
