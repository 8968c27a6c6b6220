import Timetables
import TransitModel

/// A list of things that travel whole, and of which most stay from one frame to the next.
///
/// An entry is nil where a device's network has nothing of what it is about.
struct NoticeList<Notice: Hashable & Sendable>: Sendable {
    private(set) var notices: [Notice?] = []

    /// The most notices at once.
    static var maximum: Int { 50_000 }

    /// Writes a new list: for each notice its index in the old list, or 0 and the notice itself.
    mutating func write(
        _ new: [Notice], to writer: inout ByteWriter,
        _ write: (Notice, inout ByteWriter) -> Void
    ) {
        var old: [Notice: Int] = [:]
        for (index, notice) in notices.enumerated() {
            if let notice, old[notice] == nil { old[notice] = index }
        }
        writer.write(UInt64(new.count))
        var next = 0
        for notice in new {
            if let index = old[notice] {
                writer.write(1 + zigzag(Int64(index - next)))
                next = index + 1
            } else {
                writer.write(0)
                write(notice, &writer)
            }
        }
        notices = new
    }

    /// - Throws: `ByteReader.Malformed` if the bytes are no list.
    mutating func read(
        _ reader: inout ByteReader,
        _ read: (inout ByteReader) throws(ByteReader.Malformed) -> Notice?
    ) throws(ByteReader.Malformed) {
        let count = try reader.number()
        guard count <= Self.maximum else { throw ByteReader.Malformed() }
        var (new, next): ([Notice?], Int64) = ([], 0)
        for _ in 0..<count {
            let code = try reader.number()
            guard code > 0 else {
                new.append(try read(&reader))
                continue
            }
            let index = next &+ unzigzag(code - 1)
            guard index >= 0, index < notices.count else { throw ByteReader.Malformed() }
            new.append(notices[Int(index)])
            next = index + 1
        }
        notices = new
    }
}

// MARK: - Alerts

extension ServiceAlert {
    private var texts: [[String: String]] { [header, description, urls, images, imageTexts] }

    func write(to writer: inout ByteWriter, in timetable: Timetable) {
        writer.write(id)
        for texts in texts {
            writer.write(UInt64(texts.count))
            for (language, text) in texts.sorted(by: { $0.key < $1.key }) {
                writer.write(language)
                writer.write(text)
            }
        }
        for word in [cause, effect, severity] { writer.write(word ?? "") }
        writer.write(UInt64(periods.count))
        for period in periods {
            for end in [period.start, period.end] {
                writer.write(end.map { 1 + zigzag($0.milliseconds) } ?? 0)
            }
        }
        writer.write(UInt64(subjects.count))
        for subject in subjects {
            writer.write(ifAny: subject.route.map { timetable.routes.idHash($0) })
            writer.write(subject.direction == nil ? 0 : UInt64(1 + (subject.direction ?? 0)))
            writer.write(ifAny: subject.stop.map { timetable.stops.idHash($0) })
            writer.write(ifAny: subject.trip.map { timetable.trips.idHash($0) })
        }
    }

    /// Reads an alert; nil for one about things that the network does not have.
    ///
    /// - Throws: `ByteReader.Malformed` if the bytes are no alert.
    static func read(
        _ reader: inout ByteReader, in timetable: Timetable
    ) throws(ByteReader.Malformed) -> ServiceAlert? {
        let id = try reader.text()
        var texts: [[String: String]] = []
        for _ in 0..<5 {
            var known: [String: String] = [:]
            for _ in 0..<(try reader.count()) {
                let language = try reader.text()
                known[language] = try reader.text()
            }
            texts.append(known)
        }
        var words: [String?] = []
        for _ in 0..<3 {
            let word = try reader.text()
            words.append(word.isEmpty ? nil : word)
        }
        var periods: [Period] = []
        for _ in 0..<(try reader.count()) {
            let start = try reader.instant()
            periods.append(Period(start: start, end: try reader.instant()))
        }
        let count = try reader.count()
        var subjects: [Subject] = []
        for _ in 0..<count {
            if let subject = try Self.subject(&reader, timetable) { subjects.append(subject) }
        }
        // Without any of its subjects it would seem to be about the whole network.
        guard count == 0 || !subjects.isEmpty else { return nil }
        return ServiceAlert(
            id: id, header: texts[0], description: texts[1], urls: texts[2], images: texts[3],
            imageTexts: texts[4], cause: words[0], effect: words[1], severity: words[2],
            periods: periods, subjects: subjects)
    }

    /// Returns nil for a subject that the network does not have.
    private static func subject(
        _ reader: inout ByteReader, _ timetable: Timetable
    ) throws(ByteReader.Malformed) -> Subject? {
        let route = try reader.hashIfAny()
        let direction = Int(truncatingIfNeeded: try reader.number()) - 1
        let (stop, trip) = (try reader.hashIfAny(), try reader.hashIfAny())
        let found = Subject(
            route: route.flatMap { timetable.routes.find(idHash: $0) },
            direction: direction == 0 || direction == 1 ? direction : nil,
            stop: stop.flatMap { timetable.stops.find(idHash: $0) },
            trip: trip.flatMap { timetable.trips.find(idHash: $0) })
        let isWhole =
            (route == nil) == (found.route == nil) && (stop == nil) == (found.stop == nil)
            && (trip == nil) == (found.trip == nil)
        return isWhole ? found : nil
    }
}

// MARK: - Added runs

extension AddedRun {
    func write(to writer: inout ByteWriter, in timetable: Timetable) {
        writer.write(tripID)
        writer.write(signed: Int64(day.daysSince1970))
        writer.write(hash: timetable.routes.idHash(route))
        writer.write(byte: headsign == nil ? 0 : 1)
        if let headsign { writer.write(headsign) }
        writer.write(byte: replaces == nil ? 0 : 1)
        if let replaces { RunName(replaces, in: timetable).write(to: &writer) }
        writer.write(UInt64(calls.count))
        var last: Int32 = 0
        for call in calls {
            writer.write(hash: timetable.stops.idHash(call.stop))
            writer.write(signed: Int64(call.arrival.seconds) - Int64(last))
            writer.write(UInt64(call.departure.seconds - call.arrival.seconds))
            writer.write(byte: call.occupancy.map { $0.rawValue + 1 } ?? 0)
            last = call.departure.seconds
        }
    }

    /// Reads a run; nil for one on a route or at a stop that the network does not have.
    ///
    /// - Throws: `ByteReader.Malformed` if the bytes are no run.
    static func read(
        _ reader: inout ByteReader, in timetable: Timetable
    ) throws(ByteReader.Malformed) -> AddedRun? {
        let tripID = try reader.text()
        let day = Int32(truncatingIfNeeded: try reader.signed())
        let route = timetable.routes.find(idHash: try reader.hash())
        let headsign = try reader.byte() == 0 ? nil : try reader.text()
        let replaced = try reader.byte() == 0 ? nil : try RunName(&reader)
        var (calls, last, isKnown): ([AddedCall], Int32, Bool) = ([], 0, true)
        for _ in 0..<(try reader.count()) {
            let stop = timetable.stops.find(idHash: try reader.hash())
            let arrival = last &+ Int32(truncatingIfNeeded: try reader.signed())
            last = arrival &+ Int32(truncatingIfNeeded: try reader.number())
            let occupancy = try reader.byte()
            guard RunDeviation.holds(arrival), RunDeviation.holds(last) else {
                throw ByteReader.Malformed()
            }
            isKnown = isKnown && stop != nil
            calls.append(
                AddedCall(
                    stop: stop ?? .none, arrival: ServiceTime(seconds: arrival),
                    departure: ServiceTime(seconds: last),
                    occupancy: occupancy == 0
                        ? nil : OccupancyStatus(rawValue: occupancy - 1)))
        }
        guard let route, isKnown else { return nil }
        return AddedRun(
            tripID: tripID, day: ServiceDay(daysSince1970: day), route: route, headsign: headsign,
            replaces: replaced?.run(in: timetable), calls: calls)
    }
}

extension RunName {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(trip)
        writer.write(signed: Int64(day))
        writer.write(UInt64(times))
    }

    fileprivate init(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
        let trip = try reader.number()
        let day = try reader.signed()
        self.init(
            trip: trip, day: Int32(truncatingIfNeeded: day),
            times: UInt32(truncatingIfNeeded: try reader.number()))
    }
}

// MARK: - Texts and hashes

extension ByteWriter {
    mutating func write(_ text: String) {
        let bytes = Array(text.utf8)
        write(UInt64(bytes.count))
        write(contentsOf: bytes[...])
    }

    mutating func write(hash: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            write(byte: UInt8(truncatingIfNeeded: hash >> shift))
        }
    }

    fileprivate mutating func write(ifAny hash: UInt64?) {
        write(byte: hash == nil ? 0 : 1)
        if let hash { write(hash: hash) }
    }
}

extension ByteReader {
    mutating func text() throws(Malformed) -> String {
        String(decoding: try skip(number()), as: UTF8.self)
    }

    mutating func hash() throws(Malformed) -> UInt64 {
        try skip(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A count of things that take at least a byte each.
    fileprivate mutating func count() throws(Malformed) -> UInt64 {
        let count = try number()
        guard count <= 10_000 else { throw Malformed() }
        return count
    }

    fileprivate mutating func hashIfAny() throws(Malformed) -> UInt64? {
        try byte() == 0 ? nil : try hash()
    }

    fileprivate mutating func instant() throws(Malformed) -> UnixTime? {
        let number = try number()
        // The instants up to the year 10000.
        let milliseconds = number == 0 ? 0 : unzigzag(number - 1)
        guard milliseconds.magnitude <= 253_402_300_800_000 else { throw Malformed() }
        return number == 0 ? nil : UnixTime(milliseconds: milliseconds)
    }
}
