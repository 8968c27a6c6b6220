import History
import Matching
import ShuttleTracker
import Sources
import Synchronization
import TransitModel

/// The campus from which a network was made, and the data that outlives the network.
struct ServedCampus {
    /// The store of the operators' entries.
    let store: CampusStore
    /// The lists from which the network was made.
    let lists: ShuttleCampus
    /// The positions that were entered for vehicles.
    let fixes: EnteredFixes
    /// The history of the vehicles; nil if nothing is stored.
    let history: FixArchive?
}

/// Vehicle positions as entered by trackers, kept while one network replaces another.
///
/// Fixes that wait when the old network ends are applied by the new one; fixes that the old one
/// applied are sent to the new one again.
final class EnteredFixes: Sendable {
    /// The inbox that every network of the campus reads.
    let inbox = SourceInbox()
    /// The newest fix of each vehicle; the number of vehicles of a campus is limited.
    private let newest = Mutex<[String: VehicleFix]>([:])

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

    /// When the newest known position of each vehicle was measured.
    var newestTimes: [String: UnixTime] { newest.withLock { $0.mapValues(\.time) } }

    /// Sends the previous network's knowledge of its vehicles to a new network.
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
