import TransitModel

// Copies of what a source reports, with other ids.

extension VehicleFix {
    func on(_ trip: TripReference) -> VehicleFix {
        var fix = VehicleFix(
            vehicleID: vehicleID, label: label, coordinate: coordinate,
            headingDegrees: headingDegrees, speedMetresPerSecond: speedMetresPerSecond, time: time,
            trip: trip, occupancy: occupancy)
        fix.laterTrips = laterTrips
        return fix
    }
}

extension CallUpdate {
    func calling(
        at stopID: String?, assigned: String?, sequence: Int? = nil
    ) -> CallUpdate {
        CallUpdate(
            stopSequence: sequence ?? stopSequence, stopID: stopID, arrival: arrival,
            departure: departure,
            assignedStopID: assigned, uncertaintySeconds: uncertaintySeconds,
            departureOccupancy: departureOccupancy, relationship: relationship)
    }
}

extension AlertUpdate {
    func about(_ subjects: [Subject]) -> AlertUpdate {
        AlertUpdate(id: id, texts: texts, classes: classes, periods: periods, subjects: subjects)
    }
}

extension TripUpdate {
    func about(_ trip: TripReference, calls: [CallUpdate]) -> TripUpdate {
        TripUpdate(
            trip: trip, relationship: relationship, calls: calls, delaySeconds: delaySeconds,
            time: time, copy: copy, headsign: headsign)
    }
}
