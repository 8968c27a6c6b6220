import Timetables

extension RoundSearch {
    /// Marks every lane that calls at an improved place while it still runs, with the first such
    /// position; what is known there becomes the origin of the round.
    mutating func collectLanes(_ number: Int, round: Int) {
        let stage = stages[number]
        let (ready, origin) = (stage.ready(round - 1), stage.origin(round))
        let (labels, originLabels) = (stage.readyLabels, stage.originLabels)
        let (laneFirst, laneBits, boarding) = (stage.laneFirst, stage.laneBits, stage.boarding)
        let (offsets, places) = (tables.boardingOffsets, tables.boardingPlaces)
        let (shift, hasRows) = (stage.layout.shift, stage.layout.hasRows)
        let (memory, laneShift) = (stage.memory(round), stage.laneShift)
        let bound = bounds[round]
        boarding.removeAll()
        stage.improved.takeAll { place in
            let time = ready[place &<< shift]
            // The bound may have fallen below it since.
            guard time < bound else { return }
            if !hasRows { origin[place &<< shift] = time }
            if keepsLabels { originLabels[place] = labels[place] }
            boarding.insert(place)
            var row = Int(offsets[place])
            let end = Int(offsets[place &+ 1])
            while row < end {
                let call = places[row]
                row &+= 1
                guard call.lastDeparture >= time else { continue }
                let lane = Int(call.lane)
                if call.position < laneFirst[lane],
                    memory[lane &<< laneShift].leavesAnything(
                        lane, at: call.position, from: time, tables)
                {
                    laneFirst[lane] = call.position
                    laneBits[lane &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: lane)
                }
            }
        }
    }
}
