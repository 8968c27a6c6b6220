import FuzzTargets
import GTFSRealtime
import Testing
import TransitModel

private let time = UnixTime(seconds: 1_777_888_999)

/// Encodes these vehicle entities under a valid header, whether complete or not.
private func feed(of entities: [TransitRealtime_FeedEntity]) throws -> [UInt8] {
    var message = TransitRealtime_FeedMessage()
    message.header.gtfsRealtimeVersion = "2.0"
    message.header.timestamp = UInt64(time.seconds)
    message.entity = entities
    return try message.serializedBytes(partial: true)
}

private func entity(
    _ id: String, _ change: (inout TransitRealtime_VehiclePosition) -> Void = { _ in }
) -> TransitRealtime_FeedEntity {
    var entity = TransitRealtime_FeedEntity()
    entity.id = id
    entity.vehicle.vehicle.id = "v"
    entity.vehicle.position.latitude = 47
    entity.vehicle.position.longitude = 8
    entity.vehicle.timestamp = UInt64(time.seconds) - 5
    change(&entity.vehicle)
    return entity
}

/// Encodes field 2 (an entity) with these contents, of fewer than 128 bytes.
private func wireEntity(_ contents: [UInt8]) -> [UInt8] {
    [0x12, UInt8(contents.count)] + contents
}

private let wireHeader: [UInt8] = [0x0a, 5, 0x0a, 3] + Array("2.0".utf8)

@Suite("Bytes that are no feed")
struct RefusedFeedTests {
    @Test(arguments: [
        ("<!DOCTYPE html><html>", GTFSRealtimeError.text(.webPage)),
        ("\n\u{FEFF}<HTML>", .text(.webPage)), ("<?xml version=\"1.0\"?><Siri>", .text(.xml)),
        ("{\n \"header\": {}}", .text(.json)), ("not valid pb data", .malformed(offset: 0)),
        ("", .empty),
    ])
    func `what comes in place of a feed is reported`(text: String, error: GTFSRealtimeError) {
        #expect(throws: error) { try RealtimeFeed.decode(Array(text.utf8)) }
    }

    @Test func `a header whose length looks like a text's start is read`() throws {
        var message = TransitRealtime_FeedMessage()
        message.header.gtfsRealtimeVersion = "2.0"
        // The header's length is encoded as "<".
        message.header.feedVersion = String(repeating: "v", count: 0x3c - 7)
        let bytes: [UInt8] = try message.serializedBytes()
        #expect(bytes.starts(with: Array("\n<".utf8)))
        #expect(try RealtimeFeed.decode(bytes).version == "2.0")
        // A truncated feed is a damaged feed, not text.
        #expect(throws: GTFSRealtimeError.truncated(offset: 0)) {
            try RealtimeFeed.decode(bytes.dropLast())
        }
    }

    @Test func `a header without a version is none`() {
        #expect(throws: GTFSRealtimeError.headerMissing) { try RealtimeFeed.decode([0x0a, 0]) }
    }

    @Test func `a feed of the future is refused, odd spellings of today's are not`() throws {
        func feed(_ version: String) throws -> [UInt8] {
            var message = TransitRealtime_FeedMessage()
            message.header.gtfsRealtimeVersion = version
            return try message.serializedBytes()
        }
        #expect(throws: GTFSRealtimeError.unsupportedVersion("3.0")) {
            try RealtimeFeed.decode(feed("3.0"))
        }
        for version in ["1.0", "1", "2", "2.0", "v2"] {
            #expect(try RealtimeFeed.decode(feed(version)).version == version)
        }
    }

    @Test func `an answer over the limit is refused unread`() {
        let bytes = [UInt8](repeating: 0xff, count: 101)
        #expect(throws: GTFSRealtimeError.tooLarge(byteCount: 101, limit: 100)) {
            try RealtimeFeed.decode(bytes, limits: FeedLimits(bytes: 100))
        }
    }

    @Test func `a feed cut off anywhere within a field is refused as truncated`() throws {
        let whole = try FuzzTarget.vehicles(3)
        var complete = 0
        for length in 0..<whole.count {
            do {
                let feed = try RealtimeFeed.decode(Array(whole.prefix(length)))
                // Only possible between two entities.
                #expect(feed.rejectedEntityCount == 0 && feed.entities.count == complete)
                complete += 1
            } catch .truncated(let offset) {
                #expect(offset < length)
            } catch {
                #expect(length == 0 && error == .empty)
            }
        }
        #expect(complete == 3)
    }

    @Test func `more entities than the limit are refused before they are read`() {
        let bytes = wireHeader + (0..<11).flatMap { _ in wireEntity([]) }
        #expect(throws: GTFSRealtimeError.tooManyEntities(limit: 10)) {
            try RealtimeFeed.decode(bytes, limits: FeedLimits(entities: 10))
        }
    }

    @Test func `entities blown up from two bytes an element are refused`() throws {
        var blown = TransitRealtime_FeedEntity()
        blown.id = "e"
        blown.tripUpdate.trip.tripID = "t"
        blown.tripUpdate.stopTimeUpdate = Array(repeating: .init(), count: 60)
        let bytes = try feed(of: [blown, blown])
        let limit = FeedLimits(elements: 100)
        #expect(throws: GTFSRealtimeError.tooManyElements(limit: 100)) {
            try RealtimeFeed.decode(bytes, limits: limit)
        }
        #expect(try RealtimeFeed.decode(feed(of: [blown]), limits: limit).entities.count == 1)
    }

    @Test func `every repeated part counts against the limit`() throws {
        var alert = TransitRealtime_FeedEntity()
        alert.id = "a"
        alert.alert.informedEntity = Array(repeating: .init(), count: 3)
        alert.alert.activePeriod = Array(repeating: .init(), count: 2)
        var text = TransitRealtime_TranslatedString.Translation()
        text.text = "x"
        alert.alert.headerText.translation = Array(repeating: text, count: 4)
        var detour = TransitRealtime_FeedEntity()
        detour.id = "d"
        detour.tripModifications.startTimes = ["1", "2"]
        detour.tripModifications.modifications = [.init()]
        detour.tripModifications.modifications[0].replacementStops = [.init(), .init()]
        // The size of each entity: 1 + 3 + 2 + 4 and 1 + 2 + 1 + 2.
        for (entity, count) in [(alert, 10), (detour, 6)] {
            let bytes = try feed(of: [entity])
            #expect(
                try RealtimeFeed.decode(bytes, limits: FeedLimits(elements: count))
                    .entities.count == 1)
            #expect(throws: GTFSRealtimeError.tooManyElements(limit: count - 1)) {
                try RealtimeFeed.decode(bytes, limits: FeedLimits(elements: count - 1))
            }
        }
    }

    @Test func `groups nested without end are refused, not followed`() throws {
        let bytes = wireHeader + [UInt8](repeating: 0x1b, count: 100_000)
        #expect(throws: GTFSRealtimeError.malformed(offset: wireHeader.count)) {
            try RealtimeFeed.decode(bytes)
        }
        // Within an entity, where only the entity is rejected.
        let groups = [UInt8](repeating: 0x7b, count: 100_000)
        let inside = wireHeader + [0x12, 0xa0, 0x8d, 0x06] + groups
        #expect(try RealtimeFeed.decode(inside).rejectedEntityCount == 1)
    }

    @Test(arguments: [1, 2, 9])
    func `a length beyond all bounds is refused`(count: Int) {
        let bytes = wireHeader + [0x12] + [UInt8](repeating: 0xff, count: count) + [0x01]
        #expect(throws: GTFSRealtimeError.truncated(offset: wireHeader.count)) {
            try RealtimeFeed.decode(bytes)
        }
    }

    @Test func `a number longer than ten bytes is refused`() {
        let bytes = wireHeader + [0x18] + [UInt8](repeating: 0xff, count: 20)
        #expect(throws: GTFSRealtimeError.malformed(offset: wireHeader.count)) {
            try RealtimeFeed.decode(bytes)
        }
    }
}

@Suite("One bad entity costs one entity")
struct BadEntityTests {
    @Test
    func `an entity without a required field, unreadable or too long is left out and counted`()
        throws
    {
        let good = entity("good")
        var incomplete = entity("incomplete")
        incomplete.vehicle.position.clearLatitude()
        var long = entity("long")
        long.vehicle.vehicle.label = String(repeating: "x", count: 500)
        let unreadable = wireEntity([0x0a, 9, 1])
        let bytes = try feed(of: [good, incomplete, long]) + unreadable + wireEntity([])
        let feed = try RealtimeFeed.decode(bytes, limits: FeedLimits(entityBytes: 400))
        #expect(feed.entities.map(\.id) == ["good"])
        #expect(feed.rejectedEntityCount == 4)
    }

    @Test func `values that an enumeration does not know are as good as not set`() throws {
        var known = entity("e")
        let contents: [UInt8] = try known.vehicle.serializedBytes()
        // `current_status` 9 of a later specification.
        let vehicle = contents + [0x20, 9]
        let bytes = wireHeader + wireEntity([0x0a, 1, 0x65, 0x22, UInt8(vehicle.count)] + vehicle)
        let feed = try RealtimeFeed.decode(bytes)
        known.vehicle.clearCurrentStatus()
        #expect(feed.entities == [known])
        #expect(feed.entities.first?.vehicle.hasCurrentStatus == false)
    }

    @Test func `unknown fields are passed over`() throws {
        var known = entity("e")
        known.vehicle.currentStatus = .stoppedAt
        // Field 900 with a number, then field 2,000 with text, both unknown to the specification.
        let unknown: [UInt8] = [0xa0, 0x38, 1, 0x82, 0x7d, 2, 65, 66]
        let contents: [UInt8] = try known.serializedBytes()
        let bytes = wireHeader + unknown + wireEntity(contents + unknown)
        let feed = try RealtimeFeed.decode(bytes)
        #expect(feed.entities == [known])
    }

    @Test func `positions that are no place, or of no time, give no fix`() throws {
        let bad = [
            entity("nowhere") { $0.clearPosition() },
            entity("zero") { ($0.position.latitude, $0.position.longitude) = (0, 0) },
            entity("beyond") { $0.position.latitude = 91 },
            entity("nan") { $0.position.longitude = .nan },
        ]
        var deleted = entity("deleted")
        deleted.isDeleted = true
        let feed = try RealtimeFeed.decode(feed(of: bad + [deleted, entity("good")]))
        #expect(feed.entities.count == 6)
        #expect(feed.vehicleFixes().count == 1)
        var message = TransitRealtime_FeedMessage()
        message.header.gtfsRealtimeVersion = "2.0"
        message.entity = [entity("untimed") { $0.clearTimestamp() }]
        #expect(try RealtimeFeed.decode(message.serializedBytes()).vehicleFixes().isEmpty)
    }

    @Test(arguments: [0, UInt64(time.milliseconds), .max])
    func `a time that cannot be one gives way to the header's`(timestamp: UInt64) throws {
        let feed = try RealtimeFeed.decode(feed(of: [entity("e") { $0.timestamp = timestamp }]))
        #expect(feed.vehicleFixes().map(\.time) == [time])
    }

    @Test func `bearings are turned into 0..<360 and nonsense is unknown`() throws {
        let bearings: [Float] = [-90, 360, 725, .nan, .infinity, -1e-20]
        let entities = bearings.map { bearing in
            entity("\(bearing)") { $0.position.bearing = bearing }
        }
        let headings = try RealtimeFeed.decode(feed(of: entities)).vehicleFixes()
            .map(\.headingDegrees)
        #expect(headings.map { $0?.rounded() } == [270, 0, 5, nil, nil, 0])
        #expect(headings.allSatisfy { ($0 ?? 0) < 360 })
    }

    @Test func `speeds that no vehicle drives are unknown`() throws {
        let speeds: [Float] = [0, 12.5, -1, .nan, 500]
        let entities = speeds.map { speed in entity("\(speed)") { $0.position.speed = speed } }
        let read = try RealtimeFeed.decode(feed(of: entities)).vehicleFixes()
            .map(\.speedMetresPerSecond)
        #expect(read == [0, 12.5, nil, nil, nil])
    }

    @Test func `a vehicle without an id goes by its label, or else by its entity`() throws {
        let entities = [
            entity("e1") { $0.vehicle.id = "" },
            entity("e2") { ($0.vehicle.id, $0.vehicle.label) = ("", "Bus 9") },
            entity("e3") { $0.clearVehicle() },
        ]
        let fixes = try RealtimeFeed.decode(feed(of: entities)).vehicleFixes()
        #expect(fixes.map(\.vehicleID) == ["e1", "Bus 9", "e3"])
        #expect(fixes.map(\.label) == [nil, "Bus 9", nil])
    }

    @Test func `a descriptor that says nothing names no run; a bad date is left to be found`()
        throws
    {
        let entities = [
            entity("e1") { $0.trip = .init() },
            entity("e2") {
                $0.trip.routeID = "7"
                $0.trip.startDate = "20261399"
                $0.trip.startTime = "soon"
            },
        ]
        let trips = try RealtimeFeed.decode(feed(of: entities)).vehicleFixes().map(\.trip)
        #expect(trips == [nil, TripReference(routeID: "7")])
    }
}

@Suite("Mutated feeds")
struct MutatedFeedTests {
    @Test(arguments: 1...4)
    func `bytes changed, cut, doubled or inserted never do more than throw`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let original = try FuzzTarget.vehicles(4)
        var outcomes = (read: 0, refused: 0)
        for _ in 0..<1500 {
            var bytes = original
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                mutate(&bytes, using: &random)
            }
            do {
                let fixes = try RealtimeFeed.decode(bytes).vehicleFixes()
                #expect(
                    fixes.allSatisfy { $0.coordinate.isPlausible }, "seed \(seed)")
                outcomes.read += 1
            } catch {
                outcomes.refused += 1
            }
        }
        // The mutations must produce both outcomes, or they would prove nothing.
        #expect(outcomes.read > 100 && outcomes.refused > 100, "seed \(seed): \(outcomes)")
    }

    private func mutate(_ bytes: inout [UInt8], using random: inout SeededRandom) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: bytes.indices, using: &random)
        let end = min(bytes.count, place + Int.random(in: 1...16, using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: bytes.removeSubrange(place..<end)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 4: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default: bytes.removeLast(bytes.count - place)
        }
    }

    @Test func `noise never does more than throw`() {
        var random = SeededRandom(seed: 43)
        for _ in 0..<2000 {
            let count = Int.random(in: 0..<200, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            // Sometimes after a valid header, so that there is also noise in place of entities.
            let prefix = Bool.random(using: &random) ? wireHeader : []
            let feed = try? RealtimeFeed.decode(prefix + bytes)
            #expect((feed?.entities.count ?? 0) <= count)
        }
    }
}
