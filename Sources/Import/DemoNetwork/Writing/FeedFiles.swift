internal import TransitModel

/// The files about the feed as a whole: agencies, feed info, attributions, calendar and fares.
enum FeedFiles {
    private static let site = "https://example.org/takt-demo"

    static func tables(calendar: ServiceCalendar) -> [Table] {
        [agencies(), feedInfo(calendar), attributions(), days(calendar), exceptions(calendar)]
            + fares()
    }

    private static func agencies() -> Table {
        var table = Table(
            "agency.txt",
            ["agency_id", "agency_name", "agency_url", "agency_timezone", "agency_lang"])
        for (id, name) in [
            ("stadtverkehr", "Stadtverkehr Seewil (Demo)"),
            ("regionalbahn", "Regionalbahn Seewil (Demo)"),
            ("schifffahrt", "Schifffahrt Seewilersee (Demo)"),
            ("campus", "Campus-Shuttle Seewil (Demo)"),
        ] {
            table.add([id, name, "\(site)/\(id)", "Europe/Zurich", "de"])
        }
        return table
    }

    private static func feedInfo(_ calendar: ServiceCalendar) -> Table {
        var table = Table(
            "feed_info.txt",
            [
                "feed_publisher_name", "feed_publisher_url", "feed_lang", "feed_start_date",
                "feed_end_date", "feed_version",
            ])
        table.add([
            "Takt demo (invented network, not a real timetable)", site, "de",
            calendar.from.compactDescription, calendar.to.compactDescription,
            "demo-\(calendar.from.compactDescription)-\(calendar.to.compactDescription)",
        ])
        return table
    }

    private static func attributions() -> Table {
        var table = Table(
            "attributions.txt",
            ["attribution_id", "organization_name", "is_producer", "attribution_url"])
        table.add([
            "takt-demo", "Takt demo: every place, line and time of this feed is invented", "1",
            site,
        ])
        return table
    }

    private static func days(_ calendar: ServiceCalendar) -> Table {
        var table = Table(
            "calendar.txt",
            [
                "service_id", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
                "sunday", "start_date", "end_date",
            ])
        for service in calendar.activeServices {
            guard let weekdays = service.weekdays else { continue }
            table.add(
                [service.rawValue] + weekdays.map { $0 ? "1" : "0" }
                    + [calendar.from.compactDescription, calendar.to.compactDescription])
        }
        return table
    }

    private static func exceptions(_ calendar: ServiceCalendar) -> Table {
        var table = Table("calendar_dates.txt", ["service_id", "date", "exception_type"])
        for exception in calendar.exceptions
        where calendar.activeServices.contains(exception.service) {
            table.add([
                exception.service.rawValue, exception.day.compactDescription,
                exception.runs ? "1" : "2",
            ])
        }
        return table
    }

    /// Example fares for the town, the surrounding villages, and all zones.
    private static func fares() -> [Table] {
        var attributes = Table(
            "fare_attributes.txt",
            [
                "fare_id", "price", "currency_type", "payment_method", "transfers",
                "agency_id", "transfer_duration",
            ])
        var rules = Table("fare_rules.txt", ["fare_id", "contains_id"])
        for (id, price, minutes, zones) in [
            ("town", "3.20", 60, ["10"]),
            ("town-and-villages", "4.60", 90, ["10", "20"]),
            ("region", "8.80", 120, ["10", "20", "30", "40", "50"]),
        ] {
            attributes.add([
                id, price, "CHF", "1", "", "stadtverkehr", String(minutes * 60),
            ])
            for zone in zones { rules.add([id, zone]) }
        }
        return [attributes, rules]
    }
}
