import Timetables

extension RaptorSearch {
    /// Collects every RAPTOR route that calls at a marked location while it still runs, with the
    /// first such position.
    ///
    /// The labels of these locations become the origin of the round.
    mutating func collectRoutes(_ number: Int, round: Int) {
        let stage = stages[number]
        let (boardableAt, origin) = (stage.boardableAt(round - 1), stage.previousRound(round))
        let (boardableLabels, previousRoundLabels) = (
            stage.boardableLabels, stage.previousRoundLabels
        )
        let (routeFirst, routeBits, boarding) = (stage.routeFirst, stage.routeBits, stage.boarding)
        let (offsets, locations) = (tables.boardingOffsets, tables.boardingLocations)
        let (shift, hasRows) = (stage.layout.shift, stage.layout.hasRows)
        let (memory, routeShift) = (stage.memory(round), stage.routeShift)
        let bound = bounds[round]
        boarding.removeAll()
        stage.markedStops.takeAll { location in
            let time = boardableAt[location &<< shift]
            // The bound may have dropped below the label since it was written.
            guard time < bound else { return }
            if !hasRows { origin[location &<< shift] = time }
            if self.labels.keepsLabels { previousRoundLabels[location] = boardableLabels[location] }
            boarding.insert(location)
            var row = Int(offsets[location])
            let end = Int(offsets[location &+ 1])
            while row < end {
                let call = locations[row]
                row &+= 1
                guard call.lastDeparture >= time else { continue }
                let route = Int(call.route)
                if call.position < routeFirst[route],
                    memory[route &<< routeShift].leavesAnything(
                        route, at: call.position, from: time, tables)
                {
                    routeFirst[route] = call.position
                    routeBits[route &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: route)
                }
            }
        }
    }
}
