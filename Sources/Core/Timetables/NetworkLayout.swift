/// How the columns of a network file belong together.
enum NetworkLayout {
    /// The rows of a table, and the columns that have one value for each of them.
    static let tables: [[ColumnID]] = [
        [
            .stopID, .stopCode, .stopName, .stopDescription, .stopLatitude, .stopLongitude,
            .stopParent, .stopLocationType, .stopWheelchair, .stopPlatform, .stopTimeZone,
            .stopZone, .stopURL, .stopLevel, .stopFeed, .stopTransferSeconds,
        ],
        [.stopCallPattern, .stopCallPosition],
        [
            .routeID, .routeAgency, .routeShortName, .routeLongName, .routeDescription,
            .routeType, .routeColour, .routeTextColour, .routeURL, .routeSortOrder, .routeFeed,
        ],
        [
            .agencyID, .agencyName, .agencyURL, .agencyTimeZone, .agencyLanguage, .agencyPhone,
            .agencyFeed,
        ],
        [.serviceID, .serviceDaySet],
        [.patternRoute, .patternDirection, .patternFlags, .patternRunCount],
        [.patternStop, .patternBoarding],
        [.runStart, .runProfile, .runService, .runTrip],
        [.profileArrival, .profileDeparture],
        [.wideProfileArrival, .wideProfileDeparture],
        [
            .tripID, .tripRoute, .tripHeadsign, .tripShortName, .tripBlock, .tripPath,
            .tripCallList, .tripFlags, .tripShown, .tripOwnService,
        ],
        [
            .callSequence, .callHeadsign, .callTimepoint, .callPickupBooking, .callDropOffBooking,
        ],
        [
            .bookingID, .bookingType, .bookingMinimumMinutes, .bookingMaximumMinutes,
            .bookingLastDay,
            .bookingLastTime, .bookingStartDay, .bookingStartTime, .bookingService,
            .bookingMessage, .bookingPickupMessage, .bookingDropOffMessage, .bookingPhone,
            .bookingInfoURL, .bookingURL,
        ],
        [.shapeID, .shapeInferred],
        [.shapeLatitude, .shapeLongitude, .shapeDistance],
        [.footpathTarget, .footpathSeconds, .footpathFlags],
        [
            .transferFromStop, .transferToStop, .transferFromRoute, .transferToRoute,
            .transferFromTrip, .transferToTrip, .transferType, .transferSeconds,
        ],
        [
            .feedID, .feedName, .feedPublisher, .feedPublisherURL, .feedLanguage, .feedVersion,
            .feedFirstDay, .feedLastDay,
        ],
        [.attributionName, .attributionURL, .attributionRoles],
        [
            .translationTable, .translationField, .translationLanguage, .translationRecord,
            .translationValue, .translationText,
        ],
        [.noticeCountCode, .noticeCountSeverity, .noticeCount],
        [
            .noticeCode, .noticeSeverity, .noticeFile, .noticeLine, .noticeField, .noticeValue,
        ],
    ]

    /// Columns of offsets: the table with a list in each row, and the column that has the lists.
    static let lists: [(offsets: ColumnID, rows: ColumnID?, of: ColumnID)] = [
        (.stringOffsets, nil, .stringBytes),
        (.stopCallOffsets, .stopID, .stopCallPattern), (.stopChildOffsets, .stopID, .stopChild),
        (.stopJoinedOffsets, .stopID, .stopJoined),
        (.routePatternOffsets, .routeID, .routePattern),
        (.patternStopOffsets, .patternRoute, .patternStop),
        (.patternRunOffsets, .patternRoute, .runStart),
        (.tripRunOffsets, .tripID, .tripRun), (.callListOffsets, nil, .callSequence),
        (.shapePointOffsets, .shapeID, .shapeLatitude),
        (.pathDistanceOffsets, .pathShape, .pathDistance),
        (.footpathOffsets, .stopID, .footpathTarget),
    ]

    /// Columns of rows of another table, or of none.
    ///
    /// A list of call details is a row of its offsets.
    static let references: [(column: ColumnID, table: ColumnID)] = [
        (.stopParent, .stopID), (.stopFeed, .feedID), (.stopCallPattern, .patternRoute),
        (.stopChild, .stopID), (.stopJoined, .stopID), (.routeAgency, .agencyID),
        (.routeFeed, .feedID), (.routePattern, .patternRoute), (.agencyFeed, .feedID),
        (.patternRoute, .routeID), (.patternStop, .stopID), (.runService, .serviceID),
        (.runTrip, .tripID), (.tripRoute, .routeID), (.tripPath, .pathShape),
        (.tripRun, .runStart), (.tripShown, .tripID), (.tripOwnService, .serviceID),
        (.callPickupBooking, .bookingID), (.callDropOffBooking, .bookingID),
        (.bookingService, .serviceID), (.pathShape, .shapeID), (.footpathTarget, .stopID),
        (.transferFromStop, .stopID), (.transferToStop, .stopID), (.transferFromRoute, .routeID),
        (.transferToRoute, .routeID), (.transferFromTrip, .tripID), (.transferToTrip, .tripID),
        (.tripCallList, .callListOffsets),
        (.stopIDTable, .stopID), (.routeIDTable, .routeID), (.tripIDTable, .tripID),
    ]

    /// Of the references and strings, those that must not be none.
    static let required: Set<ColumnID> = [
        .stopCallPattern, .stopChild, .stopJoined, .routePattern, .patternRoute, .patternStop,
        .runService, .runTrip, .tripRoute, .tripRun, .pathShape, .footpathTarget, .stopID, .routeID,
        .tripID,
    ]

    static let strings: [ColumnID] = [
        .feedID, .feedName, .feedPublisher, .feedPublisherURL, .feedLanguage, .feedVersion,
        .agencyID, .agencyName, .agencyURL, .agencyTimeZone, .agencyLanguage, .agencyPhone,
        .stopID, .stopCode, .stopName, .stopDescription, .stopPlatform, .stopTimeZone, .stopZone,
        .stopURL, .routeID, .routeShortName, .routeLongName, .routeDescription, .routeURL,
        .serviceID, .tripID, .tripHeadsign, .tripShortName, .tripBlock, .callHeadsign, .bookingID,
        .bookingMessage, .bookingPickupMessage, .bookingDropOffMessage, .bookingPhone,
        .bookingInfoURL, .bookingURL, .shapeID, .attributionName, .attributionURL,
        .translationTable, .translationField, .translationLanguage, .translationRecord,
        .translationValue, .translationText, .noticeCode, .noticeSeverity, .noticeFile,
        .noticeField, .noticeValue, .noticeCountCode, .noticeCountSeverity,
    ]

    /// Columns that stand alone.
    private static let others: [ColumnID] = [
        .stringBytes, .metadata, .daySetWords, .pathDistance,
    ]

    /// Columns that phones do not get and whose values are not checked: the join of feeds reads
    /// them, in files that this program wrote, and a level is looked up only if it is there.
    static let joined: Set<ColumnID> = [
        .feedContactEmail, .feedContactURL, .levelID, .levelNumber, .levelName, .orphanStop,
        .orphanParent, .attributionEmail, .attributionFeed, .translationSubRecord,
    ]

    /// The columns that have a value for each row of the table of a column.
    static func columns(ofTable column: ColumnID) -> [ColumnID] {
        tables.first { $0.first == column } ?? [column]
    }

    /// The columns whose values are checked, and of which phones get their part.
    static var columns: Set<ColumnID> {
        Set(tables.joined()).union(lists.flatMap { [$0.offsets, $0.of] })
            .union(references.map { $0.column }).union(strings).union(others)
    }
}
