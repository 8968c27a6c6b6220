package import JSONWriting

// Members that several answers have, described once.
extension JSONMembers {
    package static let more = flag("more", "Whether there is another page")
    package static let next = text("next?", "What the next page comes `after`")
    static let direction = int("direction?", "GTFS `direction_id`")
    static let added = flag("added", "Whether the run is in no timetable")
    static let live = flag("live", "Whether live data is used")
    static let occupancyWord = text("occupancy?", "At departure, as in `fewSeatsAvailable`")
    static let alertIDs = list("alerts?", .text, "Ids of `alertTexts`")
    static let scheduledStop = object(
        "scheduledStop?", PlaceAnswer.schema, "If the vehicle calls at another stop")
    static let onRequest = text(
        "onRequest?",
        "`phoneAgency` or `coordinateWithDriver` where the vehicle stops only on request")
    static let booking = object(
        "booking?", BookingAnswer.schema, "Omitted where no booking is needed")

    // Times of runs at a headway.
    package static let approximate = flag(
        "approximate", "Whether the times come from a headway that is not kept to the minute")
    package static let headwaySeconds = int(
        "headwaySeconds?", "To the adjacent run of a headway service; omitted for other runs")
    package static let estimated = flag(
        "estimated", "Whether the run is computed from the intervals of a loop's vehicles")
}
