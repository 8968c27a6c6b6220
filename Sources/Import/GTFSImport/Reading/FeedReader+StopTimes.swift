import GTFS
import Timetables
import TransitModel

// stop_times.txt: some nine tenths of a feed, read in one pass.
extension FeedReader {
    /// Reads the stop times trip by trip.
    ///
    /// Rows of one trip usually follow each other. Each trip is then finished when the next one
    /// begins, and only its indices into the shared patterns and profiles are kept. If a trip
    /// reappears later, the file is read again, with all its rows in memory and sorted.
    ///
    /// - Throws: `ArchiveError` if the file cannot be opened or exceeds a limit.
    func readStopTimes() throws {
        var reader = StopTimesReader(self)
        let before = notices.counts
        do {
            try read(.stopTimes) { table in
                reader.prepare(table)
            } onRow: { table, row in
                try reader.takeRow(table, row)
            }
            reader.finishTrip()
        } catch is StopTimesReader.TripNotContiguous {
            reader.assembler.forgetAll(from: firstTrip)
            notices.forget(since: before, file: GTFSFile.stopTimes.name)
            try readScatteredStopTimes(&reader)
        }
        noteTripsWithoutStopTimes()
    }

    private func readScatteredStopTimes(_ reader: inout StopTimesReader) throws {
        var rows: [(trip: TripIndex, call: TripAssembler.Call)] = []
        try read(.stopTimes) { table in
            reader.prepare(table)
        } onRow: { table, row in
            if let parsed = reader.parse(table, row) { rows.append(parsed) }
        }
        rows.sort {
            ($0.trip, $0.call.sequence, $0.call.line) < ($1.trip, $1.call.sequence, $1.call.line)
        }
        var start = 0
        while start < rows.count {
            var end = start + 1
            while end < rows.count, rows[end].trip == rows[start].trip { end += 1 }
            reader.assembler.calls.removeAll(keepingCapacity: true)
            for row in rows[start..<end] { reader.assembler.calls.append(row.call) }
            reader.assembler.finish(rows[start].trip)
            start = end
        }
    }

    private func noteTripsWithoutStopTimes() {
        for trip in draft.trips[firstTrip...] where trip.group == TripDraft.notAssembled {
            notices.add(
                Notice(
                    .unusableTrip, file: GTFSFile.trips.name, line: trip.line, field: "trip_id",
                    value: draft.strings.string(trip.id)))
        }
    }
}

/// Converts rows of stop_times.txt to calls and finishes a trip in the assembler at its last row.
///
/// It is a value type, as is the assembler: a class would check exclusive access to its fields at
/// run time, in part for every row.
struct StopTimesReader {
    /// The rows of a trip do not follow each other.
    struct TripNotContiguous: Error {}

    /// The properties of a stop that a call needs.
    private struct CallableStop {
        let stop: StopIndex
        let mayBeCalledAt: Bool
    }

    var assembler: TripAssembler
    private let feed: FeedReader
    /// Indexed by the numbers of the stop ids.
    private let places: [CallableStop]
    private var current = TripIndex.none
    private var currentKey: [UInt8] = []

    private var trip = 0, arrival = 0, departure = 0, stop = 0, sequence = 0, headsign = 0
    private var pickup = 0, dropOff = 0, distance = 0, timepoint = 0
    private var pickupBooking = GTFSTable.absent, dropOffBooking = GTFSTable.absent

    /// Prepares to read the stop times of a feed whose stops and trips have been read.
    init(_ feed: FeedReader) {
        self.feed = feed
        assembler = TripAssembler(draft: feed.draft, notices: feed.notices)
        places = feed.stopIDs.rows.map { stop in
            let type = feed.draft.stops[stop.row].locationType
            return CallableStop(stop: stop, mayBeCalledAt: type == .stop || type == .boardingArea)
        }
    }

    mutating func prepare(_ table: GTFSTable) {
        trip = table.column("trip_id")
        arrival = table.column("arrival_time")
        departure = table.column("departure_time")
        stop = table.column("stop_id")
        sequence = table.column("stop_sequence")
        headsign = table.column("stop_headsign")
        pickup = table.column("pickup_type")
        dropOff = table.column("drop_off_type")
        distance = table.column("shape_dist_traveled")
        timepoint = table.column("timepoint")
        guard feed.hasFile(.bookingRules) else { return }
        pickupBooking = table.column("pickup_booking_rule_id")
        dropOffBooking = table.column("drop_off_booking_rule_id")
    }

    /// Handles a row while rows of one trip follow each other.
    ///
    /// - Throws: `TripNotContiguous` if the row's trip is already finished.
    mutating func takeRow(_ table: GTFSTable, _ row: CSVRow) throws {
        let key = row.field(trip)
        let isSameTrip = currentKey.withUnsafeBufferPointer { $0.hasSameBytes(as: key) }
        if !isSameTrip || currentKey.isEmpty {
            finishTrip()
            currentKey = Array(key)
            guard let found = tripIndex(table, row) else { return }
            if assembler.isFinished(found) { throw TripNotContiguous() }
            current = found
        }
        guard current != .none else {
            table.note(.foreignKeyViolation, row, trip)
            return
        }
        if let call = call(table, row) { assembler.calls.append(call) }
    }

    /// The trip and call of a row, in any order of rows.
    func parse(_ table: GTFSTable, _ row: CSVRow) -> (TripIndex, TripAssembler.Call)? {
        guard let index = tripIndex(table, row), let call = call(table, row) else { return nil }
        return (index, call)
    }

    /// Passes the calls gathered so far to the assembler.
    mutating func finishTrip() {
        if current != .none, !assembler.calls.isEmpty { assembler.finish(current) }
        assembler.calls.removeAll(keepingCapacity: true)
        current = .none
    }

    private func tripIndex(_ table: GTFSTable, _ row: CSVRow) -> TripIndex? {
        guard let key = table.required(row, trip) else { return nil }
        guard let index = feed.tripIDs.find(key) else {
            table.note(.foreignKeyViolation, row, trip)
            return nil
        }
        return index
    }

    private func call(_ table: GTFSTable, _ row: CSVRow) -> TripAssembler.Call? {
        guard let stopIndex = stopIndex(table, row) else { return nil }
        let sequenceBytes = row.field(sequence)
        guard
            let number = sequenceBytes.integer ?? table.integer(row, sequence, in: 0...0x7fff_ffff),
            number >= 0, number <= 0x7fff_ffff
        else {
            if sequenceBytes.isEmpty {
                table.note(.missingRequiredField, row, sequence)
            } else if sequenceBytes.integer != nil {
                table.note(.numberOutOfRange, row, sequence)
            }
            return nil
        }
        var call = TripAssembler.Call(
            stop: stopIndex, sequence: UInt32(number),
            arrival: table.time(row, arrival) ?? TripAssembler.noTime,
            departure: table.time(row, departure) ?? TripAssembler.noTime, line: row.line)
        if pickup >= 0 { call.boarding = UInt8(table.enumeration(row, pickup, maximum: 3)) }
        if dropOff >= 0 {
            call.boarding |= UInt8(table.enumeration(row, dropOff, maximum: 3)) << 2
        }
        if pickupBooking >= 0 { call.pickupBooking = bookingRule(table, row, pickupBooking) }
        if dropOffBooking >= 0 { call.dropOffBooking = bookingRule(table, row, dropOffBooking) }
        if headsign >= 0, !row.field(headsign).isEmpty {
            call.headsign = feed.draft.strings.index(table.string(row, headsign))
        }
        if timepoint >= 0, !row.field(timepoint).isEmpty {
            call.isTimepoint = table.enumeration(row, timepoint, maximum: 1) == 1
        }
        if distance >= 0, let value = table.double(row, distance, in: 0...1e9) {
            call.statedDistance = Float(value)
        }
        return call
    }

    private func bookingRule(_ table: GTFSTable, _ row: CSVRow, _ column: Int) -> UInt32 {
        let key = table.text(row, column)
        guard !key.isEmpty else { return BookingColumns.noRule }
        guard let rule = feed.bookingRuleIDs.find(key) else {
            table.note(.foreignKeyViolation, row, column)
            return BookingColumns.noRule
        }
        return rule.rawValue
    }

    @inline(__always)
    private func stopIndex(_ table: GTFSTable, _ row: CSVRow) -> StopIndex? {
        let key = row.field(stop)
        if key.isEmpty {
            // GTFS-Flex rows name an area instead of a stop; Takt does not plan them.
            table.note(.missingRequiredField, row, stop)
            return nil
        }
        guard
            let number = feed.stopIDs.number(of: key)
                ?? feed.stopIDs.number(of: table.text(row, stop))
        else {
            table.note(.foreignKeyViolation, row, stop)
            return nil
        }
        if !places[number].mayBeCalledAt {
            table.note(.locationWithUnexpectedStopTime, row, stop)
        }
        return places[number].stop
    }
}
