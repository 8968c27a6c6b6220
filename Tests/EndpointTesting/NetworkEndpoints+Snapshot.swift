package import ClockTesting
package import LiveMap
import NetworkAPI
package import NetworkEndpoints
package import Realtime
package import Timetables
import Transit
import TransitModel

extension NetworkEndpoints {
    /// Serves a snapshot that stays the newest.
    package init(_ snapshot: NetworkSnapshot, clock: ManualWallClock) throws {
        try self.init(snapshot, frames: MapFeed(snapshot).frames, clock: clock)
    }

    /// Serves the newest frames of a snapshot's network.
    package init(
        _ snapshot: NetworkSnapshot, frames: Broadcast<MapFrame>, clock: ManualWallClock
    ) throws {
        let timetable = snapshot.timetable
        self.init(
            NetworkAPI(
                JourneyPlanner(timetable), PlaceResolver(StopSearchIndex(timetable)),
                profile: try NetworkProfile(timetable)),
            frames: frames, clock: clock)
    }

    /// Serves a network without live data.
    package init(_ timetable: Timetable) throws {
        let now = UnixTime(seconds: 0)
        try self.init(
            NetworkSnapshot(
                timetable: timetable, sequence: 1, asOf: now, vehicles: [],
                source: LiveSourceState(kind: "none", updatedAt: nil)),
            clock: ManualWallClock(now))
    }
}
