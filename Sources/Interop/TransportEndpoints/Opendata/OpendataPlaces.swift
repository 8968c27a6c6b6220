import Timetables
import Transit
import TransitModel
import TransportAPI

/// Finds the places that clients of the Transport API name.
///
/// Where Takt's own API reports an ambiguous name, that service takes the best match; so does this
/// type.
struct OpendataPlaces: Sendable {
    /// A resolved place.
    struct Found {
        let place: PlanningPlace
        let location: OpendataLocation
        /// All places that may have been meant, the chosen one first.
        let candidates: [OpendataLocation]
    }

    private let index: StopSearchIndex
    private let resolver: PlaceResolver
    private var stops: StopColumns { index.timetable.stops }

    init(_ resolver: PlaceResolver) {
        index = resolver.index
        self.resolver = resolver
    }

    /// Returns the place for an id, coordinate or name; nil if nothing is similar.
    func find(_ text: String, _ mapper: OpendataMapper) -> Found? {
        switch resolver.resolve(knownID(text) ?? text) {
        case .coordinate(let coordinate):
            let location = OpendataLocation(id: nil, name: text, coordinate: coordinate)
            return Found(
                place: .point(coordinate, name: text), location: location, candidates: [location])
        case .place(let place):
            return found([place])
        case .ambiguousPlaces(let places):
            return found(places)
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

    /// Returns the place for an id as `/locations` returns it, for a stop code, or as
    /// ``find(_:_:)`` finds it; nil if nothing is similar.
    ///
    /// A code takes precedence over names, and over a number that equals an id except for leading
    /// zeros.
    func find(id: String, _ mapper: OpendataMapper) -> Found? {
        let isID = stationID(id) != nil || stops.find(id: id) != nil
        guard !isID, let stop = resolver.place(code: id) else { return find(id, mapper) }
        return found(stop, mapper)
    }

    private func found(_ places: [NamedPlace]) -> Found? {
        guard let best = places.first else { return nil }
        let locations = places.map {
            OpendataLocation(id: nil, name: $0.name, coordinate: $0.coordinate)
        }
        return Found(
            place: .point(best.coordinate, name: best.name), location: locations[0],
            candidates: locations)
    }

    private func found(_ stop: ResolvedStop, _ mapper: OpendataMapper) -> Found {
        let location = mapper.location(stop.stop)
        return Found(
            place: .stop(stop.stop, members: stop.members), location: location,
            candidates: [location])
    }

    /// Returns the stops for a search text, the best first.
    func search(_ text: String, near: Coordinate?, limit: Int) -> [StopHit] {
        index.search(StopQuery(knownID(text) ?? text, near: near, limit: limit))
    }

    /// Returns the addresses and other places for a search text, the best first; with stops, only
    /// those that match all words.
    func others(
        _ text: String, _ kind: OpendataLocationsQuery.Kind, near: Coordinate?
    ) -> [OpendataLocation] {
        guard kind != .station else { return [] }
        let found = resolver.places(StopQuery(text, near: near)).filter { place in
            switch kind {
            case .all: place.match <= .words
            case .address: place.isAddress
            case .poi: !place.isAddress
            case .station: false
            }
        }
        return found.map { OpendataLocation(id: nil, name: $0.name, coordinate: $0.coordinate) }
    }

    /// Returns the stops around a coordinate, nearest first.
    func nearest(to place: Coordinate, within metres: Double, limit: Int) -> [StopHit] {
        index.nearest(to: place, within: metres, limit: limit)
    }

    /// Returns the feed's id for a number of the service: that of the station, the number itself,
    /// or the number without leading zeros; nil if there is none.
    private func knownID(_ text: String) -> String? {
        guard let number = stopNumber(text) else { return nil }
        return stationID(text) ?? [text, number].first { stops.find(id: $0) != nil }
    }

    /// Returns the id of a station that the feed distinguishes from its platforms by a prefix.
    private func stationID(_ text: String) -> String? {
        guard let number = stopNumber(text) else { return nil }
        let id = "Parent" + number
        return stops.find(id: id) == nil ? nil : id
    }

    /// Returns the number without leading zeros; nil if the text is not a number of at most 12
    /// digits.
    private func stopNumber(_ text: String) -> String? {
        let number = text.drop { $0 == "0" }
        guard (1...12).contains(text.utf8.count), !number.isEmpty,
            number.utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        return String(number)
    }
}
