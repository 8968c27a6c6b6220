import TransitModel

extension RaptorSearch {
    /// Returns every departure in a window that just catches a vehicle, the last one first.
    func departures(from origins: [AccessLocation], in window: Range<Int32>) -> [Int32] {
        var instants: [Int32] = []
        var seen = Set<UInt64>()
        for origin in origins {
            let access = max(0, origin.seconds)
            for location in columns.locations.locations(of: origin.stop) {
                visit(location, after: access, stage: 0) { location, seconds in
                    guard seen.insert(UInt64(location) << 32 | UInt64(seconds)).inserted else {
                        return
                    }
                    collect(location, after: seconds, in: window, into: &instants)
                }
            }
            guard access == 0 else { continue }
            eachStart(origin.stop) { start, stage in
                for row in tables.walkRows(from: Int(origin.stop)) {
                    let walk = tables.walks[row]
                    visit(
                        walk.target, after: start + walk.seconds, stage: stage
                    ) { location, seconds in
                        guard seen.insert(UInt64(location) << 32 | UInt64(seconds)).inserted
                        else { return }
                        collect(location, after: seconds, in: window, into: &instants)
                    }
                }
            }
        }
        instants.sort(by: >)
        var last: Int32?
        instants.removeAll { instant in
            defer { last = instant }
            return instant == last
        }
        return instants
    }

    /// Calls `body` with a location and the seconds until a vehicle can be boarded there, once for
    /// each possible stage: a rider who starts at a via may have stayed there first.
    private func visit(
        _ location: UInt32, after seconds: Int32, stage: Int,
        _ body: (UInt32, Int32) -> Void
    ) {
        body(location, seconds)
        guard stage < lastStage, stages[stage].goal.contains(Int(location)) else { return }
        visit(
            location, after: seconds + stages[stage].staySeconds, stage: stage + 1,
            body)
    }

    /// Calls `body` with the seconds until the rider may walk on from an origin, and the stage.
    private func eachStart(_ location: UInt32, _ body: (Int32, Int) -> Void) {
        var seconds: Int32 = 0
        body(0, 0)
        for stage in 0..<lastStage {
            guard stages[stage].goal.contains(Int(location)) else { return }
            seconds += stages[stage].staySeconds
            body(seconds, stage + 1)
        }
    }

    /// Collects the departures from a location, minus the seconds needed to get there.
    private func collect(
        _ location: UInt32, after seconds: Int32, in window: Range<Int32>,
        into instants: inout [Int32]
    ) {
        let (low, high) = (window.lowerBound + seconds, window.upperBound + seconds)
        let rows =
            Int(
                tables.boardingOffsets[Int(location)])..<Int(
                tables.boardingOffsets[Int(location) + 1])
        for row in rows {
            let call = tables.boardingLocations[row]
            guard call.lastDeparture >= low else { continue }
            let route = tables.routes[Int(call.route)]
            let position = Int(call.position)
            let first = (0..<Int(route.runCount)).partitioningIndex {
                tables.departure(route, row: Int(route.runs) + $0, at: position) >= low
            }
            for run in first..<Int(route.runCount) {
                let time = tables.departure(route, row: Int(route.runs) + run, at: position)
                if time >= high { break }
                instants.append(time - seconds)
            }
        }
    }

    /// Returns the seconds of the shortest footpath between two locations.
    func seconds(from location: UInt32, to target: UInt32) -> Int32? {
        for row in tables.walkRows(from: Int(location)) where tables.walks[row].target == target {
            return tables.walks[row].seconds
        }
        return nil
    }

    /// Returns the seconds from a location of the last stage's goal to the destination; otherwise
    /// 0.
    func egressSeconds(at location: UInt32) -> Int32 {
        stages[lastStage].goal.contains(Int(location)) ? egress[Int(location)] : 0
    }
}
