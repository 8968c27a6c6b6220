import NetworkAPI
import Timetables
import Transit
import TransitModel

/// Formats connections for terminals.
struct ConnectionText {
    private let timetable: Timetable
    /// The current time, by which booking may have ended.
    private let now: UnixTime

    init(_ timetable: Timetable, now: UnixTime) {
        self.timetable = timetable
        self.now = now
    }

    func text(_ page: ConnectionPage) -> String {
        var blocks = page.itineraries.map(block)
        if let walk = page.directWalk {
            let minutes = (walk.seconds + 59) / 60
            let isRidden = walk.riddenMetres > 0
            blocks.append(
                "\(isRidden ? "By bicycle" : "On foot") all the way: \(minutes) min, "
                    + "\(distance(walk.metres)).")
        }
        if page.itineraries.isEmpty, page.directWalk == nil {
            blocks.append("No connection leaves in this time.")
        }
        let cursors = [("Earlier", page.earlier), ("Later", page.later)].compactMap {
            name, cursor in
            cursor.map { "\(name): --cursor \($0.text)" }
        }
        if !cursors.isEmpty { blocks.append(cursors.joined(separator: "   ")) }
        return blocks.joined(separator: "\n\n")
    }

    /// Returns a heading, and a line for each leg and for each notable transfer.
    private func block(_ itinerary: Itinerary) -> String {
        let minutes =
            (itinerary.arrival.expected.seconds - itinerary.departure.expected.seconds + 59) / 60
        let zone = startZone(itinerary)
        let changes = max(0, itinerary.rideCount - 1)
        let day = zone.day(at: itinerary.departure.expected)
        var lines = [
            "\(day)  \(isAbout(itinerary) ? "about " : "")"
                + "\(clockText(itinerary.departure.expected, zone)) - "
                + "\(clockText(itinerary.arrival.expected, endZone(itinerary)))  "
                + "\(duration(Int(minutes))), "
                + (changes == 0 ? "direct" : changes == 1 ? "1 change" : "\(changes) changes")
        ]
        for trouble in itinerary.troubles {
            lines.append("  ! " + ItinerarySentences.sentence(trouble, itinerary, timetable))
        }
        if itinerary.bicycles == .unknown {
            lines.append("  ! It is not known whether all vehicles take bicycles.")
        }
        var number = 0
        for leg in itinerary.legs {
            switch leg {
            case .walk(let walk):
                lines.append(line(walk))
                let steps = walk.streets?.steps ?? []
                lines += steps.filter(\.changesLevel).map { "         \($0.text)" }
            case .ride(let ride):
                if number > 0 { lines += remark(itinerary.transfers[number - 1]) }
                lines += self.lines(ride)
                number += 1
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns whether any ride has a headway, so that all times are approximate.
    private func isAbout(_ itinerary: Itinerary) -> Bool {
        itinerary.legs.contains { leg in
            if case .ride(let ride) = leg { ride.isApproximate } else { false }
        }
    }

    private func line(_ walk: WalkLeg) -> String {
        let minutes = (walk.seconds + 59) / 60
        // Platforms, and stops across the street, share their name.
        let goal =
            walk.from.name == walk.to.name && walk.to.stop != nil
            ? "to the other stop" : "to \(name(walk.to))"
        let verb = walk.riddenMetres > 0 ? "ride" : "walk"
        return "  \(clockText(walk.departure, walk.from.timeZone))  \(verb) \(goal), "
            + "\(minutes) min, \(distance(walk.metres))"
    }

    /// Returns the precision of a ride's times; empty for a scheduled run.
    private func approximation(_ ride: RideLeg) -> String {
        guard ride.isApproximate else { return "" }
        let minutes = ride.headwaySeconds.map { max(1, ($0 + 30) / 60) }
        return " (" + (minutes.map { "every \($0) min, " } ?? "")
            + (ride.isEstimated ? "times are estimated)" : "times are approximate)")
    }

    private func lines(_ ride: RideLeg) -> [String] {
        func call(_ call: RideCall, _ time: EventTime) -> String {
            let platform = call.expectedPlatform ?? call.scheduledPlatform
            return "\(clockText(time.expected, call.place.timeZone))  \(name(call.place))"
                + (platform.map { ", platform \($0)" } ?? "")
        }
        let line = timetable.routes.lineName(ride.route)
        let whither = ride.headsign.map { " to \($0)" } ?? ""
        func booking(_ call: RideCall, _ time: EventTime) -> [String] {
            let sentence = BookingSentences.sentence(
                call.rule, call.booking, in: call.place.timeZone,
                at: time.scheduled ?? time.expected, now: now)
            return sentence.map { ["         " + $0] } ?? []
        }
        var lines = ["  \(call(ride.board, ride.board.departure))"]
        if !ride.staysSeated { lines += booking(ride.board, ride.board.departure) }
        lines.append(
            "         \(line)\(whither)" + (ride.staysSeated ? " (stay on board)" : "")
                + approximation(ride))
        for passed in ride.passed { lines.append("           " + call(passed, passed.departure)) }
        lines.append("  \(call(ride.alight, ride.alight.arrival))")
        lines += booking(ride.alight, ride.alight.arrival)
        for other in ride.alternatives {
            lines.append(
                "         or \(timetable.routes.lineName(other.route)) at "
                    + clockText(other.board.departure.expected, other.board.place.timeZone))
        }
        return lines
    }

    private func remark(_ transfer: Transfer) -> [String] {
        switch transfer.state {
        case .tight: ["         tight change: \(transfer.marginSeconds) s to spare"]
        case .guaranteed: ["         this vehicle waits"]
        case .easy, .broken, .staySeated: []
        }
    }

    private func startZone(_ itinerary: Itinerary) -> TransitTimeZone {
        switch itinerary.legs.first {
        case .walk(let walk)?: walk.from.timeZone
        case .ride(let ride)?: ride.board.place.timeZone
        case nil: timetable.timeZone
        }
    }

    private func endZone(_ itinerary: Itinerary) -> TransitTimeZone {
        switch itinerary.legs.last {
        case .walk(let walk)?: walk.to.timeZone
        case .ride(let ride)?: ride.alight.place.timeZone
        case nil: timetable.timeZone
        }
    }

    private func name(_ place: ItineraryPlace) -> String {
        place.name.isEmpty ? "the destination" : place.name
    }

    private func duration(_ minutes: Int) -> String {
        minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }

    private func distance(_ metres: Double) -> String {
        metres < 1000
            ? "\(Int((metres / 10).rounded()) * 10) m"
            : "\(Int(metres / 1000)).\(Int(metres / 100) % 10) km"
    }
}
