import Matching
import ShuttleTracker
import Sources
import Synchronization
import TransitModel

/// A campus as its network was made, with what outlives that network.
struct ServedCampus {
    /// Where operators' entries lie.
    let store: CampusStore
    /// The lists that the network was made of.
    let lists: ShuttleCampus
    /// Where vehicles were said to be.
    let fixes: EnteredFixes
}

/// Where vehicles are as their trackers enter it, kept while one network gives way to the next.
///
/// What waits when the old network ends is taken in by the new one; what the old one took in already is
/// told to the new one once more.
final class EnteredFixes: Sendable {
    /// Where every network of the campus takes in what comes.
    let inbox = SourceInbox()
    /// The newest fix of each vehicle; there are at most as many as a campus has vehicles.
    private let newest = Mutex<[String: VehicleFix]>([:])

    /// Takes in a fix.
    func put(_ fix: VehicleFix, from source: String, at now: UnixTime) {
        newest.withLock { newest in
            if let known = newest[fix.vehicleID], known.time > fix.time { return }
            guard newest[fix.vehicleID] != nil || newest.count < CampusStore.maximumRows else {
                return
            }
            newest[fix.vehicleID] = fix
        }
        offer([fix], from: source, at: now)
    }

    /// Tells a new network what the one before knew of its vehicles.
    func repeatAll(of lists: ShuttleCampus, from source: String, at now: UnixTime) {
        let shown = Set(lists.vehicles.filter(\.isEnabled).map { String($0.id) })
        let fixes = newest.withLock { newest in
            newest = newest.filter {
                shown.contains($0.key)
                    && now.seconds(since: $0.value.time) < LiveState.memorySeconds
            }
            return newest.values.sorted { $0.vehicleID < $1.vehicleID }
        }
        offer(fixes, from: source, at: now)
    }

    private func offer(_ fixes: [VehicleFix], from source: String, at now: UnixTime) {
        var batch = LiveBatch(source: source, asOf: now)
        batch.fixes = fixes
        inbox.put(batch)
    }
}
