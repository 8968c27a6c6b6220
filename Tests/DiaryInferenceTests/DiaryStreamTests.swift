import DiarySensing
import Testing

@testable import DiaryInference

@Suite struct DiaryStreamTests {
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
    func `a record that comes in piece by piece gives what the whole record gives`(seed: UInt64) {
        let journal = weeks(seed, days: 12, every: seed.isMultiple(of: 2) ? 5 : 13)
        var stream = DiaryStream(minimumFixes: 4096)
        var motions = journal.motions[...]
        var most = 0
        for fix in journal.fixes {
            while let motion = motions.first, motion.start <= fix.time {
                stream.add(motion)
                motions.removeFirst()
            }
            stream.add(fix)
            most = max(most, stream.keptFixes)
        }
        let whole = DiaryInference.diary(of: journal.fixes, motions: journal.motions)
        #expect(whole.trips.count > 5)
        #expect(stream.diary.stays == whole.stays)
        #expect(stream.diary.trips == whole.trips)
        #expect(most < journal.fixes.count, "nothing was ever forgotten")
    }
}
