import Timetables

extension RoundSearch {
    /// Marks every lane that calls at an improved place while it still runs, with the first such
    /// position; remembers the times there.
    mutating func collectLanes(_ number: Int, round: Int) {
        let stage = stages[number]
        let (ready, labels, origins) = (stage.ready, stage.readyLabels, stage.origins)
        let (laneFirst, laneBits) = (stage.laneFirst, stage.laneBits)
        let (improved, boarding) = (stage.improved, stage.boarding)
        let (offsets, places) = (tables.boardingOffsets, tables.boardingPlaces)
        let shift = hasRows ? SearchStage.rowShift : 0
        let column = hasRows ? round - 1 : 0
        let bound = bounds[round]
        let words = (tables.placeCount + 63) / 64
        for word in 0..<words {
            var bits = improved[word]
            var kept = bits
            improved[word] = 0
            while bits != 0 {
                let place = word << 6 | bits.trailingZeroBitCount
                let lowest = bits & (0 &- bits)
                bits &= bits &- 1
                let time = ready[place &<< shift | column]
                // The bound may have fallen below it since.
                guard time < bound else {
                    kept ^= lowest
                    continue
                }
                origins[place] = SearchStage.Origin(time: time, label: labels[place])
                var row = Int(offsets[place])
                let end = Int(offsets[place &+ 1])
                while row < end {
                    let call = places[row]
                    row &+= 1
                    guard call.lastDeparture >= time else { continue }
                    let lane = Int(call.lane)
                    let position = UInt16(truncatingIfNeeded: call.position)
                    if position < laneFirst[lane] {
                        laneFirst[lane] = position
                        laneBits[lane &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: lane)
                    }
                }
            }
            boarding[word] = kept
        }
    }
}
