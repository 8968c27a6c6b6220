import Realtime
import Timetables
import TransitModel

/// Moves transfers to where riders would make them.
///
/// Two vehicles often meet at several stops, and a search takes any of them. This moves the
/// transfer to where it costs least: little walking, spare time, no riding past and back, and
/// preferably an important stop. The runs stay the same, so departure, arrival and rides do too.
struct TransferOptimizer {
    let transfers: TransferFinder
    let overlay: RealtimeOverlay
    let options: PlanningOptions
    let walkingPercent: Int32
    /// The closures that matter to step-free requests.
    let closures: StepFreeClosures

    /// More spare time than this is worth nothing.
    private static let ampleSeconds: Int64 = 300
    /// With less spare time than this, a transfer at another stop is much preferred.
    private static let pressedSeconds: Int64 = 120
    /// The maximum number of calls around the found transfer that are considered.
    private static let maximumCalls = 60

    private struct Choice {
        let alight: Int
        let board: Int
        let seconds: Int32
        let cost: Int64
    }

    func improved(_ skeleton: JourneySkeleton) -> JourneySkeleton {
        var skeleton = skeleton
        let count = skeleton.rides.count
        guard count > 1 else { return skeleton }
        for number in 1..<count {
            let rides = skeleton.rides
            let (before, after) = (rides[number - 1], rides[number])
            guard !after.staysSeated,
                let first = RunOnDay(before.run, day: before.day, transfers.timetable, overlay),
                let second = RunOnDay(after.run, day: after.day, transfers.timetable, overlay),
                let best = best(before, first, after, second),
                best.alight != before.alight || best.board != after.board
            else { continue }
            skeleton = moved(skeleton, transfer: number, to: best, first, second)
        }
        return skeleton
    }

    private func best(
        _ before: Ride, _ first: RunOnDay, _ after: Ride, _ second: RunOnDay
    ) -> Choice? {
        let boards = BoardingPositions(
            of: second, in: max(0, after.board - Self.maximumCalls)..<after.alight)
        let end = min(first.count, before.alight + Self.maximumCalls)
        var best: Choice?
        for alight in before.board + 1..<end where first.canAlight(alight) {
            let stop = first.stop(alight)
            func compare(_ board: Int) {
                guard let place = place(first, alight, second, board),
                    place.cost < best?.cost ?? .max
                else { return }
                best = place
            }
            boards.forEach(at: stop, compare)
            let walks = transfers.timetable.footpaths
            for row in walks.offsets[stop] where walks.targets[row] != stop {
                boards.forEach(at: walks.targets[row], compare)
            }
        }
        // Between equal stops, the found one stays.
        if let found = place(first, before.alight, second, after.board), let cost = best?.cost,
            found.cost <= cost
        {
            return nil
        }
        return best
    }

    /// Returns the cost of a transfer; nil if it is impossible.
    private func place(
        _ first: RunOnDay, _ alight: Int, _ second: RunOnDay, _ board: Int
    ) -> Choice? {
        let (from, to) = (first.stop(alight), second.stop(board))
        if options.wheelchair {
            let stops = transfers.timetable.stops
            guard stops.wheelchairBoarding(from) != .no, stops.wheelchairBoarding(to) != .no,
                !closures.closeWalk(from: from, to: to, in: transfers.timetable)
            else { return nil }
        }
        guard
            let transfer = transfers.transfer(
                .init(stop: from, route: first.route, trip: first.trip),
                .init(stop: to, route: second.route, trip: second.trip), percent: walkingPercent,
                avoidsStairs: options.wheelchair)
        else { return nil }
        let (arrival, departure) = (
            first.expected(alight).arrival, second.expected(board).departure
        )
        let margin =
            departure - arrival - Int64(transfer.seconds) - Int64(max(0, options.marginSeconds))
        guard margin >= 0 else { return nil }
        let walked = from == to ? 0 : Int64(transfer.seconds)
        // Riding a stretch twice, or past the transfer and back, is time in vehicles instead of
        // outside.
        let ridden = arrival - departure
        let short = max(0, Self.ampleSeconds - margin)
        let pressed = max(0, Self.pressedSeconds - margin)
        return Choice(
            alight: alight, board: board, seconds: transfer.seconds,
            cost: 4 * walked + 2 * ridden + short + 6 * pressed - 20 * importance(of: from))
    }

    /// Twice as many calls at a stop count as much as five seconds of walking.
    private func importance(of stop: StopIndex) -> Int64 {
        let calls = transfers.timetable.stops.callOffsets[stop].count
        return Int64(Int.bitWidth - calls.leadingZeroBitCount)
    }

    private func moved(
        _ skeleton: JourneySkeleton, transfer number: Int, to place: Choice, _ first: RunOnDay,
        _ second: RunOnDay
    ) -> JourneySkeleton {
        var legs = skeleton.legs
        let (before, after) = (skeleton.rideLegs[number - 1], skeleton.rideLegs[number])
        guard case .ride(var left) = legs[before], case .ride(var boarded) = legs[after] else {
            return skeleton
        }
        left.alight = place.alight
        boarded.board = place.board
        let (from, to) = (first.stop(place.alight), second.stop(place.board))
        var replacement: [JourneySkeleton.Leg] = [.ride(left)]
        if from != to {
            replacement.append(
                .walk(JourneySkeleton.Walk(from: from, to: to, seconds: place.seconds)))
        }
        replacement.append(.ride(boarded))
        legs.replaceSubrange(before...after, with: replacement)
        return JourneySkeleton(legs)
    }
}

/// The positions at which riders may board a run, by stop.
///
/// A table by the last bits of the stops' numbers: few of the stops that are looked up have a
/// position, and a dictionary would hash them all.
private struct BoardingPositions {
    private var entries: [(stop: StopIndex, position: Int, next: Int)] = []
    /// For each value of the last bits, the first entry; -1 if there is none.
    private var first = [Int](repeating: -1, count: 256)

    init(of run: RunOnDay, in positions: Range<Int>) {
        // The last position first, so that they are visited in ascending order.
        for position in positions.reversed() where run.canBoard(position) {
            let stop = run.stop(position)
            entries.append((stop, position, first[stop.row & 255]))
            first[stop.row & 255] = entries.count - 1
        }
    }

    /// Calls `body` with each position at a stop, in ascending order.
    @inline(__always)
    func forEach(at stop: StopIndex, _ body: (Int) -> Void) {
        var number = first[stop.row & 255]
        while number >= 0 {
            let entry = entries[number]
            if entry.stop == stop { body(entry.position) }
            number = entry.next
        }
    }
}
