extension TransitRealtime_FeedEntity {
    /// The number of repeated elements at any depth, which determines the memory used.
    ///
    /// The lists are those of the specification's version in the generated file. Review them after
    /// it is generated again.
    var elementCount: Int {
        var count = 1
        if hasTripUpdate { count += tripUpdate.stopTimeUpdate.count }
        if hasVehicle { count += vehicle.multiCarriageDetails.count }
        if hasAlert { count += alert.elementCount }
        if hasStop { count += stop.elementCount }
        if hasTripModifications { count += tripModifications.elementCount }
        return count
    }
}

extension TransitRealtime_Alert {
    fileprivate var elementCount: Int {
        let texts = [
            url, headerText, descriptionText, ttsHeaderText, ttsDescriptionText,
            imageAlternativeText, causeDetail, effectDetail,
        ]
        return activePeriod.count + informedEntity.count + image.localizedImage.count
            + texts.reduce(0) { $0 + $1.translation.count }
    }
}

extension TransitRealtime_Stop {
    fileprivate var elementCount: Int {
        [stopCode, stopName, ttsStopName, stopDesc, stopURL, platformCode]
            .reduce(0) { $0 + $1.translation.count }
    }
}

extension TransitRealtime_TripModifications {
    fileprivate var elementCount: Int {
        startTimes.count + serviceDates.count
            + selectedTrips.reduce(0) { $0 + 1 + $1.tripIds.count }
            + modifications.reduce(0) { $0 + 1 + $1.replacementStops.count }
    }
}
