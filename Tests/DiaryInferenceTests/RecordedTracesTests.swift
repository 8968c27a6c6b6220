import DiaryInference
import Foundation
import PhoneRecords
import Testing
import TransitTesting

/// Recorded traces of people, with their true trips.
@Suite(.enabled(if: SharedData.folder != nil, "skipped: there are no recorded traces here"))
struct RecordedTracesTests {
    @Test func `of the trips that people noted most are found where they began and ended`() throws {
        let folder = try #require(SharedData.folder) + "/traces/mobilitynet"
        var noted = 0
        var found = 0
        var starts = 0
        var ends = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
            let trace = URL(fileURLWithPath: folder).appendingPathComponent(name)
            guard let data = try? Data(contentsOf: trace.appendingPathComponent("locations.csv"))
            else { continue }
            var record = try TraceTable.locations(data)
            record.sortByTime()
            let trips = DiaryInference.diary(of: record.fixes).trips
            let truth = try TraceTable.trips(
                Data(contentsOf: trace.appendingPathComponent("truth_trips.csv")))
            noted += truth.count
            found += trips.count
            starts += truth.count { span in
                trips.contains { abs($0.start - span.lowerBound) <= 300 }
            }
            ends += truth.count { span in
                trips.contains { abs($0.end - span.upperBound) <= 300 }
            }
        }
        try #require(noted > 0)
        #expect(Double(starts) >= 0.8 * Double(noted))
        #expect(Double(ends) >= 0.85 * Double(noted))
        #expect(Double(found) <= 1.1 * Double(noted))
    }
}
