/// A file of a GTFS feed: its name, presence and columns.
package struct GTFSFile: Sendable {
    /// The presence of a file or column in the specification.
    package enum Presence: Sendable {
        case required, recommended, optional
    }

    /// The file name in the feed, for example `stops.txt`.
    package let name: String
    package let presence: Presence
    /// Columns whose absence makes the file unusable.
    package let requiredColumns: [String]
    /// All other columns of the specification.
    package let optionalColumns: [String]

    private init(
        _ name: String, _ presence: Presence, required: String, optional: String = ""
    ) {
        self.name = name
        self.presence = presence
        requiredColumns = required.split(separator: " ").map(String.init)
        optionalColumns = optional.split(separator: " ").map(String.init)
    }

    /// Whether the specification defines the column.
    package func hasColumn(_ name: String) -> Bool {
        requiredColumns.contains(name) || optionalColumns.contains(name)
    }

    /// Agencies and their time zone.
    package static let agency = GTFSFile(
        "agency.txt", .required, required: "agency_name agency_url agency_timezone",
        optional: "agency_id agency_lang agency_phone agency_fare_url agency_email cemv_support")

    /// Stops, stations, entrances, nodes and boarding areas.
    package static let stops = GTFSFile(
        "stops.txt", .required, required: "stop_id",
        optional: """
            stop_code stop_name tts_stop_name stop_desc stop_lat stop_lon zone_id stop_url \
            location_type parent_station stop_timezone wheelchair_boarding level_id platform_code \
            stop_access
            """)

    /// Routes, which riders know as lines.
    package static let routes = GTFSFile(
        "routes.txt", .required, required: "route_id route_type",
        optional: """
            agency_id route_short_name route_long_name route_desc route_url route_color \
            route_text_color route_sort_order continuous_pickup continuous_drop_off network_id \
            cemv_support
            """)

    package static let trips = GTFSFile(
        "trips.txt", .required, required: "route_id service_id trip_id",
        optional: """
            trip_headsign trip_short_name direction_id block_id shape_id wheelchair_accessible \
            bikes_allowed cars_allowed safe_duration_factor safe_duration_offset
            """)

    /// Arrival and departure times of trips at stops.
    package static let stopTimes = GTFSFile(
        "stop_times.txt", .required, required: "trip_id stop_sequence",
        optional: """
            stop_id arrival_time departure_time stop_headsign pickup_type drop_off_type \
            continuous_pickup continuous_drop_off shape_dist_traveled timepoint \
            location_group_id location_id start_pickup_drop_off_window end_pickup_drop_off_window \
            pickup_booking_rule_id drop_off_booking_rule_id
            """)

    /// Booking rules for calls that are made on request only.
    package static let bookingRules = GTFSFile(
        "booking_rules.txt", .optional, required: "booking_rule_id booking_type",
        optional: """
            prior_notice_duration_min prior_notice_duration_max prior_notice_last_day \
            prior_notice_last_time prior_notice_start_day prior_notice_start_time \
            prior_notice_service_id message pickup_message drop_off_message phone_number info_url \
            booking_url
            """)

    /// Service days by weekday.
    package static let calendar = GTFSFile(
        "calendar.txt", .optional,
        required: """
            service_id monday tuesday wednesday thursday friday saturday sunday start_date end_date
            """)

    /// Single days added to services or removed from them.
    package static let calendarDates = GTFSFile(
        "calendar_dates.txt", .optional, required: "service_id date exception_type",
        optional: "holiday_name")

    /// Trips that run at a headway, each with its periods.
    package static let frequencies = GTFSFile(
        "frequencies.txt", .optional, required: "trip_id start_time end_time headway_secs",
        optional: "exact_times")

    /// The paths of vehicles on the ground.
    package static let shapes = GTFSFile(
        "shapes.txt", .optional, required: "shape_id shape_pt_lat shape_pt_lon shape_pt_sequence",
        optional: "shape_dist_traveled")

    /// Rules for transfers between stops, routes and trips.
    package static let transfers = GTFSFile(
        "transfers.txt", .optional, required: "transfer_type",
        optional: """
            from_stop_id to_stop_id from_route_id to_route_id from_trip_id to_trip_id \
            min_transfer_time
            """)

    package static let pathways = GTFSFile(
        "pathways.txt", .optional,
        required: "pathway_id from_stop_id to_stop_id pathway_mode is_bidirectional",
        optional: """
            length traversal_time stair_count max_slope min_width signposted_as \
            reversed_signposted_as
            """)

    package static let levels = GTFSFile(
        "levels.txt", .optional, required: "level_id level_index", optional: "level_name")

    /// Publisher, version and validity of the feed.
    package static let feedInfo = GTFSFile(
        "feed_info.txt", .recommended,
        required: "feed_publisher_name feed_publisher_url feed_lang",
        optional: """
            default_lang feed_start_date feed_end_date feed_version feed_contact_email \
            feed_contact_url feed_id
            """)

    /// Organizations to credit for the data.
    package static let attributions = GTFSFile(
        "attributions.txt", .optional, required: "organization_name",
        optional: """
            attribution_id agency_id route_id trip_id is_producer is_operator is_authority \
            attribution_url attribution_email attribution_phone
            """)

    /// Translations of texts into other languages.
    package static let translations = GTFSFile(
        "translations.txt", .optional, required: "table_name field_name language translation",
        optional: "record_id record_sub_id field_value")

    package static let read = [
        agency, stops, routes, trips, stopTimes, calendar, calendarDates, frequencies, shapes,
        transfers, pathways, levels, bookingRules, feedInfo, attributions, translations,
    ]

    /// Files of the specification that Takt ignores (fares, flexible services).
    package static let knownButNotUsed: Set<String> = [
        "fare_attributes.txt", "fare_rules.txt", "fare_media.txt", "fare_products.txt",
        "fare_leg_rules.txt", "fare_leg_join_rules.txt", "fare_transfer_rules.txt", "areas.txt",
        "stop_areas.txt", "networks.txt", "route_networks.txt", "timeframes.txt",
        "rider_categories.txt", "location_groups.txt", "location_group_stops.txt",
        "locations.geojson",
    ]
}
