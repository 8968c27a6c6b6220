import Foundation
import GTFSRealtime
import SwiftProtobuf
import Testing
import TransitModel

private typealias Object = [String: Any]

/// Follows a path of nested JSON objects; nil if a key is missing.
private func object(_ parent: Object?, _ path: String...) -> Object? {
    path.reduce(parent) { $0?[$1] as? Object }
}

/// Returns a number that JSON contains as a number or, for 64 bits, as text.
private func integer(_ value: Any?) -> Int? {
    (value as? NSNumber)?.intValue ?? (value as? String).flatMap { Int($0) }
}

private func text(_ value: Any?) -> String? {
    (value as? String).flatMap { $0.isEmpty ? nil : $0 }
}

private func float(_ value: Any?) -> Float? {
    (value as? NSNumber)?.floatValue
}

@Suite(
    "Recorded feeds agree with independent decodings",
    .enabled(if: SharedFeeds.isThere, "no ../shared/data/gtfs_rt beside the project"))
struct RecordedFeedTests {
    /// Compares the decoding of a stop time event field by field; a missing event is all zero.
    private func agree(
        _ event: TransitRealtime_TripUpdate.StopTimeEvent, _ expected: Object?,
        _ names: (time: String, delay: String)
    ) -> Bool {
        Int(event.time) == integer(expected?[names.time]) ?? 0
            && Int(event.delay) == integer(expected?[names.delay]) ?? 0
    }

    @Test(arguments: [
        ("bart_2019/bart-trip-updates.pb", "decoded_json/bart-trip-updates.pb.json", 91),
        ("caltrain_2023/ct-trip-updates.pb", "decoded_json/ct-trip-updates.pb.json", 19),
        ("generic/example.pb", "decoded_json/example.pb.json", 26),
    ])
    func `recorded trip updates show trips, stops, sequences, times and delays`(
        name: String, decoding: String, count: Int
    ) throws {
        let feed = try RealtimeFeed.decode(SharedFeeds.bytes(name))
        let json = try SharedFeeds.json(decoding)
        let expected = try #require(json["entity"] as? [Object])
        #expect(feed.version == text(object(json, "header")?["gtfsRealtimeVersion"]))
        #expect(feed.time.map { Int($0.seconds) } == integer(object(json, "header")?["timestamp"]))
        #expect(feed.rejectedEntityCount == 0)
        try #require(feed.entities.count == expected.count && expected.count == count)
        for (entity, expected) in zip(feed.entities, expected) {
            #expect(entity.id == text(expected["id"]))
            let update = entity.tripUpdate
            let trip = object(expected, "tripUpdate", "trip")
            #expect(update.trip.tripID == text(trip?["tripId"]))
            #expect(update.trip.routeID == text(trip?["routeId"]) ?? "")
            #expect(update.trip.startDate == text(trip?["startDate"]) ?? "")
            #expect(update.trip.startTime == text(trip?["startTime"]) ?? "")
            #expect(Int(update.trip.directionID) == integer(trip?["directionId"]) ?? 0)
            let calls = object(expected, "tripUpdate")?["stopTimeUpdate"] as? [Object] ?? []
            try #require(update.stopTimeUpdate.count == calls.count)
            for (call, expected) in zip(update.stopTimeUpdate, calls) {
                #expect(call.stopID == text(expected["stopId"]))
                #expect(Int(call.stopSequence) == integer(expected["stopSequence"]) ?? 0)
                let names = (time: "time", delay: "delay")
                #expect(agree(call.arrival, object(expected, "arrival"), names))
                #expect(agree(call.departure, object(expected, "departure"), names))
            }
        }
    }

    @Test func `Caltrain's positions show vehicles, trips, places and times`() throws {
        let feed = try RealtimeFeed.decode(
            SharedFeeds.bytes("caltrain_2023/ct-vehicle-positions.pb"))
        let json = try SharedFeeds.json("decoded_json/ct-vehicle-positions.pb.json")
        let expected = try #require(json["entity"] as? [Object])
        let fixes = feed.vehicleFixes()
        try #require(fixes.count == 14 && expected.count == 14)
        for (fix, expected) in zip(fixes, expected) {
            let vehicle = object(expected, "vehicle")
            let position = object(vehicle, "position")
            #expect(fix.vehicleID == text(object(vehicle, "vehicle")?["id"]))
            #expect(fix.label == nil)
            #expect(fix.trip?.tripID == text(object(vehicle, "trip")?["tripId"]))
            #expect(fix.trip?.routeID == text(object(vehicle, "trip")?["routeId"]))
            #expect(Float(fix.coordinate.latitude) == float(position?["latitude"]))
            #expect(Float(fix.coordinate.longitude) == float(position?["longitude"]))
            #expect(Int(fix.time.seconds) == integer(vehicle?["timestamp"]))
        }
    }

    @Test func `Louisville's positions show bearings and speeds too`() throws {
        let feed = try RealtimeFeed.decode(
            SharedFeeds.bytes("louisville_2026/louisville-positions.pb"))
        let json = try SharedFeeds.json("louisville_2026/louisville-positions.json.gz")
        let expected = try #require(json["Entities"] as? [Object])
        #expect(feed.time.map { Int($0.seconds) } == integer(object(json, "Header")?["Timestamp"]))
        let fixes = feed.vehicleFixes()
        try #require(fixes.count == 78 && expected.count == 78)
        for (fix, expected) in zip(fixes, expected) {
            let vehicle = object(expected, "Vehicle")
            let position = object(vehicle, "Position")
            #expect(fix.vehicleID == text(object(vehicle, "Vehicle")?["Id"]))
            #expect(fix.label == text(object(vehicle, "Vehicle")?["Label"]))
            #expect(fix.trip?.tripID == text(object(vehicle, "Trip")?["TripId"]))
            #expect(fix.trip?.routeID == text(object(vehicle, "Trip")?["RouteId"]))
            #expect(Float(fix.coordinate.latitude) == float(position?["Latitude"]))
            #expect(Float(fix.coordinate.longitude) == float(position?["Longitude"]))
            #expect(fix.headingDegrees.map { Float($0) } ?? 0 == float(position?["Bearing"]) ?? 0)
            #expect(
                fix.speedMetresPerSecond.map { Float($0) } ?? 0 == float(position?["Speed"]) ?? 0)
            #expect(Int(fix.time.seconds) == integer(vehicle?["Timestamp"]))
        }
    }

    @Test func `Louisville's feed shows 15,216 expected calls`() throws {
        let feed = try RealtimeFeed.decode(
            SharedFeeds.bytes("louisville_2026/louisville-updates.pb"))
        let json = try SharedFeeds.json("louisville_2026/louisville-updates.json.gz")
        let expected = try #require(json["Entities"] as? [Object])
        try #require(feed.entities.count == expected.count)
        var callCount = 0
        for (entity, expected) in zip(feed.entities, expected) {
            let update = object(expected, "TripUpdate")
            #expect(entity.tripUpdate.trip.tripID == text(object(update, "Trip")?["TripId"]) ?? "")
            #expect(entity.tripUpdate.vehicle.id == text(object(update, "Vehicle")?["Id"]) ?? "")
            let calls = update?["StopTimeUpdates"] as? [Object] ?? []
            try #require(entity.tripUpdate.stopTimeUpdate.count == calls.count)
            let names = (time: "Time", delay: "Delay")
            let differing = zip(entity.tripUpdate.stopTimeUpdate, calls).filter { call, expected in
                call.stopID != text(expected["StopId"])
                    || !agree(call.arrival, object(expected, "Arrival"), names)
                    || !agree(call.departure, object(expected, "Departure"), names)
            }
            #expect(differing.isEmpty)
            callCount += calls.count
        }
        #expect(callCount == 15_216)
    }

    @Test func `every recorded feed reads whole, and as the library reads it in one piece`() throws
    {
        let names = try SharedFeeds.names()
        #expect(names.count >= 30)
        var options = BinaryDecodingOptions()
        options.discardUnknownFields = true
        for name in names {
            let bytes = try SharedFeeds.bytes(name)
            let feed = try RealtimeFeed.decode(bytes)
            let whole = try TransitRealtime_FeedMessage(serializedBytes: bytes, options: options)
            #expect(feed.rejectedEntityCount == 0, "\(name)")
            #expect(feed.entities == whole.entity, "\(name)")
        }
    }

    @Test func `the feed that is broken on purpose is refused`() throws {
        let bytes = try SharedFeeds.bytes("invalid.pb")
        #expect(throws: GTFSRealtimeError.malformed(offset: 0)) { try RealtimeFeed.decode(bytes) }
    }
}
