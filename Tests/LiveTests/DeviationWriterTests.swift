import Realtime
import Testing
import TransitModel
import TransitTesting

@Suite struct DeviationWriterTests {
    @Test func `a writer does not keep the deviations of its last frame`() throws {
        let timetable = try TextFeed("red-1: A 8:00  B 8:02").compiled()
        var writer = DeviationWriter(timetable, sequence: 6)
        func write(_ overlay: RealtimeOverlay) -> [UInt8] {
            writer.next(
                NetworkSnapshot(
                    timetable: timetable, sequence: 1, asOf: UnixTime(seconds: 1_777_874_400),
                    vehicles: [], source: LiveSourceState(kind: "test", updatedAt: nil),
                    overlay: overlay))
        }
        weak var kept: RealtimeOverlay?
        do {
            let overlay = RealtimeOverlay(version: 1)
            kept = overlay
            #expect(write(overlay) != write(overlay))
            #expect(kept != nil)
        }
        #expect(kept == nil)
        #expect(writer.sequence == 8)
    }
}
