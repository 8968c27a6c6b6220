import Raptor
import Realtime
import Synchronization
import Timetables
import TransitModel

/// Laid out days and scratch memory for searching on them, shared by all threads.
///
/// The first question about a day lays it out, for the network component of its stops. Questions
/// about the same day and component wait for it, others do not. When the laid out days grow too
/// large together, the least recently used are dropped. When live data changes, days in frequent
/// use can be laid out again before the next question.
final class RoutingPool: Sendable {
    private struct Key: Hashable {
        let day: ServiceDay
        /// Nil: all of the network.
        let component: Int?
        /// 0 where no run of the day is changed.
        let version: UInt64
        let filter: RoutingFilter
    }

    /// A laid out day; its lock is held while it is being laid out.
    private final class Entry: Sendable {
        let layout = Mutex<RoutingDay?>(nil)
        let size: Int

        init(size: Int) {
            self.size = size
        }
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// The key used last is the last one.
        var order: [Key] = []
        /// Of all that is kept together, as ``NetworkPart/size``.
        var size = 0
        var newest: UInt64 = 0
        /// What was searched on, as of the plain timetable, and how often it was laid out ahead
        /// since.
        var wanted: [Key: Int] = [:]
        var changed: Changed?

        /// Does nothing if it is not kept.
        mutating func remove(_ key: Key) {
            guard let entry = entries.removeValue(forKey: key) else { return }
            order.removeAll { $0 == key }
            size -= entry.size
        }
    }

    /// What an overlay is about.
    private struct Changed {
        let version: UInt64
        let days: Set<ServiceDay>
        /// Some run leads from one component to another.
        let linksComponents: Bool
        /// By component, as far as somebody asked.
        var isTouched: [Int: Bool] = [:]
    }

    private let timetable: Timetable
    private let components: NetworkComponents
    private let state = Mutex(State())
    private let idle = Mutex<[Scratch]>([])
    private let largestSize: Int
    private let maximumIdle: Int

    /// How often a day is laid out ahead without anybody asking for it.
    private static let maximumInVain = 300
    /// Of how many days, components and filters it is known that they are asked for.
    private static let maximumWanted = 32

    /// Keeps at most the size of `days` laid out days of the whole network, and scratch memory for
    /// `searches` concurrent searches.
    init(_ timetable: Timetable, days: Int, searches: Int) {
        self.timetable = timetable
        components = NetworkComponents(timetable)
        largestSize = max(1, days) * NetworkPart(timetable).size
        maximumIdle = max(1, searches)
    }

    /// How many laid out days are kept.
    var count: Int { state.withLock { $0.entries.count } }

    /// The laid out day for a question; kept for others who ask for the same.
    func day(
        _ day: ServiceDay, _ overlay: RealtimeOverlay, for request: RoutingRequest,
        _ filter: RoutingFilter
    ) -> RoutingDay {
        let wish = Key(
            day: day, component: component(of: request, overlay), version: 0, filter: filter)
        state.withLock { state in
            if state.wanted[wish] != nil || state.wanted.count < Self.maximumWanted {
                state.wanted[wish] = 0
            }
        }
        return layout(wish, overlay)
    }

    /// Searches on a laid out day; many threads may do so at once.
    func search<Result: Sendable>(
        _ day: RoutingDay, _ body: (inout JourneySearch) -> Result
    ) -> Result {
        let scratch = idle.withLock { $0.popLast() } ?? Scratch(day)
        defer {
            idle.withLock { if $0.count < maximumIdle { $0.append(scratch) } }
        }
        return scratch.search.withLock { search in
            search.move(to: day)
            return body(&search)
        }
    }

    /// Lays out anew what was lately searched on, if an overlay changes it.
    ///
    /// To be called with each new overlay, off the event loops. What nobody asked for during
    /// some hundred calls is no longer laid out.
    func prepare(_ overlay: RealtimeOverlay) {
        let wishes = state.withLock { state in
            for (wish, inVain) in state.wanted {
                state.wanted[wish] = inVain < Self.maximumInVain ? inVain + 1 : nil
            }
            // Those asked for last first.
            return state.wanted.sorted { $0.value < $1.value }.map(\.key)
        }
        // No more than can be kept beside the plain timetable.
        var left = largestSize / 2
        for wish in wishes where touches(wish.day, wish.component, overlay) {
            left -= part(wish.component).size
            if left < 0 { break }
            _ = layout(wish, overlay)
        }
    }

    /// Whether the overlay changes a run that is laid out for a question's day.
    func touches(
        _ day: ServiceDay, _ overlay: RealtimeOverlay, for request: RoutingRequest
    ) -> Bool {
        touches(day, component(of: request, overlay), overlay)
    }

    private func part(_ component: Int?) -> NetworkPart {
        component.map { NetworkPart(timetable, component: $0, of: components) }
            ?? NetworkPart(timetable)
    }

    /// The component in which a question lies; nil if that takes all of the network.
    private func component(of request: RoutingRequest, _ overlay: RealtimeOverlay) -> Int? {
        changed(by: overlay)?.linksComponents ?? false ? nil : components.component(of: request)
    }

    private func layout(_ wish: Key, _ overlay: RealtimeOverlay) -> RoutingDay {
        let touches = touches(wish.day, wish.component, overlay)
        let part = part(wish.component)
        let key = Key(
            day: wish.day, component: wish.component, version: touches ? overlay.version : 0,
            filter: wish.filter)
        return entry(key, size: part.size).layout.withLock { layout in
            if let layout { return layout }
            let made = RoutingDay(
                of: part, day: wish.day, overlay: touches ? overlay : .none, filter: wish.filter,
                changeSeconds: TransferFinder.usualSeconds)
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

    /// What an overlay is about; nil if that is nothing.
    private func changed(by overlay: RealtimeOverlay) -> Changed? {
        guard !overlay.changes.isEmpty || !overlay.added.isEmpty else { return nil }
        let known = state.withLock { $0.changed }
        if let known, known.version == overlay.version { return known }
        var days = Set(overlay.changes.keys.lazy.map(\.day))
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
                // What was expected before is of no more use; the plain timetable is.
                for old in state.order where old.version != 0 { state.remove(old) }
                state.newest = key.version
            }
            let made = state.entries[key] ?? Entry(size: size)
            state.remove(key)
            state.entries[key] = made
            state.order.append(key)
            state.size += size
            while state.size > largestSize, state.order.count > 1 {
                state.remove(state.order[0])
            }
            return made
        }
    }
}

/// Memory for one search at a time.
private final class Scratch: Sendable {
    let search: Mutex<JourneySearch>

    init(_ day: RoutingDay) {
        search = Mutex(JourneySearch(day))
    }
}
