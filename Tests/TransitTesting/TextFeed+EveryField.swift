extension TextFeed {
    /// A feed with a value for every field that a network stores.
    ///
    /// A new field gets its value here; `EveryFieldTests` follows it from there.
    package static var withEveryField: TextFeed {
        var feed = TextFeed(
            "red-1: A 8:00  B 8:10/8:12  C 30:20\nred-2: A 9:00  B 9:10  C 9:20\n"
                + "red-3: A 9:30  C 9:50\nblue-1: C 7:00  B 7:30")
        feed.files.merge(places) { $1 }
        feed.files.merge(linesAndTrips) { $1 }
        feed.files.merge(texts) { $1 }
        feed.append(
            "stop_headsign,timepoint,pickup_type,drop_off_type,pickup_booking_rule_id,"
                + "drop_off_booking_rule_id"
        ) { trip, stop in
            switch (trip, stop) {
            case ("red-1", "B"): "Loop,0,2,3,eve,hour"
            case ("red-2", "B"): "Loop,0,0,0,,"
            default: ",1,0,0,,"
            }
        }
        return feed
    }

    private static let places = [
        "agency.txt": """
        agency_id,agency_name,agency_url,agency_timezone,agency_lang,agency_phone
        1,Test,http://t.example,Europe/Zurich,de,041 0

        """,
        "levels.txt": "level_id,level_index,level_name\nl,-1,Down\n",
        "stops.txt": """
        stop_id,stop_code,stop_name,stop_desc,stop_lat,stop_lon,zone_id,stop_url,location_type,\
        parent_station,stop_timezone,wheelchair_boarding,level_id,platform_code
        M,,Main,,47.0,8.0,,,1,,,,,
        A,71,Main,By the clock,47.0,8.0,z1,http://t.example/a,0,M,Europe/Rome,1,l,1
        B,,Bridge,,47.0,8.01,,,0,,,,,
        C,,Castle,,47.0,8.02,,,0,elsewhere,,,,
        E,,Door,,47.0,8.0,,,2,M,,,,

        """,
        "pathways.txt": """
        pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,traversal_time
        1,E,A,2,1,40

        """,
        "transfers.txt": """
        from_stop_id,to_stop_id,transfer_type,min_transfer_time,from_route_id,to_route_id,\
        from_trip_id,to_trip_id
        A,A,2,90,,,,
        B,C,2,333,,,,
        A,B,3,,,,,
        B,B,1,,red,blue,,
        C,C,1,,,,red-2,blue-1

        """,
        "shapes.txt": """
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
        s,47.0,8.0,1
        s,47.001,8.01,2
        s,47.0,8.02,3

        """,
    ]

    private static let linesAndTrips = [
        "routes.txt": """
        route_id,agency_id,route_short_name,route_long_name,route_desc,route_type,route_url,\
        route_color,route_text_color,route_sort_order
        red,1,1,Main - Castle,Daily,0,http://t.example/1,FF0010,FFFFFF,3
        blue,1,2,,,3,,,,

        """,
        "trips.txt": """
        route_id,service_id,trip_id,trip_headsign,trip_short_name,block_id,shape_id,\
        direction_id,wheelchair_accessible,bikes_allowed
        red,daily,red-1,Castle,11,b1,s,0,1,1
        red,daily,red-2,Castle,12,b1,s,0,1,2
        red,daily,red-3,Castle,13,,,0,1,1
        blue,daily,blue-1,Bridge,,,,1,2,

        """,
        "frequencies.txt": """
        trip_id,start_time,end_time,headway_secs,exact_times
        blue-1,7:05:00,8:05:00,900,0

        """,
        "calendar_dates.txt": """
        service_id,date,exception_type
        daily,20260504,2
        daily,20270101,1

        """,
        "booking_rules.txt": """
        booking_rule_id,booking_type,prior_notice_last_day,prior_notice_last_time,\
        prior_notice_start_day,prior_notice_start_time,prior_notice_service_id,\
        prior_notice_duration_min,prior_notice_duration_max,message,pickup_message,\
        drop_off_message,phone_number,info_url,booking_url
        eve,2,1,15:00:00,14,8:00:00,daily,,,All,On,Off,041 1,http://t.example/i,http://t.example/b
        hour,1,,,,,,60,600,,,,041 2,,

        """,
    ]

    private static let texts = [
        "feed_info.txt": """
        feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date,\
        feed_version,feed_contact_email,feed_contact_url
        Test,http://t.example,en,20260101,20261231,7,a@t.example,http://t.example/c

        """,
        "attributions.txt": """
        organization_name,is_producer,is_operator,attribution_url,attribution_email
        Somebody,1,0,http://s.example,s@s.example

        """,
        "translations.txt": """
        table_name,field_name,language,translation,record_id,record_sub_id,field_value
        stops,stop_name,fr,Pont,B,,
        stops,stop_name,it,Castello,,,Castle
        stop_times,stop_headsign,fr,Boucle,red-1,2,

        """,
    ]
}
