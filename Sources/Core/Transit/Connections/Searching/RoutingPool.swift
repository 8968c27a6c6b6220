import Routing
import Realtime
import Timetables
import TransitModel

#if !hasFeature(Embedded)
import Synchronization
#endif

/// Laid-out days and scratch memory for searches, shared by all threads.
///
/// The first request for a day lays it out for the network component of its stops. Requests for the
/// same day and component wait for it; others do not. When the laid-out days exceed the limit
/// together, the least recently used are dropped. When live data changes, days in frequent use can
/// be laid out again before the next request.
final class RoutingPool: Sendable {
    private struct Key: Hashable {
        let day: ServiceDay
        /// Nil for the whole network.
        let component: Int?
        /// 0 if no run of the day is changed.
        let version: UInt64
        let filter: RoutingFilter
    }

    /// A laid-out day; its lock is held while it is laid out.
    private final class Entry: Sendable {
        let layout = Mutex<RoutingDay?>(nil)
        let size: Int

        init(size: Int) {
            self.size = size
        }
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// In order of last use, the most recent last.
        var order: [Key] = []
        /// The sum of the kept sizes, as `NetworkPart.size`.
        var size = 0
        var newest: UInt64 = 0
        /// The days that were searched, as of the plain timetable, and how often each was laid out
        /// ahead since.
        var requested: [Key: Int] = [:]
        var changed: Changed?

        /// Does nothing if the day is not kept.
        mutating func remove(_ key: Key) {
            guard let entry = entries.removeValue(forKey: key) else { return }
            order.removeAll { $0 == key }
            size -= entry.size
        }
    }

    /// The components that an overlay changes.
    private struct Changed {
        let version: UInt64
        let days: Set<ServiceDay>
        /// Whether an added or changed run leads from one component to another.
        let linksComponents: Bool
        /// By component, as far as requested.
        var isTouched: [Int: Bool] = [:]
    }

    private let components: NetworkComponents
    private let state = Mutex(State())
    private let idle = Mutex<[JourneySearchMemory]>([])
    private let maximumSize: Int
    private let maximumIdle: Int

    /// How often a day is laid out ahead without any request for it.
    private static let maximumUnusedLayouts = 300
    /// The maximum number of days, components and filters remembered as requested.
    private static let maximumRequested = 32

    /// Keeps at most the size of `days` laid-out days of the whole network, and scratch memory for
    /// `searches` concurrent searches.
    init(_ components: NetworkComponents, days: Int, searches: Int) {
        self.components = components
        maximumSize = max(1, days) * NetworkPart(allOf: components).size
        maximumIdle = max(1, searches)
    }

    /// The number of kept days.
    var count: Int { state.withLock { $0.entries.count } }

    /// Returns the laid-out day for a request and keeps it for others.
    func day(
        _ day: ServiceDay, _ overlay: RealtimeOverlay, for request: RoutingRequest,
        _ filter: RoutingFilter
    ) -> RoutingDay {
        let key = Key(
            day: day, component: component(of: request, overlay), version: 0, filter: filter)
        state.withLock { state in
            if state.requested[key] != nil || state.requested.count < Self.maximumRequested {
                state.requested[key] = 0
            }
        }
        return layout(key, overlay)
    }

    /// Searches a laid-out day; many threads may do so at once.
    func search<Result: Sendable>(
        _ day: RoutingDay, _ body: (inout JourneySearch) -> Result
    ) -> Result {
        let scratch = idle.withLock { $0.popLast() } ?? JourneySearchMemory(day)
        defer {
            idle.withLock { if $0.count < maximumIdle { $0.append(scratch) } }
        }
        return scratch.withLock { search in
            search.move(to: day)
            return body(&search)
        }
    }

    /// Lays out again the days searched lately if an overlay changes them.
    ///
    /// Call it with each new overlay, off the event loops. A day without a request during some
    /// hundred calls is no longer laid out ahead.
    func prepare(_ overlay: RealtimeOverlay) {
        let keys = state.withLock { state in
            for (key, unused) in state.requested {
                state.requested[key] = unused < Self.maximumUnusedLayouts ? unused + 1 : nil
            }
            // The most recently requested first.
            return state.requested.sorted { $0.value < $1.value }.map { $0.key }
        }
        // No more than can be kept beside the plain timetable.
        var left = maximumSize / 2
        for key in keys where touches(key.day, key.component, overlay) {
            left -= part(key.component).size
            if left < 0 { break }
            _ = layout(key, overlay)
        }
    }

    /// Returns whether the overlay changes a run of a request's laid-out day.
    func touches(
        _ day: ServiceDay, _ overlay: RealtimeOverlay, for request: RoutingRequest
    ) -> Bool {
        touches(day, component(of: request, overlay), overlay)
    }

    private func part(_ component: Int?) -> NetworkPart {
        component.map { NetworkPart(component: $0, of: components) }
            ?? NetworkPart(allOf: components)
    }

    /// Returns the component of a request; nil if it needs the whole network.
    private func component(of request: RoutingRequest, _ overlay: RealtimeOverlay) -> Int? {
        changed(by: overlay)?.linksComponents ?? false ? nil : components.component(of: request)
    }

    private func layout(_ key: Key, _ overlay: RealtimeOverlay) -> RoutingDay {
        let touches = touches(key.day, key.component, overlay)
        let part = part(key.component)
        let key = Key(
            day: key.day, component: key.component, version: touches ? overlay.version : 0,
            filter: key.filter)
        return entry(key, size: part.size).layout.withLock { layout in
            if let layout { return layout }
            let made = RoutingDay(
                of: part, day: key.day, overlay: touches ? overlay : .none, filter: key.filter,
                transferSeconds: TransferFinder.defaultSeconds)
            layout = made
            return made
        }
    }

    private func touches(
        _ day: ServiceDay, _ component: Int?, _ overlay: RealtimeOverlay
    ) -> Bool {
        guard let changed = changed(by: overlay),
            (-1...1).contains(where: { changed.days.contains(day.advanced(by: $0)) })
        else { return false }
        guard let component else { return true }
        if let known = changed.isTouched[component] { return known }
        let isTouched = part(component).isTouched(by: overlay)
        state.withLock { state in
            guard state.changed?.version == overlay.version else { return }
            state.changed?.isTouched[component] = isTouched
        }
        return isTouched
    }

    /// Returns what an overlay changes; nil if nothing.
    private func changed(by overlay: RealtimeOverlay) -> Changed? {
        guard !overlay.changes.isEmpty || !overlay.added.isEmpty else { return nil }
        let known = state.withLock { $0.changed }
        if let known, known.version == overlay.version { return known }
        var days = Set(overlay.changes.keys.lazy.map { $0.day })
        for run in overlay.added { days.insert(run.day) }
        let made = Changed(
            version: overlay.version, days: days,
            linksComponents: components.areLinked(by: overlay))
        state.withLock { $0.changed = made }
        return made
    }

    private func entry(_ key: Key, size: Int) -> Entry {
        state.withLock { state in
            if key.version > state.newest {
                // Days of an earlier overlay are of no more use; those of the plain timetable are.
                for old in state.order where old.version != 0 { state.remove(old) }
                state.newest = key.version
            }
            let made = state.entries[key] ?? Entry(size: size)
            state.remove(key)
            state.entries[key] = made
            state.order.append(key)
            state.size += size
            while state.size > maximumSize, state.order.count > 1 {
                state.remove(state.order[0])
            }
            return made
        }
    }
}
