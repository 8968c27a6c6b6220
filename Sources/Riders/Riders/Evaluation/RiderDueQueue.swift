/// The riders to evaluate, most urgent first.
///
/// After a start they are many, and reading what they saved takes a while: each evaluation takes
/// some of them, so that those already read get their messages meanwhile.
struct RiderDueQueue {
    /// Riders who changed something.
    private var changed: Set<RiderID> = []
    /// Riders due by the clock, in order; done up to `head`.
    private var due: [RiderID] = []
    private var head = 0
    private var isDue: Set<RiderID> = []

    init() {}

    var count: Int { changed.count + due.count - head }

    /// Whether no rider who is due by the clock waits.
    var isClockServed: Bool { head == due.count }

    /// Adds riders who changed something; waiting riders keep their position.
    mutating func note(changed riders: some Sequence<RiderID>) {
        for rider in riders where !isDue.contains(rider) { changed.insert(rider) }
    }

    /// Adds riders who are due by the clock, after those already in the queue.
    mutating func note(due riders: some Sequence<RiderID>) {
        for rider in riders where isDue.insert(rider).inserted { due.append(rider) }
    }

    /// Returns at most `limit` riders, and whether they changed something; they stay in the queue
    /// until they are taken.
    func next(_ limit: Int) -> (riders: [RiderID], haveChanged: Bool) {
        if !changed.isEmpty { return (Array(changed.prefix(limit)), true) }
        return (Array(due[head...].prefix(limit)), false)
    }

    /// Removes riders whom ``next(_:)`` returned last.
    mutating func remove(_ riders: [RiderID], haveChanged: Bool) {
        if haveChanged {
            changed.subtract(riders)
            return
        }
        isDue.subtract(riders)
        head += riders.count
        if head == due.count { (due, head) = ([], 0) }
    }
}
