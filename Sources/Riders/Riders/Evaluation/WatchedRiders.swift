/// The evaluators of what riders saved, and what each of them watches.
///
/// They are replaced when all riders are evaluated again.
struct WatchedRiders {
    var routeAlerts: AlertEvaluator
    var stepFree: StepFreeEvaluator
    var lost = LostReminderEvaluator()
    var trips: TripEvaluator
    var rides: RideEvaluator

    init(_ network: SavedNetwork, speed: Double) {
        routeAlerts = AlertEvaluator(network)
        stepFree = StepFreeEvaluator(network)
        trips = TripEvaluator(network, speed: speed)
        rides = RideEvaluator(network, speed: speed)
    }

    /// The number of watched departures, trips and rides.
    var count: Int { routeAlerts.count + trips.count + rides.count }

    mutating func replace(_ snapshot: RiderSnapshot, _ maker: WatchMaker) {
        let routes = maker.routes(of: snapshot)
        routeAlerts.replace(snapshot.rider, routes)
        stepFree.replace(snapshot.rider, snapshot.settings.stepFree ? routes.map(\.subject) : [])
        lost.replace(snapshot.rider, maker.lostReminders(of: snapshot))
        trips.replace(snapshot.rider, maker.trips(of: snapshot))
        rides.replace(snapshot.rider, maker.rides(of: snapshot))
    }

    mutating func remove(_ rider: RiderID) {
        routeAlerts.replace(rider, [])
        stepFree.replace(rider, [])
        lost.replace(rider, [])
        trips.replace(rider, [])
        rides.replace(rider, [])
    }

    /// Remembers findings whose messages are in the outbox.
    mutating func commit(_ findings: [Finding]) {
        routeAlerts.commit(findings)
        trips.commit(findings)
        rides.commit(findings)
    }
}
