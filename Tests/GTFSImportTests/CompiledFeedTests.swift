import FolderTesting
import Foundation
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import GTFSImport

/// Networks joined from separately compiled feeds, compared with those read from the feeds.
@Suite struct CompiledFeedTests {
    private let folder = TemporaryFolder()

    private func write(_ name: String, _ feed: TextFeed) throws -> String {
        for (file, contents) in feed.files { try folder.write(contents, to: "\(name)/\(file)") }
        return folder.path(name)
    }

    private static let bookingRules = """
        booking_rule_id,booking_type,prior_notice_last_day,prior_notice_last_time,\
        prior_notice_start_day,prior_notice_start_time,prior_notice_service_id,\
        prior_notice_duration_min,prior_notice_duration_max,message,pickup_message,\
        drop_off_message,phone_number,info_url,booking_url
        eve,2,1,15:00:00,14,8:00:00,office,,,All,On,Off,041 1,http://t.example/i,http://t.example/b
        hour,1,,,,,,60,600,,,,041 2,,

        """

    /// Adds rules for boarding and alighting at some stops, with days counted in another service.
    private func addBookings(to feed: inout TextFeed) {
        feed.files["calendar.txt", default: ""] += "office,1,1,1,1,1,0,0,20260101,20261231\n"
        feed.files["booking_rules.txt"] = Self.bookingRules
        feed.append("pickup_booking_rule_id,drop_off_booking_rule_id") { trip, stop in
            trip.hasPrefix("red") ? ["B": "eve,hour", "C": ",eve"][stop] ?? "," : ","
        }
    }

    /// Returns feeds with everything that a compiled feed stores.
    private func feeds() -> [(id: String, feed: TextFeed)] {
        var rich = TextFeed(
            "red-1: A 8:00  B 8:10/8:12  C 30:20\nred-2: A 9:00  B 9:10  C 9:20\n"
                + "red-3: A 9:30  C 9:50\nred-4: C 9:30  A 9:50\n"
                + "blue-1: C 7:00  B 7:30\nblue-2: C 7:05  B 7:10")
        rich.files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code,level_id
            M,Main,47.0,8.0,1,,,
            A,Main,47.0,8.0,0,M,1,l
            B,Bridge,47.0,8.01,0,,,
            C,Castle,47.0,8.02,0,elsewhere,,
            E,Door,47.0,8.0,2,M,,

            """
        rich.files["levels.txt"] = "level_id,level_index,level_name\nl,-1,Down\n"
        rich.files["transfers.txt"] = """
            from_stop_id,to_stop_id,transfer_type,min_transfer_time,from_route_id,to_route_id
            A,A,2,90,,
            B,C,2,333,,
            A,B,3,,,
            B,B,1,,red,blue

            """
        rich.files["pathways.txt"] = """
            pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,traversal_time
            1,E,A,2,1,40

            """
        rich.files["frequencies.txt"] =
            "trip_id,start_time,end_time,headway_secs,exact_times\nblue-2,7:05:00,8:05:00,900,0\n"
        rich.files["calendar_dates.txt"] =
            "service_id,date,exception_type\ndaily,20260504,2\ndaily,20270101,1\n"
        rich.files["shapes.txt"] = """
            shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
            s,47.0,8.0,1
            s,47.001,8.01,2
            s,47.0,8.02,3

            """
        rich.files["trips.txt"] = """
            route_id,service_id,trip_id,trip_headsign,block_id,shape_id,direction_id,wheelchair_accessible
            red,daily,red-1,Castle,b1,s,0,1
            red,daily,red-2,Castle,b1,s,0,1
            red,daily,red-3,Castle,,,0,1
            red,daily,red-4,Main,,,1,1
            blue,daily,blue-1,Bridge,,,1,2
            blue,daily,blue-2,,,,,

            """
        rich.files["translations.txt"] =
            "table_name,field_name,language,translation,record_id\nstops,stop_name,fr,Pont,B\n"
        addBookings(to: &rich)
        rich.files["attributions.txt"] = "organization_name,is_producer\nSomebody,1\n"
        var plain = TextFeed("red-1: A 8:00  B 8:10\ngreen-7: B 9:00  D 9:10")
        plain.files["calendar.txt"]?.replace("20260101,20261231", with: "20251201,20260630")
        return [("rich", rich), ("plain", plain)]
    }

    /// Returns all rows of a network's feed, by file, without order.
    private func rows(_ network: Timetable) throws -> [String: [String]] {
        var rows: [String: [String]] = [:]
        rows["patterns"] = NetworkText.patterns(network).split(separator: "\n").map { String($0) }
        rows["walks"] = NetworkText.walks(network).split(separator: "\n").map { String($0) }
        rows["notices"] = try network.sources.noticeCounts().map { "\($0)" }
        rows["feeds"] = try network.sources.feeds().map { "\($0)" }
        rows["attributions"] = try network.sources.attributions().map { "\($0)" }
        rows["translations"] = try network.sources.stopNameTranslations().map { "\($0)" }
        let services = network.services
        rows["services"] = (0..<services.count).map { row in
            let days = (0..<services.dayCount).filter {
                services.isActive(ServiceIndex(row), on: services.firstDay.advanced(by: $0))
            }
            return "\(network.strings[services.ids[row]]) \(services.firstDay) \(days)"
        }
        let stops = network.stops
        rows["stops"] = stops.indices.map { stop in
            let joined = stops.joined(to: stop).map(stops.id).sorted()
            return
                "\(stops.id(stop)) \(stops.name(stop)) \(stops.parent(stop).map(stops.id) ?? "") "
                + "\(stops.wheelchairBoarding(stop)) \(stops.transferSeconds[stop]) "
                + "\(String(describing: stops.coordinate(stop))) \(joined) \(stops.levels[stop])"
        }
        let trips = network.trips
        rows["trips"] = (0..<trips.count).map { row in
            let trip = TripIndex(row)
            let path = trips.paths[trip] == TripColumns.noPath ? -1 : Int(trips.paths[trip])
            let distances =
                path < 0
                ? []
                : network.shapes.pathDistances[network.shapes.pathDistanceOffsets[path]]
                    .map(\.self)
            return "\(trips.id(trip)) \(trips.headsign(trip) ?? "") \(trips.flags[trip]) "
                + "\(trips.block(trip).map { network.strings[$0] } ?? "") \(distances) "
                + "\(trips.shown(trip).map(trips.id) ?? "")"
        }
        rows["bookings"] = (0..<trips.count).flatMap { row in
            let run = trips.runs(of: TripIndex(row))[0]
            let stops = network.patterns.stops(of: network.patterns.pattern(of: run)).indices
            return stops.flatMap { position in
                [false, true].map { dropsOff in
                    let booking = network.booking(
                        of: run, at: position, on: ServiceDay(daysSince1970: 20_577),
                        dropsOff: dropsOff)
                    let id = trips.bookingRule(TripIndex(row), at: position, dropsOff: dropsOff)
                        .flatMap { rule in network.bookings.map { network.strings[$0.ids[rule]] } }
                    let rule = booking.map { "\($0)" } ?? "none"
                    return "\(trips.id(TripIndex(row))) \(position) \(id ?? "") \(rule)"
                }
            }
        }
        let walks = network.footpaths
        rows["rules"] = (0..<walks.ruleTypes.count).map { row in
            "\(walks.ruleTypes[row]) \(walks.ruleFromStops[row].ifAny.map(stops.id) ?? "") "
                + "\(walks.ruleFromRoutes[row].ifAny.map(network.routes.id) ?? "")"
        }
        return rows.mapValues { $0.sorted() }
    }

    /// A map on which every hop is a straight way.
    private static let straight = ImportMap(
        vehicles: VehicleRouter { _, stops in
            zip(stops, stops.dropFirst()).map { [$0.0, $0.1] }
        })

    /// Writes a network and opens its file, whose values are checked then.
    private func written(
        _ sources: [NetworkImport.Source], _ map: ImportMap
    ) throws -> (Timetable, NetworkImport.Summary) {
        let path = folder.path("network.takt")
        let summary = try NetworkImport(sources, map: map).write(to: path)
        return (try Timetable(path: path), summary)
    }

    @Test(arguments: [
        StreetAccess(gapMetres: 101), StreetAccess(gapMetres: 2, isOpenOnFoot: false),
        StreetAccess(gapMetres: 2, isStepFree: false),
    ])
    func `what the map does not reach is reported once`(access: StreetAccess) throws {
        var walking = WalkingAssumptions()
        walking.streets = .drawn(access: access) { _, _, _ in .noWay }
        var source = NetworkImport.Source(path: try write("plain", feeds()[1].feed))
        let read = try NetworkImport([source], walking: walking).timetable().0
        let part = folder.path("plain.part")
        _ = try NetworkImport([source], walking: walking).write(to: part)
        source.compiled = part
        let joined = try NetworkImport([source], walking: walking).timetable().0
        #expect(try NetworkText.notices(joined) == NetworkText.notices(read))
        #expect(try joined.sources.noticeCounts() == read.sources.noticeCounts())
    }

    // The trip without a shape borrows from the one that has it, once more when feeds are joined.
    @Test(arguments: ["osm-1", "borrowed-1"])
    func `a shape of the feed stays whatever its id, and one that was made goes`(
        id: String
    ) throws {
        var feed = TextFeed("red-1: A 8:00  B 8:10  C 8:20\nred-2: A 9:00  B 9:10")
        feed.files["trips.txt"] =
            "route_id,service_id,trip_id,shape_id\nred,daily,red-1,\(id)\nred,daily,red-2,\n"
        feed.files["shapes.txt"] = """
            shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
            \(id),47.0,8.0,1
            \(id),47.001,8.01,2
            \(id),47.0,8.02,3

            """
        let path = try write("town", feed)
        let source = NetworkImport.Source(path: path, id: "town")
        _ = try NetworkImport([source]).write(to: path + ".part")
        var compiled = source
        compiled.compiled = path + ".part"
        for network in [try written([source], .init()).0, try written([compiled], .init()).0] {
            let shapes = (0..<network.shapes.count).map { ShapeIndex($0) }
            #expect(shapes.count == 2)
            #expect(
                shapes.filter { !network.shapes.isInferred($0) }
                    .map { network.strings[network.shapes.ids[$0]] } == [id])
        }
    }

    // Of the trips without a shape one borrows that of its route, others find theirs on the map.
    @Test(arguments: [false, true])
    func `joining compiled feeds makes the network that reading them makes`(
        onMap: Bool
    ) throws {
        let map = onMap ? Self.straight : ImportMap()
        var sources: [NetworkImport.Source] = []
        for (id, feed) in feeds() {
            let path = try write(id, feed)
            _ = try NetworkImport([.init(path: path, id: id)], map: map).write(to: path + ".part")
            sources.append(NetworkImport.Source(path: path, id: id))
        }
        for count in [1, 2] {
            let chosen = Array(sources.prefix(count))
            let read = try written(chosen, map)
            var joining = chosen
            for row in joining.indices { joining[row].compiled = joining[row].path + ".part" }
            // The feeds themselves are not needed.
            let away = folder.path("rich/stop_times.txt")
            let kept = try String(contentsOfFile: away, encoding: .utf8)
            try FileManager.default.removeItem(atPath: away)
            defer { try? kept.write(toFile: away, atomically: true, encoding: .utf8) }
            let joined = try written(joining, map)
            let (wanted, found) = (try rows(read.0), try rows(joined.0))
            for (kind, rows) in wanted { #expect(found[kind] == rows, "\(kind)") }
            #expect(wanted["bookings"]?.count { $0.contains("041") } == 8)
            #expect(read.0.shapes.count == joined.0.shapes.count)
            #expect((read.0.shapes.count > 3) == onMap)
            #expect(read.1.stopTimes == joined.1.stopTimes)
            #expect(read.1.trips == joined.1.trips && read.1.lastDay == joined.1.lastDay)
        }
    }

    @Test func `a compiled feed that cannot be used is read anew`() throws {
        let path = try write("plain", feeds()[1].feed)
        try folder.write("no network", to: "broken.part")
        var source = NetworkImport.Source(path: path)
        source.compiled = folder.path("broken.part")
        #expect(try NetworkImport([source]).timetable().1.trips == 2)
        source.compiled = folder.path("missing.part")
        #expect(try NetworkImport([source]).timetable().1.trips == 2)
    }
}
