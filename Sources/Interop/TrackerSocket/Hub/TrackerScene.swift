import Realtime

/// All vehicles of one snapshot, as shown on the tracker socket.
struct TrackerScene: Sendable {
    private(set) var snapshot: NetworkSnapshot
    /// By train id.
    private(set) var vehicles: [String: TrackerVehicle] = [:]
    /// The vehicle's train id for each trip under way.
    private(set) var trainIDs: [DatedRun: String] = [:]
    private var nextNumber = 0

    /// A vehicle that is new, changed or gone.
    struct Change {
        let before: TrackerVehicle?
        let after: TrackerVehicle?
    }

    init(_ snapshot: NetworkSnapshot) {
        self.snapshot = snapshot
    }

    /// Returns the scene of a newer snapshot without vehicles; new ones do not get the numbers of
    /// earlier ones.
    func emptied(at snapshot: NetworkSnapshot) -> TrackerScene {
        var scene = TrackerScene(snapshot)
        scene.nextNumber = nextNumber
        return scene
    }

    /// Returns the scene of a newer snapshot, and the changes since this one.
    func next(
        _ snapshot: NetworkSnapshot, _ shown: [SharedVehicle], _ names: TrackerNames
    ) -> (scene: TrackerScene, changes: [Change]) {
        var scene = self
        scene.snapshot = snapshot
        scene.vehicles = Dictionary(minimumCapacity: shown.count)
        scene.trainIDs = Dictionary(minimumCapacity: shown.count)
        var changes: [Change] = []
        for vehicle in shown {
            let trainID = names.trainID(vehicle: vehicle.vehicle.id)
            if let run = vehicle.run, scene.trainIDs[run] == nil { scene.trainIDs[run] = trainID }
            let before = vehicles[trainID]
            if let before, before.changedAt == vehicle.changedAt {
                scene.vehicles[trainID] = before
                continue
            }
            let number = before?.number ?? scene.nextNumber
            if before == nil { scene.nextNumber += 1 }
            let after = TrackerVehicle(
                number: number, live: vehicle.vehicle,
                trajectory: vehicle.trackerTrajectory(
                    names, in: snapshot.timetable, at: snapshot.asOf),
                changedAt: vehicle.changedAt)
            scene.vehicles[trainID] = after
            changes.append(Change(before: before, after: after))
        }
        for (trainID, before) in vehicles where scene.vehicles[trainID] == nil {
            changes.append(Change(before: before, after: nil))
        }
        return (scene, changes)
    }
}

extension SharedVehicle {
    fileprivate var run: DatedRun? {
        vehicle.progress.map { DatedRun(run: $0.run, day: $0.serviceDay) }
    }
}
