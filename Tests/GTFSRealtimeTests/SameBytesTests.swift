import Testing
import TransitModel

@testable import GTFSRealtime

/// The two large feeds are written without intermediate messages, which must make no difference.
@Suite struct SameBytesTests {
    private static let time = UnixTime(seconds: 1_777_888_999)

    /// Short and long texts, with letters of several bytes.
    private func text(_ random: inout SeededRandom) -> String {
        let length = Int.random(
            in: 0...(Int.random(in: 0..<10, using: &random) == 0 ? 20_000 : 12), using: &random)
        return String((0..<length).map { _ in "abc7-é🚋".randomElement(using: &random) ?? "a" })
    }

    private func maybe<Value>(_ value: Value, _ random: inout SeededRandom) -> Value? {
        Bool.random(using: &random) ? value : nil
    }

    private func number(_ random: inout SeededRandom) -> Int32 {
        Int32.random(in: .min ... .max, using: &random) >> Int32.random(in: 0..<31, using: &random)
    }

    private func trip(_ random: inout SeededRandom) -> RealtimeTrip {
        RealtimeTrip(
            tripID: maybe(text(&random), &random), routeID: maybe(text(&random), &random),
            directionID: maybe(UInt32.random(in: 0...1, using: &random), &random),
            serviceDay: maybe(ServiceDay(daysSince1970: 20_577), &random),
            startTime: maybe(ServiceTime(seconds: abs(number(&random) / 2) % 100_000), &random),
            relationship: RealtimeTrip.Relationship.allCases.randomElement(using: &random)
                ?? .scheduled)
    }

    private func event(_ random: inout SeededRandom) -> RealtimeEvent {
        RealtimeEvent(
            time: Self.time.advanced(bySeconds: Double(number(&random) / 16)),
            delaySeconds: maybe(number(&random), &random),
            uncertaintySeconds: maybe(number(&random), &random))
    }

    private func status(_ random: inout SeededRandom) -> OccupancyStatus {
        OccupancyStatus.allCases.randomElement(using: &random) ?? .empty
    }

    private func occupancy(_ random: inout SeededRandom) -> Occupancy? {
        Occupancy(
            status: maybe(status(&random), &random),
            percentage: maybe(Int.random(in: 0...200, using: &random), &random),
            carriages: (0..<Int.random(in: 0...4, using: &random)).map { _ in
                Occupancy.Carriage(
                    label: maybe(text(&random), &random), status: maybe(status(&random), &random),
                    percentage: maybe(Int.random(in: 0...200, using: &random), &random))
            })
    }

    private func call(_ random: inout SeededRandom) -> RealtimeCall {
        RealtimeCall(
            stopSequence: UInt32(truncatingIfNeeded: number(&random)), stopID: text(&random),
            arrival: maybe(event(&random), &random), departure: maybe(event(&random), &random),
            assignedStopID: maybe(text(&random), &random),
            departureOccupancy: maybe(status(&random), &random),
            relationship: RealtimeCall.Relationship.allCases.randomElement(using: &random)
                ?? .scheduled)
    }

    private func update(_ random: inout SeededRandom) -> RealtimeTripUpdate {
        RealtimeTripUpdate(
            entityID: text(&random), trip: trip(&random), headsign: maybe(text(&random), &random),
            vehicleID: maybe(text(&random), &random), vehicleLabel: maybe(text(&random), &random),
            time: maybe(Self.time, &random), delaySeconds: maybe(number(&random), &random),
            calls: (0..<Int.random(in: 0...30, using: &random)).map { _ in call(&random) })
    }

    private func vehicle(_ random: inout SeededRandom) -> RealtimeVehicle {
        RealtimeVehicle(
            fix: VehicleFix(
                vehicleID: text(&random), label: maybe(text(&random), &random),
                coordinate: Coordinate(
                    latitude: Double.random(in: -90...90, using: &random),
                    longitude: Double.random(in: -180...180, using: &random)),
                headingDegrees: maybe(Double.random(in: 0..<360, using: &random), &random),
                speedMetresPerSecond: maybe(Double.random(in: 0...40, using: &random), &random),
                time: Self.time.advanced(bySeconds: Double(number(&random) / 16)),
                occupancy: occupancy(&random)),
            trip: maybe(trip(&random), &random),
            stop: maybe(
                RealtimeVehicle.StopState(
                    phase: RealtimeVehicle.StopState.Phase.allCases.randomElement(using: &random)
                        ?? .arriving,
                    stopSequence: UInt32(truncatingIfNeeded: number(&random)),
                    stopID: text(&random)), &random))
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `both ways of writing give the same bytes`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let writer = FeedWriter(feedVersion: "v")
        for count in [0, 1, 40] {
            let updates = (0..<count).map { _ in update(&random) }
            let newest = max(Self.time, updates.compactMap(\.time).max() ?? Self.time)
            for form in FeedWriter.Form.allCases {
                #expect(
                    try writer.write(updates, at: Self.time, as: form)
                        == writer.write(
                            updates.map { TransitRealtime_FeedEntity($0) }, at: newest, as: form),
                    "seed \(seed), \(count) updates, \(form)")
            }
            let vehicles = (0..<count).map { _ in vehicle(&random) }
            let latest = max(Self.time, vehicles.map(\.fix.time).max() ?? Self.time)
            for form in FeedWriter.Form.allCases {
                #expect(
                    try writer.write(vehicles, at: Self.time, as: form)
                        == writer.write(
                            vehicles.map { TransitRealtime_FeedEntity($0) }, at: latest, as: form),
                    "seed \(seed), \(count) vehicles, \(form)")
            }
        }
    }

    @Test(arguments: [0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152])
    func `messages of every length have theirs before them`(length: Int) {
        var message = ByteWriter()
        message.field(1) { $0.write(contentsOf: [UInt8](repeating: 7, count: length)[...]) }
        var text = ByteWriter()
        // A text's length is encoded before the text.
        text.field(1, String(repeating: "\u{7}", count: length))
        #expect(message.bytes == text.bytes)
    }

    @Test func `a message of three integers is the same as its fields one by one`() {
        let numbers: [Int64?] = [nil, 0, 127, 128, -1, .min, .max]
        for one in numbers {
            for two in numbers {
                for three in numbers {
                    var whole = ByteWriter()
                    whole.write(atMost: 35) {
                        $0.append(field: 2, integers: one, two, three)
                    }
                    var parts = ByteWriter()
                    parts.field(2) { message in
                        for (place, number) in [one, two, three].enumerated() {
                            if let number { message.field(place + 1, number) }
                        }
                    }
                    #expect(whole.bytes == parts.bytes)
                }
            }
        }
    }
}
