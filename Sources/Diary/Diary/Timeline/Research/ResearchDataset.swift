import DiaryDays
import DiaryInference
private import Foundation
import TransitModel

/// A study's diaries as research tables, by file name; the same records give the same bytes.
///
/// Participants get pseudonyms, positions are rounded to their cell, paths lose their ends, times
/// are rounded to the minute, and group statistics need a large enough group.
package struct ResearchDataset: Sendable {
    /// The content of each file.
    package private(set) var files: [String: String] = [:]
    /// The number of rows suppressed in the three group tables because of too few people.
    package private(set) var suppressed = 0

    private let settings: DatasetSettings
    private var flows: [Flow: Group] = [:]
    private var modes: [String: Group] = [:]
    private var choices: [Choice: Group] = [:]

    private struct Flow: Hashable, Comparable {
        let from: GroundCell
        let to: GroundCell

        static func < (left: Flow, right: Flow) -> Bool {
            (left.from, left.to) < (right.from, right.to)
        }
    }

    private struct Choice: Hashable, Comparable {
        let from: String
        let to: String
        let route: String

        static func < (left: Choice, right: Choice) -> Bool {
            (left.from, left.to, left.route) < (right.from, right.to, right.route)
        }
    }

    /// The statistics of a group.
    private struct Group {
        var people: Set<String> = []
        var count = 0
        var metres = 0.0
        var seconds: Int64 = 0

        mutating func add(_ person: String, metres: Double, seconds: Int64) {
            people.insert(person)
            count += 1
            self.metres += metres
            self.seconds += seconds
        }
    }

    /// Creates the tables; `name` derives the sort key of a participant's pseudonym from the id and
    /// the salt.
    package init(
        _ records: [DatasetRecord], _ settings: DatasetSettings,
        order name: (String) -> String
    ) {
        self.settings = settings
        for (file, columns) in DataDictionary.tables {
            files[file] = columns.map(\.name).joined(separator: ",") + "\n"
        }
        let inOrder = records.sorted {
            (name($0.participant), $0.participant) < (name($1.participant), $1.participant)
        }
        for (number, record) in inOrder.enumerated() {
            let digits = String(number + 1)
            add(record, as: "P" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits)
        }
        addGroups()
        files["dictionary.csv"] = DataDictionary.csv
        files["README.txt"] = DataDictionary.readMe(settings, participants: records.count)
    }

    private mutating func row(_ file: String, _ fields: [String]) {
        files[file, default: ""] += fields.joined(separator: ",") + "\n"
    }

    // MARK: - One participant

    private mutating func add(_ record: DatasetRecord, as person: String) {
        let days = record.days(in: settings.zone)
        var trips = 0
        var stays = 0
        var last: TimelinePiece?
        for day in days {
            for piece in day.pieces where piece.start >= (last?.end ?? .min) {
                last = piece
                if let stay = piece.stay {
                    stays += 1
                    row(
                        "stays.csv",
                        [
                            person, "\(stays)", minute(piece.start), minute(piece.end),
                            GroundCell(stay.place, metres: settings.coarsenMetres).columns,
                        ])
                }
                if let trip = piece.trip {
                    trips += 1
                    add(trip, piece, number: trips, of: person)
                }
            }
        }
        addQuality(record, days, trips: trips, as: person)
    }

    private mutating func add(
        _ trip: TimelineTrip, _ piece: TimelinePiece, number: Int, of person: String
    ) {
        let corners = trip.legs.flatMap(\.corners)
        guard let from = corners.first?.place, let to = corners.last?.place else { return }
        func cell(_ place: Coordinate) -> GroundCell {
            GroundCell(place, metres: settings.coarsenMetres)
        }
        row(
            "trips.csv",
            [
                person, "\(number)", minute(piece.start), minute(piece.end), cell(from).columns,
                cell(to).columns, "\(Int(trip.metres))", "\(trip.legs.count)",
            ])
        let flow = Flow(
            from: GroundCell(from, metres: settings.flowMetres),
            to: GroundCell(to, metres: settings.flowMetres))
        flows[flow, default: Group()].add(person, metres: trip.metres, seconds: piece.seconds)
        for (leg, position) in zip(trip.legs, 1...) {
            let line = leg.ridden
            row(
                "legs.csv",
                [
                    person, "\(number)", "\(position)", minute(leg.start), minute(leg.end),
                    leg.mode.rawValue, "\(leg.probability)", "\(Int(leg.metres))",
                    field(line?.route), field(line?.boarding.id), field(line?.alighting.id),
                    field(line?.run?.trip), line?.run?.day.description ?? "",
                    line?.run.map { "\($0.delaySeconds)" } ?? "",
                ])
            modes[leg.mode.rawValue, default: Group()].add(
                person, metres: leg.metres, seconds: leg.end - leg.start)
            if let line {
                let choice = Choice(
                    from: line.boarding.id, to: line.alighting.id, route: line.route)
                choices[choice, default: Group()].add(
                    person, metres: leg.metres, seconds: leg.end - leg.start)
            }
        }
        addWay(trip, number: number, of: person)
    }

    /// Adds the path between the two trimmed ends.
    private mutating func addWay(_ trip: TimelineTrip, number: Int, of person: String) {
        var points: [(leg: Int, corner: TimelineLeg.Corner, along: Double)] = []
        var along = 0.0
        for (leg, position) in zip(trip.legs, 1...) {
            for corner in leg.corners {
                if let last = points.last?.corner.place {
                    along += last.distanceMetres(to: corner.place)
                }
                points.append((position, corner, along))
            }
        }
        let trim = settings.trimMetres
        let ends = [points.first, points.last].compactMap { $0?.corner.place }
        // Points near an end on the ground are trimmed too, however long the path is.
        for point in points
        where point.along >= trim && point.along <= along - trim
            && ends.allSatisfy({ $0.distanceMetres(to: point.corner.place) >= trim })
        {
            let place = point.corner.place
            row(
                "ways.csv",
                [
                    person, "\(number)", "\(point.leg)", second(point.corner.time),
                    "\((place.latitude * 1e5).rounded() / 1e5)",
                    "\((place.longitude * 1e5).rounded() / 1e5)",
                ])
        }
    }

    // MARK: - Quality

    private mutating func addQuality(
        _ record: DatasetRecord, _ days: [TimelineDay], trips: Int, as person: String
    ) {
        let gaps = days.flatMap(\.pieces).filter { $0.content == .gap(.silence) }
        let known = days.reduce(0) { $0 + $1.knownSeconds }
        let whole = days.reduce(0.0) { $0 + $1.day.end.seconds(since: $1.day.start) }
        let devices = record.devices.values
        let intervals = devices.flatMap { device in
            zip(device.times, device.times.dropFirst()).map { $1 - $0 }
        }
        row(
            "quality.csv",
            [
                person, "\(record.devices.count)", "\(days.count)",
                days.first?.day.date.description ?? "", days.last?.day.date.description ?? "",
                "\(devices.reduce(0) { $0 + $1.times.count })",
                whole > 0 ? "\((Double(known) / whole * 1000).rounded() / 1000)" : "",
                "\(gaps.count)", "\((gaps.map(\.seconds).max() ?? 0) / 60)",
                median(intervals), median(devices.flatMap(\.accuracies)), "\(trips)",
                record.consents.sorted().map { "\($0)" }.joined(separator: " "),
            ])
    }

    private func median(_ values: [Double]) -> String {
        guard !values.isEmpty else { return "" }
        return "\((values.sorted()[values.count / 2] * 10).rounded() / 10)"
    }

    // MARK: - Groups

    private mutating func addGroups() {
        for (flow, group) in flows.sorted(by: { $0.key < $1.key }) where isLarge(group) {
            row(
                "origin-destination.csv",
                [flow.from.columns, flow.to.columns, "\(group.count)", "\(group.people.count)"])
        }
        for (mode, group) in modes.sorted(by: { $0.key < $1.key }) where isLarge(group) {
            row(
                "mode-share.csv",
                [
                    mode, "\(group.count)", "\(Int(group.metres))", "\(group.seconds)",
                    "\(group.people.count)",
                ])
        }
        for (choice, group) in choices.sorted(by: { $0.key < $1.key }) where isLarge(group) {
            row(
                "route-choice.csv",
                [
                    field(choice.from), field(choice.to), field(choice.route), "\(group.count)",
                    "\(group.seconds / Int64(group.count))", "\(group.people.count)",
                ])
        }
        let all = Array(flows.values) + Array(modes.values) + Array(choices.values)
        suppressed = all.count { !isLarge($0) }
    }

    private func isLarge(_ group: Group) -> Bool { group.people.count >= settings.threshold }

    // MARK: - Fields

    private func minute(_ seconds: Int64) -> String {
        second(seconds - ((seconds % 60) + 60) % 60)
    }

    private func second(_ seconds: Int64) -> String {
        settings.zone.iso8601(UnixTime(seconds: seconds))
    }

    /// Ids are kept as they are, so that they match the feed's.
    private func field(_ text: String?) -> String { CSVText.field(text ?? "") }
}
