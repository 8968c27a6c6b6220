import Realtime
import Routing
import Synchronization
import Timetables
import TransitModel

/// Laid out days and scratch memory for searching on them, shared by all threads.
///
/// A day is laid out once by whoever asks first; others who want the same one wait for it, those who
/// want another do not. The least lately used day goes when there are too many. What is asked for again
/// and again can be laid out anew before anybody asks, when live data changed.
final class RoutingPool: Sendable {
    private struct Key: Hashable {
        let day: ServiceDay
        /// 0 where no run of the day is changed.
        let version: UInt64
        let filter: RoutingFilter
    }

    /// A laid out day; its lock is held while it is being laid out.
    private final class Entry: Sendable {
        let layout = Mutex<RoutingDay?>(nil)
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// The key used last is the last one.
        var order: [Key] = []
        var newest: UInt64 = 0
        /// What was searched on, as of the plain timetable, and how often it was laid out ahead since.
        var wanted: [Key: Int] = [:]
        var changedDays: ChangedDays?
    }

    /// Which service days an overlay is about.
    private struct ChangedDays {
        let version: UInt64
        let days: Set<ServiceDay>
    }

    private let timetable: Timetable
    private let state = Mutex(State())
    private let idle = Mutex<[Scratch]>([])
    private let mostDays: Int
    private let mostIdle: Int

    /// How often a day is laid out ahead without anybody asking for it.
    private static let mostInVain = 300
    /// Of how many days and filters it is known that they are asked for.
    private static let mostWanted = 32

    /// Keeps at most `days` laid out days, and the memory for so many searches at once.
    init(_ timetable: Timetable, days: Int, searches: Int) {
        self.timetable = timetable
        mostDays = max(1, days)
        mostIdle = max(1, searches)
    }

    /// How many laid out days are kept.
    var count: Int { state.withLock { $0.entries.count } }

    /// The laid out day for a search; kept for others who ask for the same.
    func day(
        _ day: ServiceDay, _ overlay: RealtimeOverlay, _ filter: RoutingFilter
    ) -> RoutingDay {
        state.withLock { state in
            let wish = Key(day: day, version: 0, filter: filter)
            if state.wanted[wish] != nil || state.wanted.count < Self.mostWanted {
                state.wanted[wish] = 0
            }
        }
        return layout(day, overlay, filter)
    }

    /// Searches on a laid out day; many threads may do so at once.
    func search<Result: Sendable>(
        _ day: RoutingDay, _ body: (inout JourneySearch) -> Result
    ) -> Result {
        let scratch = idle.withLock { $0.popLast() } ?? Scratch(day)
        defer {
            idle.withLock { if $0.count < mostIdle { $0.append(scratch) } }
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
                state.wanted[wish] = inVain < Self.mostInVain ? inVain + 1 : nil
            }
            // No more than can be kept, those asked for last first.
            return state.wanted.sorted { $0.value < $1.value }.prefix(mostDays / 2).map(\.key)
        }
        for wish in wishes where touches(wish.day, overlay) {
            _ = layout(wish.day, overlay, wish.filter)
        }
    }

    private func layout(
        _ day: ServiceDay, _ overlay: RealtimeOverlay, _ filter: RoutingFilter
    ) -> RoutingDay {
        let touches = touches(day, overlay)
        let key = Key(day: day, version: touches ? overlay.version : 0, filter: filter)
        return entry(key).layout.withLock { layout in
            if let layout { return layout }
            let made = RoutingDay(
                timetable, day: day, overlay: touches ? overlay : .none, filter: filter,
                changeSeconds: ChangeFinder.usualSeconds)
            layout = made
            return made
        }
    }

    /// Whether the overlay changes a run that is laid out for a day.
    func touches(_ day: ServiceDay, _ overlay: RealtimeOverlay) -> Bool {
        guard !overlay.changes.isEmpty || !overlay.added.isEmpty else { return false }
        let known = state.withLock { $0.changedDays }
        var days: Set<ServiceDay>
        if let known, known.version == overlay.version {
            days = known.days
        } else {
            days = Set(overlay.changes.keys.lazy.map(\.day))
            for run in overlay.added { days.insert(run.day) }
            let made = ChangedDays(version: overlay.version, days: days)
            state.withLock { $0.changedDays = made }
        }
        return (-1...1).contains { days.contains(day.advanced(by: $0)) }
    }

    private func entry(_ key: Key) -> Entry {
        state.withLock { state in
            if key.version > state.newest {
                // What was expected before is of no more use; the plain timetable is.
                let old = state.order.filter { $0.version != 0 }
                for key in old { state.entries[key] = nil }
                state.order.removeAll { $0.version != 0 }
                state.newest = key.version
            }
            if let place = state.order.firstIndex(of: key) { state.order.remove(at: place) }
            state.order.append(key)
            if let known = state.entries[key] { return known }
            let made = Entry()
            state.entries[key] = made
            while state.order.count > mostDays {
                state.entries[state.order.removeFirst()] = nil
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
