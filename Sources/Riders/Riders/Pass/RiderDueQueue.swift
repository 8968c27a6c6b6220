import TransitModel

/// Who has to be looked at, the most pressing first.
///
/// After a start they are many, and reading what they saved takes a while: each look takes some of
/// them, so that those who are read already are told meanwhile.
struct RiderDueQueue {
    /// Who changed something of theirs.
    private var changed: Set<RiderID> = []
    /// Who is due by the clock, in order; up to `head` they are done.
    private var due: [RiderID] = []
    private var head = 0
    private var isDue: Set<RiderID> = []

    /// Nobody waits.
    init() {}

    var count: Int { changed.count + due.count - head }

    /// Nobody waits of whom the clock said that they are due.
    var isClockServed: Bool { head == due.count }

    /// These changed something; those who wait already are looked at in their turn.
    mutating func note(changed riders: some Sequence<RiderID>) {
        for rider in riders where !isDue.contains(rider) { changed.insert(rider) }
    }

    /// These are due by the clock, after those who are already.
    mutating func note(due riders: some Sequence<RiderID>) {
        for rider in riders where isDue.insert(rider).inserted { due.append(rider) }
    }

    /// The next ones, at most so many, and whether they changed something; they wait until they are
    /// taken.
    func next(_ most: Int) -> (riders: [RiderID], haveChanged: Bool) {
        if !changed.isEmpty { return (Array(changed.prefix(most)), true) }
        return (Array(due[head...].prefix(most)), false)
    }

    /// These were looked at: what ``next(_:)`` gave last.
    mutating func take(_ riders: [RiderID], haveChanged: Bool) {
        if haveChanged {
            changed.subtract(riders)
            return
        }
        isDue.subtract(riders)
        head += riders.count
        if head == due.count { (due, head) = ([], 0) }
    }
}
