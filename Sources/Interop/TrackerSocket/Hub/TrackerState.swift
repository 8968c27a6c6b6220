/// The hub's state behind its lock: the scene, the clients and their subscriptions.
struct TrackerState {
    /// The maximum number of channels a client can follow; further ones are ignored.
    static let maximumChannels = 200

    /// A client with its subscriptions.
    struct Seat {
        let viewer: TrackerViewer
        /// The area shown; nil before the first `BBOX`.
        var area: TrackerArea?
        /// Whether it receives the vehicles of its area.
        var isShowing = false
        /// Whether it unsubscribed from the deletions in its area.
        var isSparedDeletions = false
        /// Whether it receives all deletions.
        var followsDeletions = false
        /// The numbers of the vehicles sent to it that still exist.
        var shown: Set<Int> = []
        var channels: Set<TrackerChannelName> = []

        init(viewer: TrackerViewer) {
            self.viewer = viewer
        }

        var box: MercatorBox { area?.box ?? .world }

        func sees(_ vehicle: TrackerVehicle) -> Bool {
            vehicle.bounds.intersects(box)
                && (area.map { $0.shownModes.contains(vehicle.trajectory.mode) } ?? true)
        }
    }

    var scene: TrackerScene
    var viewers: [Int: Seat] = [:]
    var nextViewer = 0
    private(set) var followers: [TrackerChannelName: Set<Int>] = [:]
    /// The version last sent of each part of the followed channels.
    var sentVersions: [TrackerChannelName: [Int64: Int]] = [:]
    private var views = ViewportIndex()

    init(_ scene: TrackerScene) {
        self.scene = scene
    }

    /// Sends each change to the clients that see it.
    mutating func send(_ changes: [TrackerScene.Change]) {
        var found: Set<Int> = []
        for change in changes {
            found.removeAll(keepingCapacity: true)
            if let before = change.before { views.collect(before.bounds, into: &found) }
            if let after = change.after { views.collect(after.bounds, into: &found) }
            for number in found { send(change, to: number) }
            guard change.after == nil, let gone = change.before else { continue }
            for (number, seat) in viewers where seat.followsDeletions && !found.contains(number) {
                seat.viewer.sendRemoval(gone)
            }
        }
    }

    private mutating func send(_ change: TrackerScene.Change, to number: Int) {
        guard let seat = viewers[number], seat.isShowing else { return }
        if let after = change.after, seat.sees(after) {
            seat.viewer.send(after, seat.area?.level)
            viewers[number]?.shown.insert(after.number)
        } else if let before = change.before,
            viewers[number]?.shown.remove(before.number) != nil || seat.followsDeletions,
            !seat.isSparedDeletions
        {
            seat.viewer.sendRemoval(before)
        }
    }

    /// Sets a client's area, and sends the vehicles in it.
    mutating func show(_ area: TrackerArea, to number: Int) {
        guard var seat = viewers[number] else { return }
        seat.area = area
        // An area without a zoom only filters other subscriptions; no arguments mean the whole map.
        if area.zoom != nil || area.box == nil { seat.isShowing = true }
        seat.isSparedDeletions = false
        viewers[number] = seat
        if seat.isShowing { refresh(number) }
    }

    /// Sends a client its area again.
    private mutating func refresh(_ number: Int) {
        guard let seat = viewers[number] else { return }
        views.set(number, to: seat.box)
        viewers[number]?.shown = []
        seat.viewer.forgetVehicles()
        sendAll(number)
    }

    /// Sends a client all vehicles in its area; returns false if there are none.
    @discardableResult
    mutating func sendAll(_ number: Int) -> Bool {
        guard let seat = viewers[number] else { return false }
        let visible = scene.vehicles.values.filter { seat.sees($0) }
        for vehicle in visible { seat.viewer.send(vehicle, seat.area?.level) }
        if seat.isShowing { viewers[number]?.shown.formUnion(visible.lazy.map(\.number)) }
        return !visible.isEmpty
    }

    /// Stops sending vehicles to a client until it sets another area.
    mutating func reset(_ number: Int) {
        guard var seat = viewers[number] else { return }
        seat.isShowing = false
        seat.followsDeletions = false
        seat.shown = []
        seat.viewer.forgetVehicles()
        viewers[number] = seat
        views.remove(number)
    }

    mutating func remove(_ number: Int) {
        guard let seat = viewers.removeValue(forKey: number) else { return }
        views.remove(number)
        for channel in seat.channels { drop(number, from: channel) }
    }

    mutating func subscribe(_ number: Int, to channel: TrackerChannelName) {
        guard var seat = viewers[number] else { return }
        switch TrackerChannel(channel) {
        case .trajectory:
            guard !seat.isShowing else { return }
            seat.isShowing = true
            viewers[number] = seat
            refresh(number)
        case .deletedVehicles:
            seat.followsDeletions = true
            seat.isSparedDeletions = false
            viewers[number] = seat
        default:
            guard seat.channels.count < Self.maximumChannels || seat.channels.contains(channel)
            else { return }
            viewers[number]?.channels.insert(channel)
            followers[channel, default: []].insert(number)
        }
    }

    mutating func unsubscribe(_ number: Int, from channel: TrackerChannelName) {
        switch TrackerChannel(channel) {
        case .trajectory:
            let followsDeletions = viewers[number]?.followsDeletions ?? false
            reset(number)
            viewers[number]?.followsDeletions = followsDeletions
        case .deletedVehicles:
            viewers[number]?.followsDeletions = false
            viewers[number]?.isSparedDeletions = true
        default:
            viewers[number]?.channels.remove(channel)
            drop(number, from: channel)
        }
    }

    private mutating func drop(_ number: Int, from channel: TrackerChannelName) {
        followers[channel]?.remove(number)
        guard followers[channel]?.isEmpty == true else { return }
        followers[channel] = nil
        sentVersions[channel] = nil
    }
}
