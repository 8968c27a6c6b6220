import Timetables
import Transit
import TransitModel

/// Writes the departures or arrivals of a stop.
struct BoardWriting {
    private let timetable: Timetable

    init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    func write(_ board: StopBoard, to json: inout JSONText) {
        json.object { json in
            json.text("stop", timetable.stops.id(board.stop))
            json.text("name", timetable.stops.name(board.stop))
            json.text("kind", board.kind.rawValue)
            json.array("calls") { json in
                for call in board.calls { write(call, in: board.timeZone, &json) }
            }
            json.text("earlier", board.earlier.text)
            json.text("later", board.later.text)
        }
    }

    private func write(_ call: BoardCall, in zone: TransitTimeZone, _ json: inout JSONText) {
        json.object { json in
            json.text("trip", call.tripID)
            json.text("day", call.serviceDay.description)
            json.text("route", timetable.routes.id(call.route))
            json.text("line", timetable.routes.lineName(call.route))
            json.text("mode", timetable.routes.mode(call.route).rawValue)
            json.text("headsign", call.headsign)
            json.text("stop", timetable.stops.id(call.stop))
            json.text("scheduled", call.scheduled.map { zone.iso8601($0) })
            json.text("expected", call.expected.map { zone.iso8601($0) })
            json.text("status", call.status.rawValue)
            json.number("rule", Int(call.rule.rawValue))
            json.flag("isLast", call.isLast)
            json.flag("isApproximate", call.isApproximate)
            json.number("headwaySeconds", call.headwaySeconds)
            guard !call.further.isEmpty else { return }
            json.array("further") { json in
                for call in call.further {
                    json.object { json in
                        json.text("stop", timetable.stops.id(call.stop))
                        json.text("scheduled", call.scheduled.map { zone.iso8601($0) })
                    }
                }
            }
        }
    }
}

/// Writes the timetable of a line on a day.
struct LineWriting {
    private let timetable: Timetable

    init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    func write(_ table: LineTimetable, to json: inout JSONText) {
        json.object { json in
            json.text("route", timetable.routes.id(table.route))
            json.text("day", table.day.description)
            json.number("direction", table.direction)
            json.array("stops") { json in
                for stop in table.rows { json.text(nil, timetable.stops.name(stop)) }
            }
            json.array("trips") { json in
                for trip in table.trips { write(trip, &json) }
            }
            json.flag("isTruncated", table.isTruncated)
        }
    }

    private func write(_ trip: LineTimetable.Trip, _ json: inout JSONText) {
        json.object { json in
            json.text("trip", timetable.trips.id(trip.trip))
            json.text("headsign", trip.headsign)
            json.number("headwaySeconds", trip.headway?.seconds)
            json.array("cells") { json in
                for cell in trip.cells {
                    switch cell {
                    case .absent: json.text(nil, "")
                    case .passes: json.text(nil, "|")
                    case .calls(let call):
                        json.text(nil, "\(call.arrival)/\(call.departure)")
                    }
                }
            }
        }
    }
}

/// Writes found stops.
struct StopWriting {
    private let timetable: Timetable

    init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    func write(_ hits: [StopHit], to json: inout JSONText) {
        json.object { json in
            json.array("stops") { json in
                for hit in hits { write(hit, &json) }
            }
        }
    }

    private func write(_ hit: StopHit, _ json: inout JSONText) {
        json.object { json in
            json.text("id", timetable.stops.id(hit.stop))
            json.text("name", hit.name)
            json.text("matchedName", hit.matchedName)
            json.array("highlights") { json in
                for range in hit.highlights {
                    json.number(nil, range.lowerBound)
                    json.number(nil, range.upperBound)
                }
            }
            json.number("importance", Int((hit.importance * 1000).rounded()))
            json.number("metres", hit.distanceMetres.map { Int($0.rounded()) })
            if let place = timetable.stops.coordinate(hit.stop) {
                json.degrees("latitude", place.latitude)
                json.degrees("longitude", place.longitude)
            }
        }
    }
}
