import DiarySensing
import Foundation
import Testing
import TransitModel

@testable import DiaryInference

@Suite struct DiaryWindowTests {
    /// Returns weeks of random errands; a simple random generator is enough to vary the days.
    private func weeks(_ seed: UInt64, days: Int, every: Double) -> Journal {
        var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
        func next(_ limit: UInt64) -> Double {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Double(state % limit)
        }
        var journal = Journal()
        journal.every = every
        for _ in 0..<days * 3 {
            journal.say(.stationary)
            journal.stay(minutes: 5 + next(90))
            if next(3) == 0 { journal.sleep(minutes: next(300)) }
            journal.say(.walking)
            journal.walk(minutes: 1 + next(12))
            if next(4) == 0 { journal.stay(minutes: next(25)) }
            if next(6) == 0 { journal.dream(metresAway: 9000) }
            journal.say(.automotive)
            journal.ride(minutes: 2 + next(40), speed: 3 + next(20), haltEvery: 200 + next(2000))
            if next(3) == 0 { journal.sleep(minutes: next(9), speed: next(5)) }
            journal.walk(minutes: next(9))
        }
        return journal
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `consecutive windows give what the whole record gives`(seed: UInt64) {
        let journal = weeks(seed, days: 12, every: seed.isMultiple(of: 2) ? 5 : 13)
        var (diary, start, isContinued) = (InferredDiary(), 0, false)
        var (limit, most) = (4096, 0)
        while start < journal.fixes.count {
            let end = min(journal.fixes.count, start + limit)
            let fixes = Array(journal.fixes[start..<end])
            most = max(most, fixes.count)
            let oldest = fixes[0].time.addingTimeInterval(-DiaryWindow.motionSeconds)
            let motions = journal.motions.filter {
                $0.start >= oldest && $0.start <= fixes[fixes.count - 1].time
            }
            let window = DiaryWindow(
                fixes, motions: motions, lines: nil, isContinued: isContinued)
            guard end < journal.fixes.count else {
                diary.stays += window.diary.stays
                diary.trips += window.diary.trips
                break
            }
            guard let restart = window.restart else {
                limit *= 2
                continue
            }
            diary.stays += window.certain.stays
            diary.trips += window.certain.trips
            start = journal.fixes.partitioningIndex {
                $0.time.timeIntervalSince1970 >= restart.time
            }
            (limit, isContinued) = (4096, true)
        }
        let whole = DiaryInference.diary(of: journal.fixes, motions: journal.motions)
        #expect(whole.trips.count > 5)
        #expect(diary.stays == whole.stays)
        #expect(diary.trips == whole.trips)
        #expect(most < journal.fixes.count, "nothing was ever forgotten")
    }
}
