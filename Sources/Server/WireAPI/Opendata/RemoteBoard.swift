package import NetworkAPI
package import TransportAPI

extension BoardAnswer {
    /// Describes a remote server's board; `earlier` and `later` are the cursors of the adjacent
    /// pages.
    ///
    /// Nil if that server does not know the station.
    package init?(
        _ board: OpendataStationboard, isArrival: Bool, timeZone: String, earlier: String,
        later: String
    ) {
        guard let station = board.station else { return nil }
        self.init()
        stop = PlaceAnswer(station)
        kind = isArrival ? "arrivals" : "departures"
        self.timeZone = timeZone
        calls = board.journeys.map { BoardCallAnswer($0, isArrival: isArrival, at: station) }
        self.earlier = earlier
        self.later = later
        empty =
            calls.isEmpty
            ? EmptyAnswer(detail: "The timetable service knows of nothing in this time.") : nil
    }
}

extension BoardAnswer.EmptyAnswer {
    init(detail: String) {
        self.init()
        self.detail = detail
        reason = "none-in-span"
    }
}

extension BoardCallAnswer {
    init(_ entry: OpendataBoardJourney, isArrival: Bool, at station: OpendataLocation) {
        let journey = entry.journey
        let call = entry.stop
        let time = isArrival ? call.arrival ?? call.departure : call.departure ?? call.arrival
        let expected =
            isArrival
            ? call.prognosis.arrival ?? call.prognosis.departure
            : call.prognosis.departure ?? call.prognosis.arrival
        let named = LineAnswer(journey)
        self.init()
        trip = journey.name ?? ""
        serviceDay = RemoteNames.day(time)
        route = named.route
        line = named.name
        mode = named.mode
        colour = named.colour
        textColour = named.textColour
        headsign = journey.to ?? ""
        let end = OpendataLocation(
            id: journey.passList.last?.location.id, name: journey.to, coordinate: nil)
        origin = PlaceAnswer(isArrival ? end : station)
        destination = PlaceAnswer(isArrival ? station : end)
        stop = PlaceAnswer(station, platform: call.prognosis.platform ?? call.platform)
        times = EventAnswer(time, expected: call.isCancelled ? nil : expected)
        status = call.isCancelled ? "cancelled" : "runs"
        live = expected != nil || call.isCancelled
    }
}
