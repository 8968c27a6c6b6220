import DiarySensing
import Foundation
import GeOps
import OpendataTransport
import PhoneLoggers
import ShuttleTracker
import Testing
import TransitModel

/// Thousands of spoiled messages for each parser of what strangers send: it may refuse them, but what it
/// lets through keeps its promises, and nothing ends the program.
@Suite struct HostileTextTests {
    // MARK: - Transport API

    @Test func `Questions to the Transport API stay within their bounds`() {
        var accepted = 0
        var refused = 0
        let questions = [
            "from=Bern&to=8503000&via[]=Olten&via[]=Thun&date=2026-05-04&time=08%3A30&limit=6&page=2",
            "from=47.1,8.2&to=Zug&isArrivalTime=1&transportations[]=train&bike=1&fields[]=from/name",
            "station=Aarau&limit=15&datetime=2026-05-04%2017:30&type=arrival&transportations=tram",
            "query=Z%C3%BCrich%20HB&type=station", "x=46.9&y=7.4&type=all",
        ]
        forEachSpoiled(questions, seed: 1) { bytes in
            let parameters = OpendataParameters(query: String(decoding: bytes, as: UTF8.self))
            do throws(OpendataRefusal) {
                let connections = try OpendataConnectionsQuery(parameters)
                #expect((1...OpendataConnectionsQuery.maximumLimit).contains(connections.limit))
                let board = try OpendataStationboardQuery(parameters)
                #expect(board.limit >= 0)
                let places = try OpendataLocationsQuery(parameters)
                #expect(places.latitude.map { abs($0) <= 90 } ?? true)
                #expect(places.longitude.map { abs($0) <= 180 } ?? true)
                accepted += 1
            } catch {
                #expect(!error.sentences.isEmpty)
                refused += 1
            }
        }
        #expect(accepted > 100 && refused > 100)
    }

    @Test func `Answers of another Transport API are read or refused, and written whole`() throws {
        let decoder = JSONDecoder()
        var read = 0
        var stop = OpendataStop(
            OpendataLocation(
                id: "1", name: "Bern", coordinate: Coordinate(latitude: 46.9, longitude: 7.4)))
        stop.departure = OffsetTime(text: "2026-11-20T08:02:00+0100")
        stop.platform = "4"
        var board = OpendataStationboard()
        board.station = stop.location
        var journey = OpendataJourney()
        journey.passList = [stop]
        board.journeys = [OpendataBoardJourney(stop: stop, journey: journey)]
        try forEachSpoiled([String(decoding: board.json(), as: UTF8.self)], seed: 2) { bytes in
            guard let known = try? decoder.decode(OpendataStationboard.self, from: Data(bytes))
            else { return }
            read += 1
            // Whatever was read can be told, as JSON.
            _ = try JSONSerialization.jsonObject(with: Data(known.json()))
        }
        #expect(read > 20)
    }

    // MARK: - Sockets

    @Test func `Commands of the tracker socket say what they said when they are told again`() {
        var understood = 0
        let commands = [
            "BBOX 833814 5933930 834814 5934930 12 tenant=sbb gen=10 mots=rail,bus", "PING",
            "RESET",
            "BUFFER 100 100", "GET station 8503000 ref", "SUB timetable_8503000", "DEL trajectory",
            "GET full_trajectory_takt_12_gen30",
        ]
        forEachSpoiled(commands, seed: 3) { bytes in
            guard let command = TrackerCommand(String(decoding: bytes, as: UTF8.self)) else {
                return
            }
            understood += 1
            #expect(TrackerCommand(command.text) == command)
        }
        #expect(understood > 100)
    }

    @Test func `Messages of the shuttle's socket name places on the earth`() {
        var understood = 0
        let messages = [
            #"{"type":"subscribe","message":{"topic":"eta"}}"#,
            #"{"type":"unsubscribe","message":{"topic":"vehicle_location"}}"#,
            #"{"type":"position","message":{"latitude":42.73,"longitude":-73.67}}"#,
            #"{"type":"bus_button","message":{"latitude":42.73,"longitude":-73.67,"emojiChoice":"🚌"}}"#,
        ]
        forEachSpoiled(messages, seed: 4) { bytes in
            guard let command = FusionCommand(String(decoding: bytes, as: UTF8.self)) else {
                return
            }
            understood += 1
            if case .position(let place) = command { #expect(place.isPlausible) }
        }
        #expect(understood > 10)
    }

    // MARK: - Phones

    @Test func `Phones' messages give fixes on the earth and in our time`() {
        var fixes = 0
        let messages = [
            """
            {"_type":"location","lat":47.1,"lon":8.2,"tst":1777888999,"acc":12,"vel":40,"alt":410,\
            "motionactivities":["automotive"],"topic":"owntracks/u/phone"}
            """,
            """
            {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[8.2,47.1]},\
            "properties":{"timestamp":"2026-05-04T08:00:00Z","horizontal_accuracy":8,"speed":1.4,\
            "motion":["walking"],"device_id":"phone"}}]}
            """,
        ]
        func check(_ trace: PhoneTrace) {
            fixes += trace.fixes.count
            for fix in trace.fixes {
                #expect(abs(fix.latitude) <= 90 && abs(fix.longitude) <= 180)
                #expect(PlausibleTime.contains(fix.time))
            }
        }
        forEachSpoiled(messages, seed: 5) { bytes in
            let data = Data(bytes)
            var trace = PhoneTrace()
            trace.take(OwnTracksMessage(data))
            check(trace)
            if let batch = try? OverlandBatch(data) { check(batch.trace) }
        }
        #expect(fixes > 100)
    }

    // MARK: - Times

    @Test func `Times that are read are written as times again`() throws {
        var read = 0
        let times = [
            "2026-11-20T08:02:00+0100", "2026-06-20T08:02:00Z", "1969-12-31T23:59:59+00:00",
            "2026-05-04T17:30:00-0930",
        ]
        try forEachSpoiled(times, seed: 6, count: 5000) { bytes in
            guard let time = OffsetTime(text: String(decoding: bytes, as: UTF8.self)) else {
                return
            }
            read += 1
            let again = try #require(OffsetTime(text: time.text))
            #expect(again == time)
        }
        #expect(read > 50)
    }
}
