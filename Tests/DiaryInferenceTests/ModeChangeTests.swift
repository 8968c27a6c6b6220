import Testing

@testable import DiaryInference

/// The boundaries between modes, without motion reports of the phone.
@Suite struct ModeChangeTests {
    @Test
    func `a bicycle and the bus right behind it are two rides, with a short wait between them`()
        throws
    {
        var day = Journal()
        day.stay(minutes: 60)
        day.ride(minutes: 15, speed: 4.5)
        day.stay(minutes: 3)
        day.ride(minutes: 25, speed: 12, haltEvery: 600)
        day.stay(minutes: 60)
        let diary = DiaryInference.diary(of: day.fixes)
        #expect(diary.trips.map { $0.legs.map(\.mode.isMotorised) } == [[false, true]])
        let legs = try #require(diary.trips.first).legs
        #expect(legs[0].mode == .bike)
        #expect(abs(legs[1].start - Journal.start - 78 * 60) <= 60)
    }

    @Test func `a bus that stands in a jam for three minutes stays one ride`() {
        var day = Journal()
        day.stay(minutes: 60)
        day.ride(minutes: 15, speed: 12)
        day.stay(minutes: 3)
        day.ride(minutes: 15, speed: 12)
        day.stay(minutes: 60)
        let modes = DiaryInference.diary(of: day.fixes).trips.map { $0.legs.map(\.mode) }
        #expect(modes == [[.car]])
    }

    @Test func `a phone that is silent while its owner waits still shows when the bus left`() throws
    {
        var day = Journal()
        day.stay(minutes: 60)
        day.walk(minutes: 8)
        day.sleep(minutes: 7)
        day.ride(minutes: 20, speed: 12)
        day.stay(minutes: 60)
        let trip = try #require(DiaryInference.diary(of: day.fixes).trips.first)
        #expect(trip.legs.first?.mode == .walk)
        let ride = try #require(trip.legs.last)
        #expect(ride.mode.isMotorised)
        #expect(abs(ride.start - Journal.start - 75 * 60) <= 120)
    }

    @Test func `a short walk is believed less than a long one, and never more than certainly`() {
        let trust = ModeModel.standard.walkTrust
        let short = trust.probability(0.95, seconds: 100)
        let long = trust.probability(0.95, seconds: 1200)
        #expect(short < long && short > 0.3 && long < 0.95)
        for model in [trust, ModeModel.standard.bikeTrust, ModeModel.standard.engineTrust] {
            for stated in [0, 0.3, 1.0] {
                #expect((0...1).contains(model.probability(stated, seconds: 0)))
            }
            #expect(model.probability(0.9, seconds: 600) > model.probability(0.4, seconds: 600))
        }
    }
}

extension TravelMode {
    fileprivate var isMotorised: Bool { ![.walk, .run, .bike].contains(self) }
}
