internal import TransitModel

/// The files about lines: routes, trips, stop times, frequencies and shapes.
struct LineFiles {
    let map: TownMap
    let plans: [CoursePlan]
    let planning: TripPlanning

    func tables() -> [Table] {
        [routes(), trips(), stopTimes(), frequencies(), shapes()]
    }

    private func routes() -> Table {
        var table = Table(
            "routes.txt",
            [
                "route_id", "agency_id", "route_short_name", "route_long_name", "route_type",
                "route_color", "route_text_color", "route_sort_order",
            ])
        for (index, line) in Lines.all.enumerated() {
            table.add([
                line.id, line.vehicle.agency, line.name, line.longName,
                String(line.vehicle.routeType), line.colour, textColour(on: line.colour),
                String(index + 1),
            ])
        }
        return table
    }

    private func textColour(on colour: String) -> String {
        guard let colour = RGBColour(hex: colour) else {
            preconditionFailure("\(colour) is not a colour")
        }
        return String(colour.contrasting.hex.dropFirst())
    }

    private func trips() -> Table {
        var table = Table(
            "trips.txt",
            [
                "route_id", "service_id", "trip_id", "trip_headsign", "direction_id", "block_id",
                "shape_id", "wheelchair_accessible", "bikes_allowed",
            ])
        let headsigns = plans.map { headsign(of: $0) }
        for (index, trip) in planning.trips.enumerated() {
            let plan = plans[trip.plan]
            table.addRaw(
                plan.line.id, ",", trip.service.rawValue, ",", trip.id, ",",
                headsigns[trip.plan], plan.isOutbound ? ",0," : ",1,", trip.block ?? "", ",",
                plan.shapeID, ",", wheelchair(plan.line.vehicle, index), ",",
                bikes(plan.line.vehicle, trip.start), "\n")
        }
        return table
    }

    private func headsign(of plan: CoursePlan) -> String {
        guard plan.origin != plan.destination else { return Table.quoted(plan.line.longName) }
        return Table.quoted(map.place(plan.destination).name)
    }

    /// One tram in five is an old high-floor car, and the funicular's cars have steps.
    private func wheelchair(_ vehicle: VehicleKind, _ index: Int) -> String {
        switch vehicle {
        case .funicular: "2"
        case .tram: index % 5 == 0 ? "2" : "1"
        case .ship: "0"
        default: "1"
        }
    }

    /// Trains carry no bicycles at the morning peak.
    private func bikes(_ vehicle: VehicleKind, _ start: Int) -> String {
        if vehicle == .suburbanTrain, (23_400..<30_600).contains(start) { return "2" }
        return String(vehicle.bikesAllowed)
    }

    /// Writes the longest file; the fields after the times are formatted once per course.
    private func stopTimes() -> Table {
        var table = Table(
            "stop_times.txt",
            [
                "trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence",
                "stop_headsign", "pickup_type", "drop_off_type", "shape_dist_traveled",
                "timepoint",
            ])
        let endings = plans.map { plan in
            plan.calls.indices.map { ending(ofCall: $0, plan) }
        }
        let clock = (0..<(31 * 360)).map { clockText($0 * 10) + "," }
        for trip in planning.trips {
            let plan = plans[trip.plan]
            let prefix = trip.id + ","
            let callEndings = endings[trip.plan]
            for (index, call) in plan.calls.enumerated() {
                if call.call.isTimed {
                    table.addRaw(
                        prefix, clock[(trip.start + call.arrival) / 10],
                        clock[(trip.start + call.departure) / 10], callEndings[index])
                } else {
                    table.addRaw(prefix, ",,", callEndings[index])
                }
            }
        }
        return table
    }

    private func ending(ofCall index: Int, _ plan: CoursePlan) -> String {
        let planned = plan.calls[index]
        let call = planned.call
        let headsign = plan.calls[...index].last { $0.call.headsign != nil }?.call.headsign
        let isFirst = index == 0
        let isLast = index == plan.calls.count - 1
        // In the opposite direction, boarding only becomes alighting only and vice versa.
        let pickup = plan.isOutbound ? call.pickupType : swapped(call).pickup
        let dropOff = plan.isOutbound ? call.dropOffType : swapped(call).dropOff
        return [
            planned.stopID, String(index + 1), Table.quoted(headsign ?? ""),
            String(isLast ? 1 : pickup), String(isFirst ? 1 : dropOff),
            plan.line.hasDistances ? fixed(planned.distance, digits: 1) : "",
            call.isTimed ? "1" : "0",
        ].joined(separator: ",") + "\n"
    }

    private func swapped(_ call: Call) -> (pickup: Int, dropOff: Int) {
        (call.dropOffType, call.pickupType)
    }

    private func frequencies() -> Table {
        var table = Table(
            "frequencies.txt",
            ["trip_id", "start_time", "end_time", "headway_secs", "exact_times"])
        for trip in planning.trips {
            let plan = plans[trip.plan]
            guard plan.line.departures != .listed else { continue }
            for band in plan.course.headways.bands[trip.service] ?? [] {
                table.add([
                    trip.id, clockText(band.fromSeconds), clockText(band.toSeconds),
                    String(band.everySeconds),
                    plan.line.departures == .exactRhythm ? "1" : "0",
                ])
            }
        }
        return table
    }

    private func shapes() -> Table {
        var table = Table(
            "shapes.txt",
            [
                "shape_id", "shape_pt_lat", "shape_pt_lon", "shape_pt_sequence",
                "shape_dist_traveled",
            ])
        for plan in plans {
            let distances = plan.path.distances
            for (index, point) in plan.path.points.enumerated() {
                table.addRaw(
                    ([plan.shapeID] + Georeference.fields(point)).joined(separator: ","), ",",
                    String(index + 1), ",",
                    plan.line.hasDistances ? fixed(distances[index], digits: 1) : "", "\n")
            }
        }
        return table
    }
}
