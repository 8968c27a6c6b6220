import JSONWriting
import NetworkAPI
package import Realtime
package import Riders
import Timetables
package import Transit
package import TransitModel

/// A rider's current ride: the passed and the remaining stops, and the vehicle's position.
package struct CurrentRideAnswer: Encodable, Sendable {
    let id: String
    let trip: String
    let serviceDay: ServiceDay
    let line: String
    let headsign: String?
    /// Whether the run was cancelled.
    let cancelled: Bool
    let passed: [RideStop]
    let left: [RideStop]
    let vehicle: RideVehicleAnswer?

    static let schema = JSONSchema(
        "CurrentRide", .text("id trip serviceDay line"),
        .text("headsign?", "What the vehicle displays"),
        .flag("cancelled"),
        .list("passed", of: RideStop.schema, "Stops, from the boarding"),
        .list(
            "left", of: RideStop.schema,
            "The next stop first, the rider's own last; empty after the arrival"),
        .object("vehicle?", RideVehicleAnswer.schema, "Omitted if none is seen"))

    struct RideStop: Encodable, Sendable {
        let id: String
        let name: String
        let arrival: CallTime
        let departure: CallTime

        static let schema = JSONSchema(
            "RideStop", .text("id name"), .object("arrival departure", CallTime.schema))
    }

    /// Describes a ride by the run's expected times; `vehicle` is its vehicle, nil if none is seen.
    package init(_ ride: CurrentRide, _ run: RunOnDay, vehicle: LiveVehicle?, now: UnixTime) {
        let timetable = run.timetable
        id = ride.id
        trip = ride.trip
        serviceDay = ride.day
        line = timetable.routes.lineName(run.route)
        headsign = run.headsign(at: ride.board)
        cancelled = run.isCancelled
        func stop(_ position: Int) -> RideStop {
            let stop = run.stop(position)
            return RideStop(
                id: timetable.stops.id(stop), name: timetable.stops.name(stop),
                arrival: CallTime(run, position, isArrival: true),
                departure: CallTime(run, position, isArrival: false))
        }
        let calls = (ride.board...ride.alight).filter { !run.isSkipped($0) }
        let isBehind = { (position: Int) in
            let times = run.expected(position)
            return (position == ride.alight ? times.arrival : times.departure) <= now.seconds
        }
        passed = calls.filter(isBehind).map(stop)
        left = calls.filter { !isBehind($0) }.map(stop)
        self.vehicle = vehicle.map { RideVehicleAnswer($0, now: now) }
    }
}
