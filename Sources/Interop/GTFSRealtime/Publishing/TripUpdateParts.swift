import Realtime
import Timetables
import TransitModel

/// Where a feed of trip updates has the updates that the next feed may repeat as they are.
///
/// These are of trips without a vehicle, most of which stay the same from one feed to the next.
package struct TripUpdateParts: Sendable {
    /// What an update was made from, all of which must be the same to repeat it.
    ///
    /// It is a class because most are passed on from feed to feed.
    final class Source: Sendable {
        let entityID: String
        let run: DatedRun
        let change: RunChange
        /// When a source reported the run; nil if it was predicted.
        let knownAt: UnixTime?
        /// The update is the same until then.
        let holdsUntil: UnixTime

        init(
            entityID: String, run: DatedRun, change: RunChange, knownAt: UnixTime?,
            holdsUntil: UnixTime
        ) {
            self.entityID = entityID
            self.run = run
            self.change = change
            self.knownAt = knownAt
            self.holdsUntil = holdsUntil
        }
    }

    private let asOf: UnixTime
    private let revision: String
    private var parts: [DatedRun: (source: Source, bytes: Range<Int>)] = [:]
    /// The ids of the feed.
    var ids = PublishedIDs()

    /// Starts without parts, for the feed of a snapshot, which will have about `count`.
    init(_ snapshot: NetworkSnapshot, about count: Int = 0) {
        parts.reserveCapacity(count)
        asOf = snapshot.asOf
        revision = snapshot.timetable.revision
    }

    /// The number of updates that may be repeated.
    package var count: Int { parts.count }

    /// Notes an update, whose bytes are counted from the feed's first entity.
    mutating func add(_ source: Source, _ bytes: Range<Int>) { parts[source.run] = (source, bytes) }

    /// Returns whether the feed of a snapshot may repeat something: it is a later one of the same
    /// network.
    func serves(_ snapshot: NetworkSnapshot) -> Bool {
        asOf <= snapshot.asOf && revision == snapshot.timetable.revision
    }

    /// Returns the id of a run's entity; nil if the run had no update that can be repeated.
    func entityID(of run: DatedRun) -> String? { parts[run]?.source.entityID }

    /// Returns the update of a run, and where its bytes are, if it is the same in the feed of a
    /// snapshot that this one serves.
    func part(
        of run: DatedRun, _ change: RunChange, in snapshot: NetworkSnapshot
    ) -> (source: Source, bytes: Range<Int>)? {
        guard let part = parts[run], part.source.holdsUntil >= snapshot.asOf,
            part.source.knownAt == snapshot.overlay.knownAt[run], part.source.change == change
        else { return nil }
        return part
    }
}
