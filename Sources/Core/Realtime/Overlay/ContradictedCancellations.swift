import Timetables
import TransitModel

/// Finds runs that a source reports as cancelled although a vehicle that names them is serving
/// them.
///
/// A vehicle contradicts a cancellation once it has passed two stops since it was first seen on the
/// cancelled run: drivers log on to runs that then do not take place, but they do not drive them.
struct ContradictedCancellations: Sendable {
    /// The number of stops that a vehicle must pass on a cancelled run.
    private static let minimumCalls = 2

    private struct Sighting {
        let vehicleID: String
        /// The next call when the vehicle was first seen on the run.
        let firstCall: Int
    }

    private var reported: RealtimeOverlay?
    private var cancelled: Set<DatedRun> = []
    private var sightings: [DatedRun: Sighting] = [:]

    /// Returns the cancelled runs that vehicles are serving.
    /// - Complexity: linear in the vehicles while a source cancels any run.
    mutating func runs(
        in reported: RealtimeOverlay, seenBy vehicles: [LiveVehicle]
    ) -> Set<DatedRun> {
        if reported !== self.reported {
            self.reported = reported
            cancelled = Set(reported.changes.lazy.filter { $0.value.isCancelled }.map { $0.key })
            sightings = sightings.filter { cancelled.contains($0.key) }
        }
        guard !cancelled.isEmpty else { return [] }
        var runs: Set<DatedRun> = []
        for vehicle in vehicles {
            guard let progress = vehicle.progress, !progress.isAssigned,
                progress.schedule.lap == nil
            else { continue }
            let run = progress.datedRun
            guard cancelled.contains(run) else { continue }
            let call = progress.nextCall ?? progress.schedule.callCount
            if let first = sightings[run], first.vehicleID == vehicle.id {
                if call - first.firstCall >= Self.minimumCalls { runs.insert(run) }
            } else {
                sightings[run] = Sighting(vehicleID: vehicle.id, firstCall: call)
            }
        }
        return runs
    }
}
