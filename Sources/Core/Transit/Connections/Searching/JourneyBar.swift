/// What a journey must have to be worth showing beside the walk all the way.
struct JourneyBar {
    /// Journeys take less time than this, in seconds; nil if any does.
    var durationSeconds: Int64?
    /// Journeys have less time on foot than this, in seconds; nil if any does.
    var walkSeconds: Int64?
    /// The journey as riders are shown it, with its transfers moved.
    let shown: (JourneySkeleton) -> JourneySkeleton

    /// Lets every journey pass.
    static var none: JourneyBar { JourneyBar { $0 } }

    init(_ shown: @escaping (JourneySkeleton) -> JourneySkeleton) {
        self.shown = shown
    }

    /// Returns whether a journey with these times may pass, whatever it walks.
    func mayPass(_ times: JourneyTimes) -> Bool {
        durationSeconds.map { times.arrival - times.departure < $0 } ?? true
    }

    /// Judges the journey alone; the search has already removed dominated journeys.
    func passes(_ journey: FoundJourney) -> Bool {
        guard mayPass(journey.times) else { return false }
        return walkSeconds.map { shown(journey.skeleton).walkSeconds < $0 } ?? true
    }
}
