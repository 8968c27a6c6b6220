import TransitModel

/// The rows of `booking_rules.txt`, and which calls they are about.
package struct BookingColumns: Sendable {
    /// For each row of the call lists the rule for getting on, ``noRule`` for most.
    package let pickups: Column<UInt32>
    /// The same for getting off.
    package let dropOffs: Column<UInt32>
    /// GTFS `booking_rule_id`.
    package let ids: Column<StringIndex>
    /// GTFS `booking_type`.
    package let types: Column<UInt8>
    /// Minutes before departure; this and the numbers below are ``notStated`` where the feed gives
    /// none.
    package let leastMinutes: Column<Int32>
    /// Minutes before departure.
    package let mostMinutes: Column<Int32>
    /// Days before that of the departure.
    package let lastDays: Column<Int32>
    /// Seconds on local clocks.
    package let lastTimes: Column<Int32>
    /// Days before that of the departure.
    package let startDays: Column<Int32>
    /// Seconds on local clocks.
    package let startTimes: Column<Int32>
    /// On whose days the days before are counted; `none` for every day.
    package let services: Column<ServiceIndex>
    /// GTFS `message`.
    package let messages: Column<StringIndex>
    /// GTFS `pickup_message`.
    package let pickupMessages: Column<StringIndex>
    /// GTFS `drop_off_message`.
    package let dropOffMessages: Column<StringIndex>
    /// GTFS `phone_number`.
    package let phones: Column<StringIndex>
    /// GTFS `info_url`.
    package let infoURLs: Column<StringIndex>
    /// GTFS `booking_url`.
    package let bookingURLs: Column<StringIndex>

    /// Stands for "no rule".
    package static let noRule = UInt32.max
    /// Stands for a number that the feed does not give.
    package static let notStated: Int32 = -1

    /// nil for a network without booking rules.
    init?(_ file: NetworkFile) throws(NetworkFileError) {
        guard file.contains(.bookingType) else { return nil }
        pickups = try file.column(.callPickupBooking)
        dropOffs = try file.column(.callDropOffBooking)
        ids = try file.column(.bookingID)
        types = try file.column(.bookingType)
        leastMinutes = try file.column(.bookingLeastMinutes)
        mostMinutes = try file.column(.bookingMostMinutes)
        lastDays = try file.column(.bookingLastDay)
        lastTimes = try file.column(.bookingLastTime)
        startDays = try file.column(.bookingStartDay)
        startTimes = try file.column(.bookingStartTime)
        services = try file.column(.bookingService)
        messages = try file.column(.bookingMessage)
        pickupMessages = try file.column(.bookingPickupMessage)
        dropOffMessages = try file.column(.bookingDropOffMessage)
        phones = try file.column(.bookingPhone)
        infoURLs = try file.column(.bookingInfoURL)
        bookingURLs = try file.column(.bookingURL)
    }

    /// How many rules there are.
    package var count: Int { ids.count }

    /// What is said to those who get on, or off: what is for them alone, else what is for all.
    func message(of rule: Int, dropsOff: Bool) -> StringIndex {
        let own = (dropsOff ? dropOffMessages : pickupMessages)[rule]
        return own == .none ? messages[rule] : own
    }
}
