import DiaryInference
package import JSONWriting
package import TransitModel

/// The days of a diary with data.
package struct DiaryDaysAnswer: JSONObject {
    let zone: String
    let first: ServiceDay?
    let last: ServiceDay?
    let days: [Entry]

    package static let schema = JSONSchema(
        "DiaryDays", .text("zone"),
        .text("first? last?", "Of the whole diary"),
        .list("days", of: Entry.schema, "The newest first"))

    /// The summary of one day.
    package struct Entry: JSONObject {
        let date: ServiceDay
        let trips: Int
        let stays: Int
        let distanceMetres: Int
        let travelSeconds: Int64
        let modes: [ModeSum]
        let fixes: Int
        let corrected: Bool?
        let open: Bool?

        static let schema = JSONSchema(
            "DiaryDaySum", .text("date"), .int("trips stays distanceMetres travelSeconds"),
            .list("modes", of: ModeSum.schema), .int("fixes"),
            .flag("corrected?", "True if the person corrected something"),
            .flag("open?", "True if it may still change"))

        /// Describes a day's sums; `fixes` is the number of fixes from all devices.
        package init(_ day: TimelineDay, fixes: Int, isOpen: Bool) {
            let sums = TimelineStatistics([day])
            date = day.day.date
            trips = sums.trips
            stays = day.pieces.count { $0.stay != nil }
            distanceMetres = Int(sums.metres)
            travelSeconds = sums.seconds
            modes = sums.modes.map { ModeSum($0) }
            self.fixes = fixes
            let isCorrected = day.pieces.contains { piece in
                piece.stay?.name != nil || piece.trip?.isJoined == true
                    || piece.trip?.isSplit == true
                    || piece.trip?.legs.contains { $0.inferredMode != nil } == true
            }
            corrected = isCorrected ? true : nil
            open = isOpen ? true : nil
        }

        package func writeMembers(to json: inout JSONText) {
            json.member("corrected", corrected)
            json.member("date", date.description)
            json.member("distanceMetres", distanceMetres)
            json.member("fixes", fixes)
            json.member("modes", modes)
            json.member("open", open)
            json.member("stays", stays)
            json.member("travelSeconds", travelSeconds)
            json.member("trips", trips)
        }
    }

    /// Lists days, newest first; `span` is the whole diary's.
    package init(
        _ days: [Entry], span: (first: ServiceDay, last: ServiceDay)?, zone: TransitTimeZone
    ) {
        self.zone = zone.identifier
        first = span?.first
        last = span?.last
        self.days = days
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("days", days)
        json.member("first", first?.description)
        json.member("last", last?.description)
        json.member("zone", zone)
    }
}

/// The sum of one mode.
package struct ModeSum: JSONObject {
    let mode: TravelMode
    let legs: Int
    let distanceMetres: Int
    let seconds: Int64
    let co2Grams: Int

    package static let schema = JSONSchema(
        "ModeSum", .text("mode"), .int("legs distanceMetres seconds co2Grams"))

    package init(_ sum: TimelineStatistics.Mode) {
        mode = sum.mode
        legs = sum.legs
        distanceMetres = Int(sum.metres)
        seconds = sum.seconds
        co2Grams = Int(sum.grams.rounded())
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("co2Grams", co2Grams)
        json.member("distanceMetres", distanceMetres)
        json.member("legs", legs)
        json.member("mode", mode.rawValue)
        json.member("seconds", seconds)
    }
}
