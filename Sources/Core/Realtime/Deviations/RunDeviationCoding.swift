import TransitModel

/// The runs that deviate, in the order of their names, and the changes between two instants.
struct RunDeviations: Equatable, Sendable {
    private(set) var names: [RunName] = []
    private(set) var runs: [RunDeviation] = []
    /// The number of changes of others since each run last changed, at most 7.
    private(set) var rests: [Int] = []

    /// The most runs at once.
    static let maximumRuns = 200_000

    /// What is coded: rows are those after the removal and insertion that precede.
    struct Change: Sendable {
        /// The old rows of runs that no longer have a deviation.
        var removed: [Int] = []
        /// The names of new runs, in order.
        var names: [RunName] = []
        /// The rows of runs with another deviation, new runs included, and the deviations.
        var changed: [(row: Int, run: RunDeviation)] = []

        var isEmpty: Bool { removed.isEmpty && names.isEmpty && changed.isEmpty }
    }

    /// Removes and inserts runs without a deviation.
    mutating func rename(_ change: Change) {
        guard !change.removed.isEmpty || !change.names.isEmpty else { return }
        let gone = Set(change.removed)
        var merged = RunDeviations()
        var next = change.names[...]
        for (row, name) in names.enumerated() where !gone.contains(row) {
            while let new = next.first, new < name { merged.append(new, RunDeviation(), &next) }
            merged.names.append(name)
            merged.runs.append(runs[row])
            merged.rests.append(rests[row])
        }
        while let new = next.first { merged.append(new, RunDeviation(), &next) }
        self = merged
    }

    private mutating func append(
        _ name: RunName, _ run: RunDeviation, _ rest: inout ArraySlice<RunName>
    ) {
        names.append(name)
        runs.append(run)
        rests.append(0)
        rest = rest.dropFirst()
    }

    /// Codes a change and applies it; a reader passes an empty one.
    ///
    /// At most `maximumCalls` calls are read, so that few bytes cannot take much memory and time.
    ///
    /// - Throws: `ByteReader.Malformed` if what was read is no change of these runs.
    mutating func code(
        _ change: Change, _ predictor: inout BitPredictor, _ coder: inout some BitCoder,
        maximumCalls: Int = .max
    ) throws(ByteReader.Malformed) -> Change {
        var coding = RunCoding(predictor: predictor, maximumCalls: maximumCalls)
        var found = Change()
        found.removed = try coding.rows(change.removed, below: names.count, &coder)
        found.names = try coding.names(change.names, room: Self.maximumRuns - names.count, &coder)
        rename(found)
        for row in names.indices.dropFirst() {
            guard names[row - 1] < names[row] else { throw ByteReader.Malformed() }
        }
        var given = change.changed[...]
        for row in runs.indices {
            let isNext = given.first?.row == row
            guard try coding.isChanged(isNext, runs[row], rest: rests[row], &coder) else {
                rests[row] = min(7, rests[row] + 1)
                continue
            }
            let run = (isNext ? given.popFirst()?.run : nil) ?? RunDeviation()
            runs[row] = try coding.run(run, after: runs[row], &coder)
            rests[row] = 0
            found.changed.append((row, runs[row]))
        }
        predictor = coding.predictor
        return found
    }

    /// Codes how long runs have rested, with which a reader goes on after a snapshot.
    mutating func codeRests(
        _ given: [Int], _ predictor: inout BitPredictor, _ coder: inout some BitCoder
    ) throws(ByteReader.Malformed) {
        for row in rests.indices {
            let rest = given.indices.contains(row) ? given[row] : 0
            rests[row] = try predictor.choice(rest, .rest, after: 0, &coder)
        }
    }
}

/// Codes the parts of changes, each predicted from the deviation before and from the call before.
private struct RunCoding {
    private(set) var predictor: BitPredictor
    /// The number of calls that may still be coded.
    private var calls: Int
    /// The last spreads that were written in full in this frame, the newest first.
    private var recentSpreads: [CallSpread] = []
    private static let recentCount = 7

    init(predictor: BitPredictor, maximumCalls: Int) {
        self.predictor = predictor
        calls = maximumCalls
    }

    /// Codes whether a run's deviation is another one than before.
    mutating func isChanged(
        _ isChanged: Bool, _ old: RunDeviation, rest: Int, _ coder: inout some BitCoder
    ) throws(ByteReader.Malformed) -> Bool {
        let isUnderWay = old.flatCount > 1
        return try predictor.flag(
            isChanged, .isChanged, after: rest * 2 + (isUnderWay ? 1 : 0), &coder)
    }

    /// Codes ascending rows.
    mutating func rows(
        _ rows: [Int], below end: Int, _ coder: inout some BitCoder
    ) throws(ByteReader.Malformed) -> [Int] {
        let count = try predictor.number(Int32(rows.count), .count, &coder)
        var (found, next): ([Int], Int) = ([], 0)
        for number in 0..<max(0, Int(count)) {
            let row = number < rows.count ? rows[number] : next
            next += Int(try predictor.number(Int32(row - next), .gap, &coder))
            guard next >= found.count, next < end else { throw ByteReader.Malformed() }
            found.append(next)
            next += 1
        }
        return found
    }

    mutating func names(
        _ names: [RunName], room: Int, _ coder: inout some BitCoder
    ) throws(ByteReader.Malformed) -> [RunName] {
        let count = Int(try predictor.number(Int32(names.count), .count, &coder))
        guard count <= room else { throw ByteReader.Malformed() }
        var found: [RunName] = []
        var last = RunName(trip: 0, day: 0, times: 0)
        for number in 0..<max(0, count) {
            let name = number < names.count ? names[number] : last
            let trip = try BitPredictor.bits(name.trip, count: RunName.tripBits, &coder)
            let day = try predictor.number(name.day &- last.day, .name, &coder)
            let times = try BitPredictor.bits(
                UInt64(name.times), count: RunName.timesBits, &coder)
            last = RunName(
                trip: trip, day: last.day &+ day, times: UInt32(truncatingIfNeeded: times))
            found.append(last)
        }
        return found
    }

    mutating func run(
        _ run: RunDeviation, after old: RunDeviation, _ coder: inout some BitCoder
    ) throws(ByteReader.Malformed) -> RunDeviation {
        let kind = try predictor.choice(
            run.kind.rawValue, .kind, after: old.kind.rawValue, &coder)
        guard let kind = RunDeviation.Kind(rawValue: kind) else { throw ByteReader.Malformed() }
        guard kind == .runs else { return RunDeviation(kind: kind) }
        var before = old.calls
        if before.isEmpty {
            let count = Int(try predictor.number(Int32(run.calls.count), .count, &coder))
            guard (2...RunDeviation.maximumCalls).contains(count) else {
                throw ByteReader.Malformed()
            }
            before = Array(repeating: RunDeviation.Call(), count: count)
        }
        calls -= before.count
        guard calls >= 0 else { throw ByteReader.Malformed() }
        var calls = run.calls.count == before.count ? run.calls : before
        try codeCalls(
            &calls, after: before, flat: (run.flatCount, old.flatCount), &coder)
        return RunDeviation(calls: calls)
    }

    private mutating func codeCalls(
        _ calls: inout [RunDeviation.Call], after old: [RunDeviation.Call],
        flat counts: (new: Int, old: Int), _ coder: inout some BitCoder
    ) throws(ByteReader.Malformed) {
        let more = try predictor.number(Int32(counts.new - counts.old), .flatCalls, &coder)
        let flat = counts.old + Int(more)
        guard (0...calls.count).contains(flat) else { throw ByteReader.Malformed() }
        var shift: Int32 = 0
        if flat > 0 {
            shift = try predictor.number(
                calls[0].arrival &- old[0].arrival, .flatDelay, &coder)
            let delay = try Self.seconds(old[0].arrival &+ shift)
            for position in 0..<flat {
                calls[position] = RunDeviation.Call(arrival: delay, departure: delay)
            }
        }
        var context = CallContext(shift: shift)
        let differ = (flat..<calls.count).contains { position in
            let (call, before) = (calls[position], old[position])
            return call.occupancy != before.occupancy || call.stop != before.stop
                || call.isSkipped != before.isSkipped
        }
        let hasExtras = try predictor.flag(differ, .extras, &coder)
        for position in flat..<calls.count {
            try codeTimes(&calls[position], after: old[position], &context, &coder)
            try codeSpread(
                &calls[position],
                near: (
                    old: old[position].spread,
                    newBefore: position > flat ? calls[position - 1].spread : nil,
                    oldBefore: position > 0 ? old[position - 1].spread : nil
                ), &context, &coder)
            if hasExtras { try codeExtras(&calls[position], after: old[position], &coder) }
        }
    }

    /// What is known of the preceding calls when the next one is coded.
    private struct CallContext {
        /// How much later the preceding call is than it was, in seconds.
        var shift: Int32
        /// By how much the last two calls differed from what was predicted.
        var residuals: (Int32, Int32)?
        var departureKind = 0
        var spreadKind = 0
    }

    private static func seconds(_ seconds: Int32) throws(ByteReader.Malformed) -> Int32 {
        guard RunDeviation.holds(seconds) else { throw ByteReader.Malformed() }
        return seconds
    }

    private mutating func codeTimes(
        _ call: inout RunDeviation.Call, after old: RunDeviation.Call,
        _ context: inout CallContext, _ coder: inout some BitCoder
    ) throws(ByteReader.Malformed) {
        let field = context.residuals.map { BitPredictor.Field.arrival(after: $0) } ?? .firstArrival
        let predicted = old.arrival &+ context.shift
        let residual = try predictor.number(call.arrival &- predicted, field, &coder)
        let arrival = try Self.seconds(predicted &+ residual)
        let given = call.departure == call.arrival ? 0 : call.departure == old.departure ? 1 : 2
        let kind = try predictor.choice(
            given, .departureKind,
            after: context.departureKind * 2 + (old.arrival == old.departure ? 0 : 1),
            &coder)
        switch kind {
        case 0: call.departure = arrival
        case 1: call.departure = old.departure
        default:
            call.departure = try Self.seconds(
                arrival &+ predictor.number(call.departure &- call.arrival, .departure, &coder))
        }
        call.arrival = arrival
        context.shift = arrival &- old.arrival
        context.residuals = (residual, context.residuals?.0 ?? 0)
        context.departureKind = min(2, kind)
    }

    private mutating func codeSpread(
        _ call: inout RunDeviation.Call,
        near: (old: CallSpread?, newBefore: CallSpread?, oldBefore: CallSpread?),
        _ context: inout CallContext, _ coder: inout some BitCoder
    ) throws(ByteReader.Malformed) {
        let known = [near.old, near.newBefore, near.oldBefore, nil]
        let given = known.firstIndex { $0 == call.spread } ?? known.count
        let index =
            context.spreadKind * 4 + (near.old == near.newBefore ? 2 : 0)
            + (near.old == near.oldBefore ? 1 : 0)
        let kind = try predictor.choice(given, .spreadKind, after: index, &coder)
        context.spreadKind = min(3, kind)
        call.spread =
            try kind < known.count
            ? known[kind] : codeSpread(call.spread, near: near.newBefore ?? near.old, &coder)
    }

    private mutating func codeSpread(
        _ spread: CallSpread?, near base: CallSpread?, _ coder: inout some BitCoder
    ) throws(ByteReader.Malformed) -> CallSpread {
        let none = CallSpread(either: 0)
        let (spread, base) = (spread ?? none, base ?? none)
        let recent = recentSpreads.firstIndex(of: spread) ?? Self.recentCount
        let index = try predictor.choice(recent, .recentSpread, after: 0, &coder)
        if index < Self.recentCount {
            guard index < recentSpreads.count else { throw ByteReader.Malformed() }
            let spread = recentSpreads.remove(at: index)
            recentSpreads.insert(spread, at: 0)
            return spread
        }
        let found = try codeNewSpread(spread, base, &coder)
        recentSpreads.insert(found, at: 0)
        if recentSpreads.count > Self.recentCount { recentSpreads.removeLast() }
        return found
    }

    private mutating func codeNewSpread(
        _ spread: CallSpread, _ base: CallSpread, _ coder: inout some BitCoder
    ) throws(ByteReader.Malformed) -> CallSpread {
        let parts = [
            (spread.earlyArrival, base.earlyArrival, BitPredictor.Field.early),
            (spread.lateArrival, base.lateArrival, .late), (spread.margin, base.margin, .margin),
            (spread.earlyDeparture, spread.earlyArrival, .earlierDeparture),
            (spread.lateDeparture, spread.lateArrival, .laterDeparture),
        ]
        // Measured errors are counted in steps of ten seconds.
        let unit: Int32 =
            try predictor.flag(
                parts.allSatisfy { (Int32($0.0) - Int32($0.1)) % 10 == 0 }, .isRound, &coder)
            ? 10 : 1
        var found: [Int32] = []
        for (index, part) in parts.enumerated() {
            let from = index < 3 ? Int32(part.1) : found[index - 3]
            let difference = try predictor.number(
                (Int32(part.0) - Int32(part.1)) / unit, part.2, &coder)
            found.append(Int32(UInt16(clamping: from &+ difference &* unit)))
        }
        return CallSpread(
            arrival: (found[0], found[1]), departure: (found[3], found[4]), margin: found[2])
    }

    private mutating func codeExtras(
        _ call: inout RunDeviation.Call, after old: RunDeviation.Call, _ coder: inout some BitCoder
    ) throws(ByteReader.Malformed) {
        if try predictor.flag(call.occupancy != old.occupancy, .occupancy, &coder) {
            call.occupancy = UInt8(try BitPredictor.bits(UInt64(call.occupancy), count: 4, &coder))
        } else {
            call.occupancy = old.occupancy
        }
        if try predictor.flag(call.stop != old.stop, .place, &coder) {
            let isOther = try predictor.flag(call.stop != 0, .place, after: 1, &coder)
            call.stop = isOther ? try BitPredictor.bits(call.stop, count: 64, &coder) : 0
        } else {
            call.stop = old.stop
        }
        call.isSkipped = try predictor.flag(
            call.isSkipped, .skip, after: old.isSkipped ? 1 : 0, &coder)
    }
}
