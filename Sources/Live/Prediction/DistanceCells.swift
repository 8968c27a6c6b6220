import Realtime

/// The cells for how far a vehicle moves in each of ``ProjectedMotion/ages``: of its route and, on
/// the way to a stop, of its position.
struct DistanceCells: Sendable {
    private let route: TravelProfile.Key
    private let place: TravelProfile.Key?

    init(_ progress: VehicleProgress) {
        route = TravelProfile.placeKey(
            progress.schedule.routeKey, metres: 0, pace: progress.pace)
        place = progress.nextCall.flatMap { PredictionModel.placeKey(progress, first: $0) }
    }

    /// Passes the cells of an age, the wider one first.
    func forEach(age: Int, _ body: (TravelProfile.Key) -> Void) {
        body(TravelProfile.distanceKey(route, age: age))
        if let place { body(TravelProfile.distanceKey(place, age: age)) }
    }
}
