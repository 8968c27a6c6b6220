import Testing
import TransitModel

@testable import Prediction

@Suite struct TravelProfileTests {
    private let monday = TimeClass(day: ServiceDay(daysSince1970: 4), seconds: 8 * 3600)
    private let sunday = TimeClass(day: ServiceDay(daysSince1970: 3), seconds: 8 * 3600)

    private func deviation(_ profile: TravelProfile, hop: UInt64, _ time: TimeClass) -> Double {
        profile.deviation(hop: hop, route: 1, in: time, reference: 100)
    }

    @Test func `nothing learnt means the timetable`() {
        #expect(deviation(TravelProfile(), hop: 7, monday) == 0)
    }

    @Test func `what always happens is learnt, single outliers hardly count`() {
        var profile = TravelProfile()
        for _ in 0..<30 {
            profile.learn(hop: 7, route: 1, in: monday, reference: 100, actual: 130)
        }
        let before = deviation(profile, hop: 7, monday)
        #expect((24...31).contains(before))
        profile.learn(hop: 7, route: 1, in: monday, reference: 100, actual: 600)
        #expect(deviation(profile, hop: 7, monday) - before < 3)
    }

    @Test func `kinds of day are distinguished, and an unknown one leans on the others`() {
        var profile = TravelProfile()
        for _ in 0..<40 {
            profile.learn(hop: 7, route: 1, in: monday, reference: 100, actual: 160)
            profile.learn(hop: 7, route: 1, in: sunday, reference: 100, actual: 90)
        }
        #expect(deviation(profile, hop: 7, monday) > 45)
        #expect(deviation(profile, hop: 7, sunday) < 5)
    }

    @Test func `a hop never driven leans on its route`() {
        var profile = TravelProfile()
        for hop in 0..<40 {
            profile.learn(
                hop: UInt64(100 + hop), route: 1, in: monday, reference: 100, actual: 120)
        }
        #expect((10...21).contains(deviation(profile, hop: 7, monday)))
    }

    @Test func `breaks are not travel`() {
        var profile = TravelProfile()
        profile.learn(hop: 7, route: 1, in: monday, reference: 100, actual: 900)
        profile.learn(hop: 7, route: 1, in: monday, reference: 100, actual: -5)
        #expect(profile == TravelProfile())
    }
}

@Suite struct ArrivalErrorsTests {
    @Test func `a route where history misleads falls back to timetable and delay`() {
        var errors = ArrivalErrors()
        for number in 0..<2000 {
            // The network's hops take 40 s longer than in the history; route 9 keeps to its
            // timetable.
            let parts = ArrivalErrors.Parts(plain: 120, history: 40, catchUp: 0)
            errors.record(parts, actual: 160, route: 5)
            if number % 2 == 0 { errors.record(parts, actual: 120, route: 9) }
        }
        let (five, nine) = (errors.blend(route: 5, bucket: 0), errors.blend(route: 9, bucket: 0))
        #expect(ArrivalErrors.blends[five].0 == 1)
        #expect(ArrivalErrors.blends[nine].0 == 0)
    }

    @Test func `what seldom comes about is not trusted, and the next lap is judged apart`() {
        var errors = ArrivalErrors()
        let parts = ArrivalErrors.Parts(plain: 300, history: 0, catchUp: 0)
        let (now, next) = (
            ArrivalErrors.bucket(300), ArrivalErrors.bucket(300, isNextLap: true)
        )
        #expect(errors.isTrusted(route: 5, bucket: now) && errors.isTrusted(route: 5, bucket: next))
        for number in 0..<100 {
            errors.record(parts, actual: 330, route: 5)
            let actual = number % 2 == 0 ? 330.0 : 900
            errors.record(parts, actual: actual, route: 5, isNextLap: true)
        }
        #expect(errors.isTrusted(route: 5, bucket: now))
        #expect(!errors.isTrusted(route: 5, bucket: next))
    }

    @Test func `the spread of errors is described by quantiles, early and late separately`() throws
    {
        var errors = ArrivalErrors()
        for number in 0..<1000 {
            let parts = ArrivalErrors.Parts(plain: 300, history: 0, catchUp: 0)
            errors.record(parts, actual: 300 + Double(number % 100) * 2 - 40, route: 5)
        }
        let spread = try #require(errors.quantiles(route: 5, bucket: 1))
        #expect(abs(spread.p10 + 20) <= 10)
        #expect(abs(spread.p50 - 60) <= 10)
        #expect(abs(spread.p90 - 140) <= 10)
    }

    @Test func `the margin keeps most riders from missing the vehicle`() {
        var errors = ArrivalErrors()
        for number in 0..<1000 {
            let parts = ArrivalErrors.Parts(plain: 100, history: 0, catchUp: 0)
            errors.record(parts, actual: 100 + Double(number % 100) - 80, route: 5)
        }
        // From 80 s early to 20 s late: with a margin of 50 to 70 s, all are within -30...+90 s.
        let margin = errors.safeMargin(route: 5, bucket: 0)
        #expect((50...70).contains(margin))
    }
}

@Suite struct PlaceTests {
    @Test func `from a place on a hop the rest is learnt, pace by pace`() {
        var profile = TravelProfile()
        let standing = TravelProfile.placeKey(7, metres: 140, pace: .standing)
        let driving = TravelProfile.placeKey(7, metres: 140, pace: .driving)
        for _ in 0..<40 {
            profile.learn(place: standing, reference: 50, actual: 110)
            profile.learn(place: driving, reference: 50, actual: 45)
        }
        #expect(abs(profile.deviation(place: standing, usual: 0) - 60) < 8)
        #expect(abs(profile.deviation(place: driving, usual: 0) + 5) < 2)
        // Elsewhere the value of the whole hop applies.
        let elsewhere = TravelProfile.placeKey(7, metres: 340, pace: .driving)
        #expect(profile.deviation(place: elsewhere, usual: 12) == 12)
    }

    @Test func `how far vehicles come is learnt first widely, then by place`() {
        var profile = TravelProfile()
        for _ in 0..<30 { profile.learn(further: -100, cell: 1) }
        #expect(profile.further(than: profile.further(than: 0, cell: 1), cell: 2) < -80)
        for _ in 0..<30 { profile.learn(further: 50, cell: 2) }
        #expect(profile.further(than: profile.further(than: 0, cell: 1), cell: 2) > 20)
        #expect(profile.further(than: 7, cell: 3) == 7)
    }
}
