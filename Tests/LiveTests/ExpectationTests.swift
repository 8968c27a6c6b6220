import Prediction
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Matching
@testable import Realtime

@Suite struct ExpectationTests {
    private let timetable: Timetable
    private let state: LiveState

    init() throws {
        timetable = try TextFeed("red-1: A 8:00  B 8:02  C 8:04/8:05  D 8:07").compiled()
        state = LiveState(timetable, sourceKind: "test", firstSequence: 1)
    }

    /// Returns the overlay after a sighting, seconds after 8:00.
    private func overlay(
        _ keeper: inout ExpectationCache, metres: Double, at second: Double,
        askedAfter: Double = 0, by predictor: ProgressPredictor = ProgressPredictor(),
        isRenewed: Bool = true
    ) async -> RealtimeOverlay {
        let seen = fix(timetable, metres: metres, at: second)
        await state.apply([seen], now: seen.time)
        return keeper.overlay(
            of: await state.snapshot(now: seen.time.advanced(bySeconds: askedAfter)),
            by: predictor, isRenewed: isRenewed)
    }

    /// Returns arrivals and departures in seconds after 8:00.
    private func times(_ overlay: RealtimeOverlay) -> [[Int32]]? {
        overlay.change(of: RunIndex(0), on: testDay)?.calls.map {
            [$0.arrival.seconds - 28_800, $0.departure.seconds - 28_800]
        }
    }

    @Test func `a late vehicle makes its run late, ahead and behind`() async throws {
        var keeper = ExpectationCache()
        let late = await overlay(&keeper, metres: 379, at: 140)
        #expect(times(late) == [[80, 80], [200, 200], [320, 335], [455, 455]])
        #expect(late.version == 1)
    }

    /// Returns a vehicle's reported occupancy for each call of its run, when it is seen.
    private func occupancies(metres: Double, at second: Double) async -> [OccupancyStatus?]? {
        let seen = fix(timetable, metres: metres, at: second)
        let full = VehicleFix(
            vehicleID: seen.vehicleID, coordinate: seen.coordinate, time: seen.time,
            trip: seen.trip, occupancy: Occupancy(status: .full))
        await state.apply([full], now: seen.time)
        var keeper = ExpectationCache()
        return keeper.overlay(of: await state.snapshot(now: seen.time))
            .change(of: RunIndex(0), on: testDay)?.calls.map(\.occupancy)
    }

    @Test func `a vehicle at a stop shows how full it is from that stop on`() async throws {
        #expect(await occupancies(metres: 0, at: -60) == [.full, .full, .full, .full])
        #expect(await occupancies(metres: 5, at: 30) == [.full, .full, .full, .full])
        #expect(await occupancies(metres: 379, at: 60) == [nil, .full, .full, .full])
        #expect(await occupancies(metres: 758, at: 120) == [nil, .full, .full, .full])
    }

    @Test func `how full a vehicle is long before it leaves says nothing of who gets on`() async {
        #expect(await occupancies(metres: 0, at: -1300) == [nil, nil, nil, nil])
        #expect(await occupancies(metres: 0, at: -1150) == [.full, nil, nil, nil])
    }

    @Test func `an expectation is kept until it is off by a quarter of a minute`() async throws {
        var keeper = ExpectationCache()
        let first = await overlay(&keeper, metres: 379, at: 100)
        let second = await overlay(&keeper, metres: 411, at: 110)
        #expect(second === first)
        let third = await overlay(&keeper, metres: 420, at: 130)
        #expect(third.version == 2)
        #expect(times(third)?[1] == [184, 184])
    }

    @Test func `a vehicle that fell silent says nothing`() async throws {
        var keeper = ExpectationCache()
        _ = await overlay(&keeper, metres: 379, at: 140)
        let silent = await overlay(&keeper, metres: 379, at: 141, askedAfter: 400)
        #expect(silent.changes.isEmpty)
        #expect(silent.version == 2)
    }

    /// Returns a model of vehicles that arrive 20 s early to 70 s late, or `shift` seconds later,
    /// one in ten at each of ten steps.
    private func measured(shift: Double = 0) -> ProgressPredictor {
        var model = PredictionModel()
        for ahead in [60.0, 200] {
            for residual in stride(from: -20.0 + shift, through: 70 + shift, by: 10) {
                for _ in 0..<10 {
                    model.errors.record(
                        ArrivalErrors.Parts(plain: ahead, history: 0, catchUp: 0),
                        actual: ahead + residual, route: 1)
                }
            }
        }
        return ProgressPredictor(model)
    }

    private func spread(_ overlay: RealtimeOverlay, _ position: Int) -> CallSpread? {
        overlay.change(of: RunIndex(0), on: testDay)?.calls[position].spread
    }

    @Test func `how sure a time is comes from the errors that were measured`() async throws {
        var keeper = ExpectationCache()
        let unknown = await overlay(&keeper, metres: 379, at: 140)
        #expect(spread(unknown, 3) == nil)
        let known = await overlay(&keeper, metres: 400, at: 150, by: measured())
        #expect(known.version == 2)
        #expect(spread(known, 0) == nil)
        let near = try #require(spread(known, 1))
        #expect(near.earlyArrival == 20 && near.lateArrival == 60)
        #expect(near.earlyDeparture == 20 && near.lateDeparture == 60)
        let call = try #require(known.change(of: RunIndex(0), on: testDay)?.calls[1])
        let departure = UnixTime(seconds: Int64(call.departure.seconds))
        let span = near.span(departure: departure)
        #expect(span.earliest < departure && departure < span.latest)
        #expect(try #require(span.leaveBy) <= departure)
        #expect(near.span(arrival: departure).leaveBy == nil)
    }

    @Test func `where only the spreads change, times stay, and the other way round`() async throws {
        var keeper = ExpectationCache()
        let unknown = await overlay(&keeper, metres: 379, at: 140)
        let known = await overlay(&keeper, metres: 400, at: 150, by: measured())
        #expect(times(known) == times(unknown) && spread(known, 1) != nil)
        // A step of the measured errors is 10 s, below the threshold.
        let later = await overlay(&keeper, metres: 420, at: 190, by: measured(shift: 10))
        #expect(times(later) != times(known) && spread(later, 1) == spread(known, 1))
        let both = await overlay(&keeper, metres: 430, at: 230, by: measured(shift: 50))
        #expect(times(both) != times(later) && spread(both, 1) != spread(later, 1))
        #expect(both.version == 4)
    }

    @Test func `where the timetable waits nobody leaves early`() async throws {
        var keeper = ExpectationCache()
        // On time: C is reached a minute before the departure.
        let onTime = await overlay(&keeper, metres: 379, at: 60, by: measured())
        let waiting = try #require(spread(onTime, 2))
        #expect(waiting.earlyArrival == 20)
        #expect(waiting.earlyDeparture == 0 && waiting.margin == 0)
    }

    @Test func `a silent vehicle is less sure`() async throws {
        var keeper = ExpectationCache()
        let live = await overlay(&keeper, metres: 379, at: 140, by: measured())
        let silent = await overlay(
            &keeper, metres: 379, at: 140, askedAfter: 120, by: measured(), isRenewed: false)
        #expect(silent.version == 2)
        let (before, after) = (try #require(spread(live, 1)), try #require(spread(silent, 1)))
        #expect(after.earlyArrival == before.earlyArrival + 60)
        #expect(after.lateDeparture == before.lateDeparture + 60)
        #expect(after.margin == before.margin)
    }
}
