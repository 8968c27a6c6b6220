import Realtime
import Timetables
import Transit
import TransitModel

/// Writes a page of connections.
struct ConnectionWriting {
    private let timetable: Timetable

    init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    func write(_ page: ConnectionPage, to json: inout JSONText) {
        json.object { json in
            place("from", page.origin, &json)
            place("to", page.destination, &json)
            json.array("connections") { json in
                for itinerary in page.itineraries { write(itinerary, &json) }
            }
            if let walk = page.directWalk {
                json.object("walk") { write(walk, &$0) }
            }
            json.text("earlier", page.earlier?.text)
            json.text("later", page.later?.text)
        }
    }

    private func write(_ itinerary: Itinerary, _ json: inout JSONText) {
        let (from, to) = ends(itinerary)
        json.object { json in
            json.text("id", itinerary.id)
            event("departure", itinerary.departure, from, &json)
            event("arrival", itinerary.arrival, to, &json)
            json.number("rides", itinerary.rideCount)
            json.array("legs") { json in
                for leg in itinerary.legs {
                    json.object { json in
                        switch leg {
                        case .walk(let walk): write(walk, &json)
                        case .ride(let ride): write(ride, &json)
                        }
                    }
                }
            }
            json.array("transfers") { json in
                for transfer in itinerary.transfers { write(transfer, &json) }
            }
            json.number("troubles", itinerary.troubles.isEmpty ? nil : itinerary.troubles.count)
            json.text("wheelchair", itinerary.wheelchair.map { "\($0.rawValue)" })
        }
    }

    private func ends(_ itinerary: Itinerary) -> (from: TransitTimeZone, to: TransitTimeZone) {
        func zone(_ leg: ItineraryLeg?, atEnd: Bool) -> TransitTimeZone {
            switch leg {
            case .walk(let walk): (atEnd ? walk.to : walk.from).timeZone
            case .ride(let ride): (atEnd ? ride.alight : ride.board).place.timeZone
            case nil: timetable.timeZone
            }
        }
        return (zone(itinerary.legs.first, atEnd: false), zone(itinerary.legs.last, atEnd: true))
    }

    private func write(_ walk: WalkLeg, _ json: inout JSONText) {
        json.text("kind", "walk")
        place("from", walk.from, &json)
        place("to", walk.to, &json)
        json.text("departure", walk.from.timeZone.iso8601(walk.departure))
        json.text("arrival", walk.to.timeZone.iso8601(walk.arrival))
        json.number("metres", Int(walk.metres.rounded()))
    }

    private func write(_ ride: RideLeg, _ json: inout JSONText) {
        json.text("kind", "ride")
        json.text("trip", ride.tripID)
        json.text("day", ride.day.description)
        json.text("route", timetable.routes.id(ride.route))
        json.text("line", timetable.routes.lineName(ride.route))
        json.text("mode", timetable.routes.mode(ride.route).rawValue)
        json.text("headsign", ride.headsign)
        call("board", ride.board, &json)
        call("alight", ride.alight, &json)
        if !ride.passed.isEmpty {
            json.array("passed") { json in
                for passed in ride.passed { call(nil, passed, &json) }
            }
        }
        json.flag("staysSeated", ride.staysSeated)
        json.flag("isApproximate", ride.isApproximate)
        json.number("headwaySeconds", ride.headwaySeconds)
        json.number("wheelchair", Int(ride.wheelchair.rawValue))
        json.number("bicycles", Int(ride.bicycles.rawValue))
        if !ride.alternatives.isEmpty {
            json.array("alternatives") { json in
                for other in ride.alternatives {
                    json.object { json in
                        json.text("trip", other.tripID)
                        json.text("line", timetable.routes.lineName(other.route))
                        call("board", other.board, &json)
                        call("alight", other.alight, &json)
                    }
                }
            }
        }
    }

    private func write(_ transfer: Transfer, _ json: inout JSONText) {
        json.object { json in
            place("from", transfer.from, &json)
            place("to", transfer.to, &json)
            json.number("availableSeconds", transfer.availableSeconds)
            json.number("neededSeconds", transfer.neededSeconds)
            json.text("state", transfer.state.rawValue)
        }
    }

    private func call(_ key: String?, _ call: RideCall, _ json: inout JSONText) {
        json.object(key) { json in
            place("place", call.place, &json)
            json.text("platform", call.expectedPlatform)
            event("arrival", call.arrival, call.place.timeZone, &json)
            event("departure", call.departure, call.place.timeZone, &json)
            json.number("rule", Int(call.rule.rawValue))
        }
    }

    private func place(_ key: String, _ place: ItineraryPlace, _ json: inout JSONText) {
        json.object(key) { json in
            json.text("name", place.name)
            json.text("stop", place.stop.map { timetable.stops.id($0) })
            if let coordinate = place.coordinate {
                json.degrees("latitude", coordinate.latitude)
                json.degrees("longitude", coordinate.longitude)
            }
        }
    }

    private func event(
        _ key: String, _ event: EventTime, _ zone: TransitTimeZone, _ json: inout JSONText
    ) {
        json.text(key, zone.iso8601(event.expected))
    }
}
