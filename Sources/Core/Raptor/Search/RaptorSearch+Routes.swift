import TransitModel

extension RaptorSearch {
    /// Collects every RAPTOR route that calls at a marked location while it still runs, with the
    /// first such position.
    ///
    /// The labels of these locations become the origin of the round.
    mutating func collectRoutes(_ number: Int, round: Int) {
        switch stages[number].layout {
        case .oncePlain: collectRoutes(OncePlain.self, number, round: round)
        case .byRidesPlain: collectRoutes(ByRidesPlain.self, number, round: round)
        case .once: collectRoutes(Once.self, number, round: round)
        case .byRides: collectRoutes(ByRides.self, number, round: round)
        }
    }

    private func collectRoutes<Kind: RideKind>(_ kind: Kind.Type, _ number: Int, round: Int) {
        let stage = stages[number]
        let boardableAt = stage.boardableAt(round - 1)
        let origins = RoundOrigins<Kind>(stage)
        let (boardableLabels, previousRoundLabels) = (
            stage.boardableLabels, stage.previousRoundLabels
        )
        let (routeFirst, routeBits, boarding) = (stage.routeFirst, stage.routeBits, stage.boarding)
        let (offsets, locations) = (tables.boardingOffsets, tables.boardingLocations)
        let memory = stage.memory(round)
        let (keepsLabels, firstRounds) = (steps.isKept, stage.firstRounds)
        let bound = bounds[round]
        var count = 0
        stage.markedStops.drain { location in
            let time = boardableAt[location &<< Kind.layout.boardableShift]
            // The bound may have dropped below the label since it was written.
            guard time < bound else { return }
            origins[location] = time
            if keepsLabels {
                previousRoundLabels[location] = boardableLabels[location]
            } else if !Kind.layout.isByRides, firstRounds[location] == 0 {
                firstRounds[location] = UInt8(truncatingIfNeeded: round)
            }
            boarding[count] = UInt32(truncatingIfNeeded: location)
            count &+= 1
            var row = Int(offsets[location])
            let end = Int(offsets[location &+ 1])
            while row < end {
                let call = locations[row]
                row &+= 1
                let route = Int(call.route)
                if call.position < routeFirst[route], call.lastDeparture >= time,
                    memory[route].leavesAnything(
                        route, at: call.position, from: time, tables)
                {
                    routeFirst[route] = call.position
                    routeBits.insert(route)
                }
            }
        }
        stage.boardingCount = count
    }

    /// Forgets where riders boarded in this round.
    func endRound<Kind: RideKind>(_ kind: Kind.Type, _ stage: RaptorState) {
        let origins = RoundOrigins<Kind>(stage)
        for number in 0..<stage.boardingCount { origins[Int(stage.boarding[number])] = .max }
    }
}

/// For each location, the earliest time at which a rider could board at the beginning of the round;
/// `.max` where none boards.
struct RoundOrigins<Kind: RideKind> {
    private let cells: WorkTable<Int32>

    init(_ stage: RaptorState) {
        cells = Kind.layout.isByRides ? stage.byRidesOrigins : stage.cells
    }

    /// With one departure the time is beside the location's others, in the same cache line.
    @inline(__always)
    private func cell(_ location: Int) -> Int {
        Kind.layout.isByRides
            ? location : location &<< Kind.layout.shift &+ RaptorState.Layout.originCell
    }

    @inline(__always)
    subscript(location: Int) -> Int32 {
        get { cells[cell(location)] }
        nonmutating set { cells[cell(location)] = newValue }
    }
}
