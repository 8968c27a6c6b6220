import Archives
import Timetables
import TransitModel

// trips.txt, stop_times.txt, frequencies.txt and shapes.txt.
extension NetworkExport {
    private var tripIndices: some RandomAccessCollection<TripIndex> {
        (0..<timetable.trips.count).lazy.map { TripIndex($0) }
    }

    /// Writes trips.txt.
    ///
    /// - Throws: `ZipFileError` if the archive cannot be written.
    func writeTrips(to zip: ZipFileWriter) throws(ZipFileError) {
        var table = ExportTable(
            "trips.txt",
            [
                "route_id", "service_id", "trip_id", "trip_headsign", "trip_short_name",
                "direction_id", "block_id", "shape_id", "wheelchair_accessible", "bikes_allowed",
            ], in: zip)
        let trips = timetable.trips
        for trip in tripIndices {
            guard let run = trips.runs(of: trip).first else { continue }
            let pattern = timetable.patterns.pattern(of: run)
            table.add(bytes(timetable.routes.ids[trips.routes[trip]]))
            let service = trips.ownService(trip) ?? timetable.patterns.runServices[run]
            table.add(bytes(timetable.services.ids[service]))
            table.add(bytes(trips.ids[trip]))
            table.add(bytes(trips.headsigns[trip]))
            table.add(bytes(trips.shortNames[trip]))
            table.add(timetable.patterns.direction(of: pattern))
            table.add(bytes(trips.blocks[trip]))
            if trips.paths[trip] == TripColumns.noPath {
                table.addEmpty()
            } else {
                let shape = timetable.shapes.pathShapes[Int(trips.paths[trip])]
                table.add(bytes(timetable.shapes.ids[shape]))
            }
            for bits in [trips.flags[trip] & 3, trips.flags[trip] >> 2 & 3] {
                table.add(bits == 0 ? nil : Int(bits))
            }
            try table.endLine()
        }
        try table.finish()
    }

    /// Writes stop_times.txt; a trip with headways is represented by its first run.
    ///
    /// - Throws: `ZipFileError` if the archive cannot be written.
    func writeStopTimes(to zip: ZipFileWriter) throws(ZipFileError) {
        var table = ExportTable(
            "stop_times.txt",
            [
                "trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence",
                "stop_headsign", "pickup_type", "drop_off_type", "shape_dist_traveled", "timepoint",
            ] + (timetable.bookings == nil ? [] : Self.bookingFields), in: zip)
        for trip in tripIndices { try writeCalls(of: trip, to: &table) }
        try table.finish()
    }

    private func writeCalls(of trip: TripIndex, to table: inout ExportTable) throws(ZipFileError) {
        let (trips, patterns) = (timetable.trips, timetable.patterns)
        guard let run = trips.runs(of: trip).first else { return }
        let pattern = patterns.pattern(of: run)
        let first = patterns.stopOffsets[pattern].lowerBound
        let list = trips.callLists[trip]
        let details = list == TripColumns.noCallList ? nil : trips.callListOffsets[Int(list)]
        let distances = statedDistances(of: trip)
        for (position, stop) in patterns.stops(of: pattern).enumerated() {
            let times = patterns.times(of: run, in: pattern, at: position)
            let boarding = patterns.boarding[first + position]
            table.add(bytes(trips.ids[trip]))
            table.add(times.arrival)
            table.add(times.departure)
            table.add(bytes(timetable.stops.ids[stop]))
            table.add(trips.stopSequence(trip, at: position))
            if let details {
                table.add(bytes(trips.callHeadsigns[details.lowerBound + position]))
            } else {
                table.addEmpty()
            }
            table.add(boarding & 3 == 0 ? nil : Int(boarding & 3))
            table.add(boarding >> 2 & 3 == 0 ? nil : Int(boarding >> 2 & 3))
            if let distances { table.addMetres(distances[position]) } else { table.addEmpty() }
            // An empty timepoint field means that times are exact.
            let isMadeUp = details.map { trips.callTimepoints[$0.lowerBound + position] == 0 }
            table.add(isMadeUp == true ? 0 : nil)
            addBookings(of: trip, at: position, to: &table)
            try table.endLine()
        }
    }

    /// The distance in metres along the shape for each call.
    ///
    /// Nil without a shape, or if two calls are less than 2 cm apart: GTFS requires increasing
    /// distances, and they are rounded to the centimetre.
    private func statedDistances(of trip: TripIndex) -> UnsafeBufferPointer<Float>? {
        let path = timetable.trips.paths[trip]
        guard path != TripColumns.noPath else { return nil }
        let shapes = timetable.shapes
        let distances = shapes.pathDistances[shapes.pathDistanceOffsets[Int(path)]]
        for place in distances.indices.dropFirst()
        where distances[place] < distances[place - 1] + 0.02 {
            return nil
        }
        return distances
    }

    /// Writes shapes.txt.
    ///
    /// - Throws: `ZipFileError` if the archive cannot be written.
    func writeShapes(to zip: ZipFileWriter) throws(ZipFileError) {
        let shapes = timetable.shapes
        var table = ExportTable(
            "shapes.txt",
            [
                "shape_id", "shape_pt_sequence", "shape_pt_lat", "shape_pt_lon",
                "shape_dist_traveled",
            ], in: zip)
        for shape in (0..<shapes.count).lazy.map({ ShapeIndex($0) }) {
            for (number, point) in shapes.pointOffsets[shape].enumerated() {
                table.add(bytes(shapes.ids[shape]))
                table.add(number + 1)
                table.addDegrees(shapes.latitudes[point])
                table.addDegrees(shapes.longitudes[point])
                table.addMetres(shapes.distances[point])
                try table.endLine()
            }
        }
        try table.finish()
    }

    // MARK: - Headways

    /// Writes frequencies.txt.
    ///
    /// - Throws: `ZipFileError` if the archive cannot be written.
    func writeFrequencies(to zip: ZipFileWriter) throws(ZipFileError) {
        let trips = timetable.trips
        let flags = TripColumns.headwayFlag | TripColumns.exactFrequencyFlag
        let withHeadway = tripIndices.filter { trips.flags[$0] & flags != 0 }
        var table = ExportTable(
            "frequencies.txt",
            ["trip_id", "start_time", "end_time", "headway_secs", "exact_times"], in: zip)
        for trip in withHeadway {
            let starts = trips.runs(of: trip).map { timetable.patterns.runStarts[$0] }.sorted()
            for period in Self.periods(starts) {
                table.add(bytes(trips.ids[trip]))
                table.add(ServiceTime(seconds: period.start))
                table.add(ServiceTime(seconds: period.end))
                table.add(Int(period.headway))
                table.add(trips.isHeadwayBased(trip) ? 0 : 1)
                try table.endLine()
            }
        }
        try table.finish()
    }

    struct Period: Equatable {
        let start: Int32
        /// The exclusive end.
        let end: Int32
        let headway: Int32
    }

    /// Splits ascending departures into periods of equal headway.
    static func periods(_ starts: [Int32]) -> [Period] {
        var periods: [Period] = []
        var row = 0
        while row < starts.count {
            var last = row
            // A single departure gets a headway of one second.
            var headway: Int32 = 1
            if row + 1 < starts.count, starts[row + 1] - starts[row] <= 86_400 {
                headway = max(1, starts[row + 1] - starts[row])
                while last + 1 < starts.count, starts[last + 1] - starts[last] == headway {
                    last += 1
                }
            }
            let next = last + 1 < starts.count ? starts[last + 1] : Int32.max
            periods.append(
                Period(
                    start: starts[row], end: min(starts[last] + headway, next), headway: headway))
            row = last + 1
        }
        return periods
    }
}
