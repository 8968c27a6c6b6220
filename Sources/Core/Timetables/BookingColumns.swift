package import TransitModel

/// The rows of `booking_rules.txt` and the calls they apply to.
package struct BookingColumns: Sendable {
    /// For each row of the call lists, the booking rule for boarding; ``noRule`` for most.
    package let pickups: Column<UInt32>
    /// For each row of the call lists, the booking rule for alighting.
    package let dropOffs: Column<UInt32>
    /// GTFS `booking_rule_id`.
    package let ids: Column<StringIndex>
    /// GTFS `booking_type`.
    package let types: Column<UInt8>
    /// Minutes before departure.
    ///
    /// This and the numbers below are ``notStated`` where the feed gives none.
    package let minimumMinutes: Column<Int32>
    /// Minutes before departure.
    package let maximumMinutes: Column<Int32>
    /// Days before the day of departure.
    package let lastDays: Column<Int32>
    /// Seconds on local clocks.
    package let lastTimes: Column<Int32>
    /// Days before the day of departure.
    package let startDays: Column<Int32>
    /// Seconds on local clocks.
    package let startTimes: Column<Int32>
    /// The service whose days count as days before departure; `none` for every day.
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

    package static let noRule = UInt32.max
    package static let notStated: Int32 = -1

    /// Returns nil for a network without booking rules.
    init?(_ file: NetworkFile) throws(NetworkFileError) {
        guard file.contains(.bookingType) else { return nil }
        pickups = try file.column(.callPickupBooking)
        dropOffs = try file.column(.callDropOffBooking)
        ids = try file.column(.bookingID)
        types = try file.column(.bookingType)
        minimumMinutes = try file.column(.bookingMinimumMinutes)
        maximumMinutes = try file.column(.bookingMaximumMinutes)
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

    package var count: Int { ids.count }

    /// Returns the message for boarding or alighting: the specific one if there is one, or else the
    /// general one.
    func message(of rule: Int, dropsOff: Bool) -> StringIndex {
        let own = (dropsOff ? dropOffMessages : pickupMessages)[rule]
        return own == .none ? messages[rule] : own
    }
}
