import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Realtime

/// Cancelled runs that vehicles still drive.
@Suite struct ContradictedCancellationTests {
    private let timetable: Timetable
    private let run: DatedRun
    private let schedule: ScheduledProgress
    private let start: UnixTime

    init() throws {
        timetable = try TextFeed("red-1: A 8:00  B 8:10  C 8:20  D 8:30").compiled()
        start = timetable.timeZone.start(of: testDay)
        run = DatedRun(run: RunIndex(0), day: testDay)
        let pattern = timetable.patterns.pattern(of: run.run)
        let path = try #require(RunPath(timetable, trip: TripIndex(0), pattern: pattern))
        schedule = ScheduledProgress(timetable, run: run.run, pattern: pattern, path: path)
    }

    private func vehicle(_ along: Double, isAssigned: Bool, id: String = "7") -> LiveVehicle {
        var progress = VehicleProgress(
            run: run.run, pattern: PatternIndex(0), trip: TripIndex(0), serviceDay: run.day,
            dayStart: start, alongMetres: along, offMetres: 0, delaySeconds: 0, schedule: schedule)
        progress.isAssigned = isAssigned
        let fix = VehicleFix(
            vehicleID: id, coordinate: Coordinate(latitude: 47, longitude: 8), time: start)
        return LiveVehicle(id: id, fix: fix, route: nil, progress: progress)
    }

    /// Returns whether the run is cancelled after each sighting.
    private func isCancelled(_ seen: [LiveVehicle]) -> [Bool] {
        let shown = RealtimeOverlay(version: 1, changes: [run: .cancelled])
        let late = (0..<4).map {
            let time = ServiceTime(seconds: Int32(29_000 + 600 * $0))
            return ExpectedCall(arrival: time, departure: time)
        }
        let expected = RealtimeOverlay(version: 1, changes: [run: RunChange(calls: late)])
        var merger = OverlayMerger()
        return seen.map {
            merger.merge(reported: shown, expected: expected, vehicles: [$0]).changes[run]?
                .isCancelled
                ?? false
        }
    }

    @Test func `a vehicle that passes two stops of the run that it names contradicts it`() {
        // Before A, after B, after C.
        #expect(
            isCancelled([0, 900, 1700].map { vehicle($0, isAssigned: false) })
                == [true, true, false])
    }

    @Test func `one that was only found there, or a second one, does not`() {
        #expect(
            isCancelled([0, 900, 1700].map { vehicle($0, isAssigned: true) })
                == [true, true, true])
        #expect(
            isCancelled([
                vehicle(0, isAssigned: false), vehicle(1700, isAssigned: false, id: "8"),
            ]) == [true, true])
    }
}
