/// The columns of a network file.
///
/// Numbers are never reused for another column.
package enum ColumnID: UInt32, Sendable, CaseIterable {
    // Strings and the network as a whole.
    case stringOffsets = 1, stringBytes, metadata

    // Feeds, agencies, levels.
    case feedID = 20, feedName, feedPublisher, feedPublisherURL, feedLanguage, feedVersion
    case feedFirstDay, feedLastDay, feedContactEmail, feedContactURL
    case agencyID = 40, agencyName, agencyURL, agencyTimeZone, agencyLanguage, agencyPhone
    case agencyFeed
    case levelID = 60, levelNumber, levelName

    // Stops.
    case stopID = 100, stopCode, stopName, stopDescription, stopLatitude, stopLongitude, stopParent
    case stopLocationType, stopWheelchair, stopPlatform, stopTimeZone, stopZone, stopURL, stopLevel
    case stopFeed, stopTransferSeconds, stopIDTable
    case stopCallOffsets, stopCallPattern, stopCallPosition
    case stopChildOffsets, stopChild, stopJoinedOffsets, stopJoined

    // Stops whose parent station is missing from their own feed.
    case orphanStop = 130, orphanParent

    // Routes and services.
    case routeID = 140, routeAgency, routeShortName, routeLongName, routeDescription, routeType
    case routeColour, routeTextColour, routeURL, routeSortOrder, routeFeed, routeIDTable
    case routePatternOffsets, routePattern
    case serviceID = 170, serviceDaySet, daySetWords

    // Patterns, runs, trips.
    case patternRoute = 200, patternDirection, patternFlags, patternStopOffsets, patternRunOffsets
    case patternStop, patternBoarding, patternRunCount
    case runStart = 220, runProfile, runService, runTrip
    case profileArrival = 230, profileDeparture, wideProfileArrival, wideProfileDeparture
    case tripID = 240, tripHeadsign, tripShortName, tripBlock, tripPath, tripCallList, tripFlags
    case tripRoute, tripRunOffsets, tripRun, tripIDTable, tripShown, tripOwnService
    case callListOffsets = 260, callSequence, callHeadsign, callTimepoint

    // Booking rules of calls; only in networks that have any.
    case callPickupBooking = 264, callDropOffBooking
    case bookingID = 270, bookingType, bookingMinimumMinutes, bookingMaximumMinutes
    case bookingLastDay, bookingLastTime, bookingStartDay, bookingStartTime, bookingService
    case bookingMessage, bookingPickupMessage, bookingDropOffMessage
    case bookingPhone, bookingInfoURL, bookingURL

    // Geometry.
    case pathShape = 300, pathDistanceOffsets, pathDistance
    case shapeID = 310, shapePointOffsets, shapeLatitude, shapeLongitude, shapeDistance
    // Only in networks with shapes that the import made.
    case shapeInferred = 315

    // Footpaths and transfers.
    case footpathOffsets = 340, footpathTarget, footpathSeconds, footpathFlags
    case transferFromStop = 350, transferToStop, transferFromRoute, transferToRoute
    case transferFromTrip, transferToTrip, transferType, transferSeconds

    // Texts about the network.
    case attributionName = 400, attributionURL, attributionEmail, attributionRoles, attributionFeed
    case translationTable = 420, translationField, translationLanguage, translationRecord
    case translationSubRecord, translationValue, translationText
    case noticeCode = 440, noticeSeverity, noticeFile, noticeLine, noticeField, noticeValue
    case noticeCountCode = 450, noticeCountSeverity, noticeCount
}

extension ColumnID {
    /// The column's name in messages; where names cannot be looked up, its number.
    var name: String {
        #if hasFeature(Embedded)
        "column \(rawValue)"
        #else
        "\(self)"
        #endif
    }
}
