import DiaryInference
import DiarySensing
import Foundation
import Testing

@Suite struct DiaryInferenceTests {
    /// Home, a walk to the car, a drive, a walk, work.
    private func driven(every: Double = 5) -> Journal {
        var day = Journal()
        day.every = every
        day.stay(minutes: 60)
        day.walk(minutes: 4)
        day.ride(minutes: 20, speed: 13)
        day.walk(minutes: 4)
        day.stay(minutes: 60)
        return day
    }

    @Test func `a drive between two stays is one trip with a walk at each end`() throws {
        let day = driven()
        let diary = DiaryInference.diary(of: day.fixes)
        #expect(diary.stays.count == 2)
        let trip = try #require(diary.trips.first)
        #expect(diary.trips.count == 1)
        #expect(abs(trip.start - Journal.start - 3600) <= 60)
        #expect(abs(trip.end - Journal.start - 3600 - 28 * 60) <= 90)
        #expect(trip.legs.map(\.mode) == [.walk, .car, .walk])
        #expect(abs(trip.legs[1].start - Journal.start - 3840) <= 60)
        #expect(trip.legs.allSatisfy { $0.probability > 0.5 && $0.probability <= 1 })
    }

    @Test func `a fix every half minute shows the same`() {
        let modes = DiaryInference.diary(of: driven(every: 30).fixes).trips.map {
            $0.legs.map(\.mode)
        }
        #expect(modes == [[.walk, .car, .walk]])
    }

    @Test func `a bicycle is slower than a car`() {
        var day = Journal()
        day.stay(minutes: 30)
        day.ride(minutes: 20, speed: 4.5)
        day.stay(minutes: 30)
        let modes = DiaryInference.diary(of: day.fixes).trips.map { $0.legs.map(\.mode) }
        #expect(modes == [[.bike]])
    }

    @Test func `who waits away from home and rides on with many halts takes the bus`() throws {
        var day = Journal()
        day.stay(minutes: 60)
        day.walk(minutes: 6)
        day.stay(minutes: 6)
        day.ride(minutes: 25, speed: 12, haltEvery: 500)
        day.walk(minutes: 5)
        day.stay(minutes: 60)
        let diary = DiaryInference.diary(of: day.fixes)
        #expect(diary.stays.count == 2)
        #expect(diary.trips.map { $0.legs.map(\.mode) } == [[.walk, .bus, .walk]])
        let legs = try #require(diary.trips.first).legs
        #expect(legs[1].start - legs[0].end >= 240, "the wait is neither walked nor ridden")
    }

    @Test func `twenty minutes at a stop are a wait, twenty minutes after a drive a stay`() {
        var transfer = Journal()
        transfer.stay(minutes: 60)
        transfer.walk(minutes: 10)
        transfer.stay(minutes: 20)
        transfer.ride(minutes: 25, speed: 12, haltEvery: 500)
        transfer.stay(minutes: 60)
        #expect(DiaryInference.diary(of: transfer.fixes).trips.count == 1)
        var errand = Journal()
        errand.stay(minutes: 60)
        errand.ride(minutes: 10, speed: 12)
        errand.stay(minutes: 20)
        errand.ride(minutes: 10, speed: 12)
        errand.stay(minutes: 60)
        let diary = DiaryInference.diary(of: errand.fixes)
        #expect(diary.trips.count == 2)
        #expect(diary.stays.count == 3)
    }

    @Test func `a phone that slept through the departure has it back-dated`() throws {
        var day = Journal()
        day.stay(minutes: 30)
        day.sleep(minutes: 45)
        day.sleep(minutes: 4, speed: 1.25)
        let left = day.now - 240
        day.walk(minutes: 10)
        day.stay(minutes: 30)
        let trip = try #require(DiaryInference.diary(of: day.fixes).trips.first)
        #expect(abs(trip.start - left) <= 60)
    }

    @Test func `a record that begins on the way begins before its first fix`() throws {
        var day = Journal()
        day.ride(minutes: 15, speed: 13)
        day.stay(minutes: 30)
        let trip = try #require(DiaryInference.diary(of: day.fixes).trips.first)
        #expect(trip.start == Journal.start - 200)
        var seen = Journal()
        seen.walk(minutes: 15)
        seen.stay(minutes: 30)
        let walk = try #require(DiaryInference.diary(of: seen.fixes).trips.first)
        #expect(walk.start > Journal.start - 150 && walk.start < Journal.start)
    }

    @Test func `a fix from nowhere makes no trip`() {
        var day = Journal()
        day.stay(minutes: 30)
        day.dream(metresAway: 5000)
        day.stay(minutes: 30)
        let diary = DiaryInference.diary(of: day.fixes)
        #expect(diary.trips.isEmpty)
        #expect(diary.stays.count == 1)
    }

    @Test func `the phone's word decides where speed is between two modes`() {
        func ridden(_ activity: MotionActivity) -> [TravelMode] {
            var day = Journal()
            day.stay(minutes: 30)
            for _ in 0..<20 {
                day.say(activity)
                day.ride(minutes: 1, speed: 6.7)
            }
            day.stay(minutes: 30)
            return DiaryInference.diary(of: day.fixes, motions: day.motions)
                .trips.flatMap { $0.legs.map(\.mode) }
        }
        #expect(ridden(.cycling) == [.bike])
        #expect(ridden(.automotive) == [.car])
    }

    @Test func `running is walking that the phone calls so`() {
        var day = Journal()
        day.stay(minutes: 30)
        for _ in 0..<15 {
            day.say(.running)
            day.walk(minutes: 1)
        }
        day.stay(minutes: 30)
        let diary = DiaryInference.diary(of: day.fixes, motions: day.motions)
        #expect(diary.trips.map { $0.legs.map(\.mode) } == [[.run]])
    }

    @Test func `nothing, one fix, and fixes without worth make an empty diary`() {
        let fix = Journal.fix(accuracy: 8)
        for fixes in [[], [fix], Array(repeating: fix, count: 50), [Journal.fix(accuracy: 900)]] {
            #expect(DiaryInference.diary(of: fixes) == InferredDiary())
        }
    }
}

extension Journal {
    fileprivate static func fix(accuracy: Double) -> LocationFix {
        LocationFix(
            time: Date(timeIntervalSince1970: start), latitude: 47, longitude: 8,
            horizontalAccuracyMetres: accuracy)
    }
}
