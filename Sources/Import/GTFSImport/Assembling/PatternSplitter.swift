/// Splits the runs of each group so that no run overtakes another within a pattern.
///
/// Runs are processed by departure. Each joins the first pattern whose last run stays ahead of it
/// at every stop, or opens a new one (greedy, as for RAPTOR's routes: Delling, Pajor, Werneck,
/// "Round-based public transit routing", 2012). Service days are ignored: two runs that overtake
/// each other are separated even if they never run on the same day, which costs a few patterns.
struct PatternSplitter {
    private let draft: NetworkDraft
    /// The required headway between two profiles' departures, memoised per pair.
    private var leads: [UInt64: Int32] = [:]

    init(_ draft: NetworkDraft) {
        self.draft = draft
    }

    /// Sorts `runs` by pattern and returns the group and the runs of each pattern.
    mutating func split(_ runs: inout [RunDraft]) -> [(group: UInt32, runs: Range<Int>)] {
        runs.sort {
            ($0.group, $0.start, $0.profile, $0.trip) < ($1.group, $1.start, $1.profile, $1.trip)
        }
        var result: [(group: UInt32, runs: Range<Int>)] = []
        var start = 0
        while start < runs.count {
            var end = start + 1
            while end < runs.count, runs[end].group == runs[start].group { end += 1 }
            splitGroup(&runs, start..<end, into: &result)
            start = end
        }
        return result
    }

    private mutating func splitGroup(
        _ runs: inout [RunDraft], _ rows: Range<Int>,
        into result: inout [(group: UInt32, runs: Range<Int>)]
    ) {
        var lastRuns: [RunDraft] = []
        var patternOfRun: [Int] = []
        patternOfRun.reserveCapacity(rows.count)
        for row in rows {
            let run = runs[row]
            var pattern = 0
            while pattern < lastRuns.count, !staysAhead(lastRuns[pattern], of: run) { pattern += 1 }
            if pattern == lastRuns.count {
                lastRuns.append(run)
            } else {
                lastRuns[pattern] = run
            }
            patternOfRun.append(pattern)
        }
        if lastRuns.count > 1 {
            let copy = Array(runs[rows])
            var place = rows.lowerBound
            for pattern in lastRuns.indices {
                for (offset, run) in copy.enumerated() where patternOfRun[offset] == pattern {
                    runs[place] = run
                    place += 1
                }
            }
        }
        var place = rows.lowerBound
        for pattern in lastRuns.indices {
            let count = patternOfRun.reduce(0) { $0 + ($1 == pattern ? 1 : 0) }
            result.append((runs[place].group, place..<place + count))
            place += count
        }
    }

    /// Whether `first` arrives and departs no later than `second` at every stop.
    private mutating func staysAhead(_ first: RunDraft, of second: RunDraft) -> Bool {
        if first.profile == second.profile { return first.start <= second.start }
        return second.start - first.start >= lead(first.profile, second.profile)
    }

    /// The maximum seconds by which profile `first` is behind `second` if both start together.
    private mutating func lead(_ first: UInt32, _ second: UInt32) -> Int32 {
        let pair = UInt64(first) << 32 | UInt64(second)
        if let known = leads[pair] { return known }
        let left = UnsafeRawBufferPointer(draft.profileKeys.key(Int(first)))
        let right = UnsafeRawBufferPointer(draft.profileKeys.key(Int(second)))
        var lead = Int32.min
        for offset in stride(from: 0, to: left.count, by: 4) {
            let difference =
                left.loadUnaligned(fromByteOffset: offset, as: Int32.self)
                - right.loadUnaligned(fromByteOffset: offset, as: Int32.self)
            lead = max(lead, difference)
        }
        leads[pair] = lead
        return lead
    }
}
