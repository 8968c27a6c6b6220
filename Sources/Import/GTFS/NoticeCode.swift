/// The kinds of defects, named as in the canonical GTFS validator.
///
/// The last group has names of our own for defects that the validator does not define.
package enum NoticeCode: String, Sendable, CaseIterable {
    // Files and their format.
    case missingRequiredFile = "missing_required_file"
    case missingRecommendedFile = "missing_recommended_file"
    case emptyFile = "empty_file"
    case unknownFile = "unknown_file"
    case invalidInputFilesInSubfolder = "invalid_input_files_in_subfolder"
    case missingRequiredColumn = "missing_required_column"
    case unknownColumn = "unknown_column"
    case duplicatedColumn = "duplicated_column"
    case emptyColumnName = "empty_column_name"
    case csvParsingFailed = "csv_parsing_failed"
    case invalidRowLength = "invalid_row_length"
    case emptyRow = "empty_row"
    case missingCalendarAndCalendarDateFiles = "missing_calendar_and_calendar_date_files"

    // Fields.
    case missingRequiredField = "missing_required_field"
    case leadingOrTrailingWhitespaces = "leading_or_trailing_whitespaces"
    case invalidCharacter = "invalid_character"
    case invalidInteger = "invalid_integer"
    case invalidFloat = "invalid_float"
    case invalidTime = "invalid_time"
    case invalidDate = "invalid_date"
    case invalidColor = "invalid_color"
    case invalidTimezone = "invalid_timezone"
    case invalidURL = "invalid_url"
    case numberOutOfRange = "number_out_of_range"
    case unexpectedEnumValue = "unexpected_enum_value"

    // Relations between rows.
    case duplicateKey = "duplicate_key"
    case foreignKeyViolation = "foreign_key_violation"
    case inconsistentAgencyTimezone = "inconsistent_agency_timezone"
    case startAndEndRangeOutOfOrder = "start_and_end_range_out_of_order"

    // Stops, routes, trips.
    case stopWithoutLocation = "stop_without_location"
    case pointNearOrigin = "point_near_origin"
    case locationWithoutParentStation = "location_without_parent_station"
    case wrongParentLocationType = "wrong_parent_location_type"
    case stationWithParentStation = "station_with_parent_station"
    case routeBothShortAndLongNameMissing = "route_both_short_and_long_name_missing"
    case routeColorContrast = "route_color_contrast"
    case unusableTrip = "unusable_trip"
    case unusedShape = "unused_shape"
    case unusedService = "unused_service"
    case serviceWithoutAnyDay = "service_has_no_active_day_of_the_week"

    // Stop times.
    case missingTripEdge = "missing_trip_edge"
    case stopTimeWithOnlyArrivalOrDepartureTime =
        "stop_time_with_only_arrival_or_departure_time"
    case stopTimeWithArrivalBeforePreviousDepartureTime =
        "stop_time_with_arrival_before_previous_departure_time"
    case stopTimeWithDepartureBeforeArrivalTime =
        "stop_time_with_departure_before_arrival_time"
    case decreasingOrEqualStopTimeDistance = "decreasing_or_equal_stop_time_distance"
    case fastTravelBetweenConsecutiveStops = "fast_travel_between_consecutive_stops"
    case stopTooFarFromShape = "stop_too_far_from_shape"
    case locationWithUnexpectedStopTime = "location_with_unexpected_stop_time"

    // Shapes, frequencies, transfers.
    case decreasingShapeDistance = "decreasing_shape_distance"
    case singleShapePoint = "single_shape_point"
    case overlappingFrequency = "overlapping_frequency"
    case transferWithInvalidStopLocationType = "transfer_with_invalid_stop_location_type"
    case transferDistanceTooLarge = "transfer_distance_too_large"

    // Booking rules.
    case missingPriorNoticeDurationMin = "missing_prior_notice_duration_min"
    case missingPriorNoticeLastDay = "missing_prior_notice_last_day"
    case missingPriorNoticeLastTime = "missing_prior_notice_last_time"
    case missingPriorNoticeStartTime = "missing_prior_notice_start_time"
    case forbiddenRealTimeBookingFieldValue = "forbidden_real_time_booking_field_value"
    case forbiddenSameDayBookingFieldValue = "forbidden_same_day_booking_field_value"
    case forbiddenPriorDayBookingFieldValue = "forbidden_prior_day_booking_field_value"
    case forbiddenPriorNoticeStartDay = "forbidden_prior_notice_start_day"
    case forbiddenPriorNoticeStartTime = "forbidden_prior_notice_start_time"
    case invalidPriorNoticeDurationMin = "invalid_prior_notice_duration_min"
    case priorNoticeLastDayAfterStartDay = "prior_notice_last_day_after_start_day"

    // Not in the validator.
    case fileNotUsed = "file_not_used"
    case controlCharacter = "control_character"
    case textTooLong = "text_too_long"
    case serviceDaysClipped = "service_days_clipped"
    case tooManyRuns = "too_many_runs"
    case fileNotReadable = "file_not_readable"
    case tooManyNearStops = "too_many_near_stops"
    case stopFarFromStreet = "stop_far_from_street"
    case stopNotReachableOnFoot = "stop_not_reachable_on_foot"
    case stopNotReachableInWheelchair = "stop_not_reachable_in_wheelchair"
    case shapeFromMap = "shape_from_map"
    case shapeNotOnMap = "shape_not_on_map"
    case mapOlderThanFeed = "map_older_than_feed"
    case stopTimesBeginAgainAtMidnight = "stop_times_begin_again_at_midnight"

    /// The severity; an error means that a part of the feed was left out.
    package var severity: NoticeSeverity {
        switch self {
        case .unknownFile, .unknownColumn, .fileNotUsed, .unusedService,
            .missingRecommendedFile, .shapeFromMap, .shapeNotOnMap,
            .stopNotReachableInWheelchair:
            .info
        case .emptyRow, .emptyFile, .leadingOrTrailingWhitespaces, .unexpectedEnumValue,
            .missingTripEdge, .unusableTrip, .unusedShape, .routeColorContrast,
            .fastTravelBetweenConsecutiveStops, .stopTooFarFromShape, .singleShapePoint,
            .serviceWithoutAnyDay, .transferDistanceTooLarge, .serviceDaysClipped,
            .stopTimeWithOnlyArrivalOrDepartureTime, .invalidInputFilesInSubfolder,
            .invalidCharacter, .invalidURL, .controlCharacter, .textTooLong,
            .tooManyNearStops, .stopFarFromStreet, .stopNotReachableOnFoot, .mapOlderThanFeed,
            .stopTimesBeginAgainAtMidnight:
            .warning
        case .missingRequiredFile, .missingRequiredColumn, .duplicatedColumn, .emptyColumnName,
            .csvParsingFailed, .invalidRowLength, .missingCalendarAndCalendarDateFiles,
            .missingRequiredField, .invalidInteger, .invalidFloat, .invalidTime, .invalidDate,
            .invalidColor, .invalidTimezone, .numberOutOfRange, .duplicateKey,
            .foreignKeyViolation, .inconsistentAgencyTimezone, .startAndEndRangeOutOfOrder,
            .stopWithoutLocation, .pointNearOrigin, .locationWithoutParentStation,
            .wrongParentLocationType, .stationWithParentStation,
            .routeBothShortAndLongNameMissing, .stopTimeWithArrivalBeforePreviousDepartureTime,
            .stopTimeWithDepartureBeforeArrivalTime, .decreasingOrEqualStopTimeDistance,
            .locationWithUnexpectedStopTime, .decreasingShapeDistance, .overlappingFrequency,
            .transferWithInvalidStopLocationType, .tooManyRuns, .fileNotReadable,
            .missingPriorNoticeDurationMin, .missingPriorNoticeLastDay,
            .missingPriorNoticeLastTime, .missingPriorNoticeStartTime,
            .forbiddenRealTimeBookingFieldValue, .forbiddenSameDayBookingFieldValue,
            .forbiddenPriorDayBookingFieldValue, .forbiddenPriorNoticeStartDay,
            .forbiddenPriorNoticeStartTime, .invalidPriorNoticeDurationMin,
            .priorNoticeLastDayAfterStartDay:
            .error
        }
    }

    /// The consequence for the feed, as one sentence for people.
    package var explanation: String {
        switch self {
        case .missingRequiredFile: "A file that every feed must have is missing."
        case .missingRecommendedFile: "A file that good feeds have is missing."
        case .emptyFile: "The file has a header at most; it was read as if it were absent."
        case .unknownFile: "The file is not part of GTFS and was left aside."
        case .invalidInputFilesInSubfolder: "The files lie in a folder; they were read from there."
        case .missingRequiredColumn: "A column that this file must have is missing."
        case .unknownColumn: "The column is not part of GTFS and was left aside."
        case .duplicatedColumn: "The column occurs twice; the first one counts."
        case .emptyColumnName: "A column has no name and was left aside."
        case .csvParsingFailed: "The text cannot be split into rows; reading stopped here."
        case .invalidRowLength: "The row has more or fewer fields than the header."
        case .emptyRow: "The row is blank and was skipped."
        case .missingCalendarAndCalendarDateFiles: "Nothing says on which days service runs."
        case .missingRequiredField: "A field that must be filled is empty; the row was left out."
        case .leadingOrTrailingWhitespaces: "Spaces around the value were cut."
        case .invalidCharacter: "The text is not UTF-8; the faulty bytes were replaced."
        case .invalidInteger: "A whole number was expected."
        case .invalidFloat: "A number was expected."
        case .invalidTime:
            "A time such as 25:10:00 was expected; in stop_times.txt it counts as missing."
        case .invalidDate: "A day as in 20260504 was expected."
        case .invalidColor: "Six hexadecimal digits were expected; the default was taken."
        case .invalidTimezone: "The time zone is not in the tz database."
        case .invalidURL:
            "An address that begins with http:// or https:// was expected; it was left out."
        case .controlCharacter: "The text contains control characters; they were left out."
        case .textTooLong:
            "A name has at most 200 characters and other texts 4,000; the rest, or an address, was left out."
        case .numberOutOfRange: "The number is outside its range."
        case .unexpectedEnumValue: "The value is not one of those listed; the default was taken."
        case .duplicateKey: "The key occurs twice; the first row counts."
        case .foreignKeyViolation: "The row names something that is not in the feed."
        case .inconsistentAgencyTimezone: "Agencies of one feed must share a time zone."
        case .startAndEndRangeOutOfOrder: "The end is before the start; the row was left out."
        case .stopWithoutLocation: "The stop has no place; it was left out of maps and walks."
        case .pointNearOrigin: "The place is at (0, 0), which no stop is."
        case .locationWithoutParentStation: "Such a location needs a parent station."
        case .wrongParentLocationType: "The parent is of the wrong kind and was left aside."
        case .stationWithParentStation: "A station cannot lie in another; the parent was dropped."
        case .routeBothShortAndLongNameMissing: "The route has no name; its id is shown."
        case .routeColorContrast: "Text and colour can hardly be distinguished; text was adapted."
        case .unusableTrip: "The trip serves fewer than two stops and was left out."
        case .unusedShape: "No trip follows the shape; it was left out."
        case .unusedService: "No trip runs in the service."
        case .serviceWithoutAnyDay: "The service names no day of the week."
        case .missingTripEdge: "The first or last stop of the trip lacks a time."
        case .stopTimeWithOnlyArrivalOrDepartureTime: "One time is given; it is used for both."
        case .stopTimeWithArrivalBeforePreviousDepartureTime:
            "The vehicle would arrive before it left the stop before; the time was moved up."
        case .stopTimeWithDepartureBeforeArrivalTime:
            "The vehicle would leave before it arrives; the departure was moved up."
        case .decreasingOrEqualStopTimeDistance:
            "Distances along the trip must grow; they were worked out from the shape instead."
        case .fastTravelBetweenConsecutiveStops: "No vehicle of this kind is that fast."
        case .stopTooFarFromShape: "The stop is more than 100 m off the trip's shape."
        case .locationWithUnexpectedStopTime: "Vehicles call at stops, not at stations or nodes."
        case .decreasingShapeDistance: "Distances along the shape must grow; they were ignored."
        case .singleShapePoint: "A shape needs two points; it was left out."
        case .overlappingFrequency: "Two headways of one trip overlap."
        case .transferWithInvalidStopLocationType:
            "Transfers join stops or stations; the row was left out."
        case .transferDistanceTooLarge: "The two stops of the transfer are over 10 km apart."
        case .missingPriorNoticeDurationMin:
            "Booking on the same day needs prior_notice_duration_min; riders see no latest time."
        case .missingPriorNoticeLastDay:
            "Booking on an earlier day needs prior_notice_last_day; riders see no latest time."
        case .missingPriorNoticeLastTime:
            "prior_notice_last_day needs prior_notice_last_time; riders see no latest time."
        case .missingPriorNoticeStartTime:
            "prior_notice_start_day needs prior_notice_start_time; the day was left out."
        case .forbiddenRealTimeBookingFieldValue:
            "Booking in real time has no prior notice; the value was left out."
        case .forbiddenSameDayBookingFieldValue:
            "Booking on the same day has no last day, last time or service; the value was left out."
        case .forbiddenPriorDayBookingFieldValue:
            "Booking on an earlier day has no notice in minutes; the value was left out."
        case .forbiddenPriorNoticeStartDay:
            "A first day and a longest notice exclude each other; the day was left out."
        case .forbiddenPriorNoticeStartTime:
            "prior_notice_start_time needs prior_notice_start_day; the time was left out."
        case .invalidPriorNoticeDurationMin:
            "The least notice is longer than the longest; the longest was left out."
        case .priorNoticeLastDayAfterStartDay:
            "Booking would end before it begins; the first day was left out."
        case .fileNotUsed: "The file is part of GTFS, but Takt has no use for it."
        case .serviceDaysClipped: "The calendar spans over 20 years; days beyond were left out."
        case .tooManyRuns:
            "Headways would make over 100,000 runs of one trip, or 5,000,000 of all; cut there."
        case .fileNotReadable: "The file could not be read to its end."
        case .tooManyNearStops:
            "Over 1,000 stops are within walking distance; walks lead to the nearest 1,000 only."
        case .stopFarFromStreet:
            "The stop is more than 100 m from any way for pedestrians on the map."
        case .stopNotReachableOnFoot:
            "No way on the map leads from the stop's platform to the streets; walks end beside it."
        case .stopNotReachableInWheelchair:
            "Every way on the map between the stop and the streets has stairs or other obstacles."
        case .shapeFromMap:
            "Trips of the route have no shape; they got one along the ways of the map (OpenStreetMap)."
        case .mapOlderThanFeed:
            "The map is more than two years older than the feed; it lacks newer streets."
        case .stopTimesBeginAgainAtMidnight:
            "Times after midnight go on beyond 24:00:00; a day was added to these and later ones."
        case .shapeNotOnMap:
            "Trips of the route have no shape and no way of the map fits; they go straight."
        }
    }
}
