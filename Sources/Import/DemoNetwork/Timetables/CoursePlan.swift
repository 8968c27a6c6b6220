/// One direction of a course with its shape, stops and times.
struct CoursePlan {
    /// A call with all values of a stop time, relative to the trip's start.
    struct PlannedCall {
        let call: Call
        let stopID: String
        /// Seconds after the departure from the first call.
        let arrival: Int
        let departure: Int
        /// Metres along the shape.
        let distance: Double
    }

    let line: Line
    let courseIndex: Int
    let isOutbound: Bool
    let path: Path
    let calls: [PlannedCall]

    /// GTFS `shape_id`.
    var shapeID: String { "\(line.id)-\(courseIndex)-\(isOutbound ? "out" : "in")" }
    var course: Course { line.courses[courseIndex] }
    /// The keys of the first and the last place.
    var origin: String { calls[0].call.place }
    var destination: String { calls[calls.count - 1].call.place }
    /// Seconds from the first departure to the last arrival.
    var duration: Int { calls[calls.count - 1].arrival }

    /// The seconds from the start of a trip to its departure from the headways' anchor.
    var anchorOffset: Int {
        guard let anchor = course.headways.anchor else { return 0 }
        guard let call = calls.first(where: { $0.call.place == anchor }) else {
            preconditionFailure("line \(line.name) does not pass \(anchor)")
        }
        return call.departure
    }

    /// Plans one direction of a course on the map.
    init(line: Line, courseIndex: Int, isOutbound: Bool, outboundPath: Path, map: TownMap) {
        let course = line.courses[courseIndex]
        let path = isOutbound ? outboundPath : outboundPath.reversed
        let calls = isOutbound ? course.calls : course.calls.reversed()
        let distances = path.distances
        self.line = line
        self.courseIndex = courseIndex
        self.isOutbound = isOutbound
        self.path = path

        let kind = line.vehicle
        var planned: [PlannedCall] = []
        var clock = 0
        for (position, call) in calls.enumerated() {
            let index = path.callIndices[position]
            if position > 0 {
                let metres = distances[index] - distances[path.callIndices[position - 1]]
                let seconds = metres / (kind.cruisingSpeed / 3.6) + kind.stopLossSeconds
                let steps = (seconds / Double(kind.timeStepSeconds)).rounded()
                clock += max(1, Int(steps)) * kind.timeStepSeconds
            }
            let isEnd = position == 0 || position == calls.count - 1
            let wait = isEnd ? 0 : call.waitSeconds ?? kind.usualWaitSeconds
            planned.append(
                PlannedCall(
                    call: call,
                    stopID: map.stopID(
                        of: call, isOutbound: isOutbound, heading: path.heading(at: index)),
                    arrival: clock, departure: clock + wait, distance: distances[index]))
            clock += wait
        }
        self.calls = planned
    }
}

extension Path {
    /// The unit vector of travel at a point of the path.
    func heading(at index: Int) -> Point {
        (points[min(index + 1, points.count - 1)] - points[max(index - 1, 0)]).normalised
    }
}
