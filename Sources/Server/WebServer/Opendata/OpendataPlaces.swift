import Timetables
import Transit
import TransitModel
import TransportAPI
import WireAPI

/// Finds the places that clients of the Transport API name.
///
/// Where Takt's own API asks back, that service takes the best guess; so does this.
struct OpendataPlaces: Sendable {
    /// A place that was named.
    struct Found {
        let place: PlanningPlace
        let location: OpendataLocation
        /// What else may have been meant, itself first.
        let candidates: [OpendataLocation]
    }

    private let index: StopSearchIndex
    private let resolver: PlaceResolver
    private var stops: StopColumns { index.timetable.stops }

    init(_ index: StopSearchIndex) {
        self.index = index
        resolver = PlaceResolver(index)
    }

    /// The place that a text names, by id, coordinate or name; nil if nothing is like it.
    func find(_ text: String, _ mapper: OpendataMapper) -> Found? {
        switch resolver.resolve(knownID(text) ?? text) {
        case .coordinate(let coordinate):
            let location = OpendataLocation(id: nil, name: text, coordinate: coordinate)
            return Found(
                place: .point(coordinate, name: text), location: location, candidates: [location])
        case .stop(let stop):
            return found(stop, mapper)
        case .ambiguous(let hits), .unknown(let hits):
            guard let best = hits.first else { return nil }
            return Found(
                place: .stop(best.stop, members: best.members),
                location: mapper.location(best.stop),
                candidates: hits.map { mapper.location($0.stop) })
        case .offTheGlobe:
            return nil
        }
    }

    /// The place of an id as `/locations` gives it, of a stop code, or what ``find(_:_:)`` makes of the
    /// text otherwise; nil if nothing is like it.
    ///
    /// A code comes before a number that is an id but for zeros before it, and before names.
    func find(id: String, _ mapper: OpendataMapper) -> Found? {
        let isID = stationID(id) != nil || stops.find(id: id) != nil
        guard !isID, let stop = resolver.place(code: id) else { return find(id, mapper) }
        return found(stop, mapper)
    }

    private func found(_ stop: ResolvedStop, _ mapper: OpendataMapper) -> Found {
        let location = mapper.location(stop.stop)
        return Found(
            place: .stop(stop.stop, members: stop.members), location: location,
            candidates: [location])
    }

    /// The stops of a text that is typed into a search, the best first.
    func search(_ text: String, near: Coordinate?, limit: Int) -> [StopHit] {
        index.search(StopQuery(knownID(text) ?? text, near: near, limit: limit))
    }

    /// The stops around a place, nearest first.
    func nearest(to place: Coordinate, within metres: Double, limit: Int) -> [StopHit] {
        index.nearest(to: place, within: metres, limit: limit)
    }

    /// The feed's id for a number as the service has them: of the station, with the number itself, or
    /// without the zeros before it; nil if there is none.
    private func knownID(_ text: String) -> String? {
        guard let number = stopNumber(text) else { return nil }
        return stationID(text) ?? [text, number].first { stops.find(id: $0) != nil }
    }

    /// The id of a station that the feed tells from its platforms by a word before the number.
    private func stationID(_ text: String) -> String? {
        guard let number = stopNumber(text) else { return nil }
        let id = "Parent" + number
        return stops.find(id: id) == nil ? nil : id
    }

    /// The number without zeros before it; nil for texts that are no number of at most 12 digits.
    private func stopNumber(_ text: String) -> String? {
        let number = text.drop { $0 == "0" }
        guard (1...12).contains(text.utf8.count), !number.isEmpty,
            number.utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        return String(number)
    }
}
