import DiarySensing
import Foundation
import GTFSRealtime
import PhoneRecords
import ShuttleTracker
import TrackerSocket
import TransitModel
import TransportAPI

/// Parsers of messages and queries.
extension FuzzTarget {
    static func transportQuery(_ bytes: [UInt8]) throws -> Bool {
        let parameters = OpendataParameters(query: text(bytes))
        do {
            let connections = try OpendataConnectionsQuery(parameters)
            try promise(
                (1...OpendataConnectionsQuery.maximumLimit).contains(connections.limit),
                "a page has at least one connection and not too many")
            let board = try OpendataStationboardQuery(parameters)
            try promise(board.limit >= 0, "a board has no negative length")
            let places = try OpendataLocationsQuery(parameters)
            try promise(
                places.latitude.map { abs($0) <= 90 } ?? true
                    && places.longitude.map { abs($0) <= 180 } ?? true, "places are on the earth")
            return true
        } catch let refusal as OpendataRefusal {
            try promise(!refusal.sentences.isEmpty, "a refusal says why")
            return false
        }
    }

    static func transportAnswer(_ bytes: [UInt8]) throws -> Bool {
        guard
            let known = try? JSONDecoder().decode(OpendataStationboard.self, from: Data(bytes))
        else { return false }
        let answer = try? JSONSerialization.jsonObject(with: Data(known.json()))
        try promise(answer != nil, "whatever was read can be written, as JSON")
        return true
    }

    static func trackerCommand(_ bytes: [UInt8]) throws -> Bool {
        guard let command = TrackerCommand(text(bytes)) else { return false }
        // With all parameters written out, a command may become too long.
        try promise(
            command.text.utf8.count > TrackerCommand.maximumBytes
                || TrackerCommand(command.text) == command,
            "a command reads the same when written again")
        return true
    }

    static func trackerMessage(_ bytes: [UInt8]) -> Bool {
        guard let messages = TrackerEnvelope.messages(in: bytes) else { return false }
        for case .trajectory(let trajectory) in messages.map(\.content) {
            _ = trajectory.place(at: trajectory.timestamp)
            _ = trajectory.direction(at: .max)
        }
        return !messages.isEmpty
    }

    static func fusion(_ bytes: [UInt8]) throws -> Bool {
        guard let command = FusionCommand(text(bytes)) else { return false }
        if case .position(let place) = command {
            try promise(place.isPlausible, "a position is on the earth")
        }
        return true
    }

    static func shuttle(_ bytes: [UInt8]) throws -> Bool {
        let decoder = JSONDecoder()
        let body = Data(bytes)
        let updates = try? decoder.decode(ShuttleListing<ShuttleUpdate>.self, from: body)
        for update in updates?.elements ?? [] {
            if let fix = update.vehicleFix() {
                try promise(fix.coordinate.isPlausible, "a fix is on the earth")
            }
        }
        let routes = try? decoder.decode(ShuttleListing<ShuttleRoute>.self, from: body)
        let stops = try? decoder.decode(ShuttleListing<ShuttleStop>.self, from: body)
        let vehicles = try? decoder.decode(ShuttleListing<ShuttleVehicle>.self, from: body)
        return updates != nil || routes != nil || stops != nil || vehicles != nil
    }

    static func realtime(_ bytes: [UInt8]) throws -> Bool {
        guard let feed = try? RealtimeFeed.decode(bytes) else { return false }
        for fix in feed.vehicleFixes() {
            try promise(fix.coordinate.isPlausible, "a vehicle is on the earth")
        }
        _ = feed.tripUpdates()
        _ = feed.alerts()
        return true
    }

    static func phone(_ bytes: [UInt8]) throws -> Bool {
        let body = Data(bytes)
        var trace = PhoneTrace()
        trace.append(OwnTracksMessage(body))
        if let batch = try? OverlandBatch(body) { trace.append(batch.trace) }
        try check(trace)
        return !trace.fixes.isEmpty
    }

    static func phoneFile(_ bytes: [UInt8]) throws -> Bool {
        let file = Data(bytes)
        guard let format = try? PhoneFile(recognising: file), let trace = try? format.read(file)
        else { return false }
        try check(trace)
        return true
    }

    private static func check(_ trace: PhoneTrace) throws(BrokenPromise) {
        for fix in trace.fixes {
            try promise(
                abs(fix.latitude) <= 90 && abs(fix.longitude) <= 180
                    && PlausibleTime.contains(fix.time),
                "fixes are on the earth and in our time")
        }
    }

    static func thresholds(_ bytes: [UInt8]) throws -> Bool {
        guard let read = try? SensingConfiguration(json: Data(bytes)) else { return false }
        let again = try? SensingConfiguration(json: read.json())
        try promise(again == read, "thresholds are the same when they are written again")
        return true
    }

    static func time(_ bytes: [UInt8]) throws -> Bool {
        guard let time = OffsetTime(text: text(bytes)) else { return false }
        try promise(OffsetTime(text: time.text) == time, "a time is the same when written again")
        return true
    }
}
