import Realtime
import Synchronization
import TransitModel

/// One message of a channel's content.
private struct ChannelPart {
    /// The stable key of this part within its channel.
    var key: Int64 = 0
    /// Equal versions have equal content, except for the time of computation.
    let version: Int
    let content: [UInt8]

    init(_ content: [UInt8], key: Int64 = 0, version: Int? = nil) {
        self.key = key
        self.version = version ?? content.hashValue
        self.content = content
    }
}

extension TrackerHub {
    /// The number of snapshots between two updates of followed stationboards.
    private static let boardTicks: UInt64 = 5
    /// The maximum number of stations sent at once.
    private static let maximumStations = 20_000

    /// Answers a request with a channel's content; null if there is none.
    func answer(
        _ channel: TrackerChannelName, _ reference: String?, to viewer: TrackerViewer,
        now: UnixTime
    ) {
        let kind = TrackerChannel(channel)
        func send(_ content: [UInt8]?) {
            viewer.answer(
                TrackerEnvelope.json(
                    source: "\(channel)", timestamp: now.milliseconds, clientReference: reference,
                    content: content))
        }
        if case .trajectory = kind {
            if !state.withLock({ $0.sendAll(viewer.number) }) { send(nil) }
            return
        }
        let scene = state.withLock { $0.scene }
        let parts = contents(kind, scene, now: now)
        for part in parts { send(part.content) }
        if parts.isEmpty { send(nil) }
    }

    /// Sends the changed parts of channels to their followers.
    func sendToFollowers(_ changes: [TrackerScene.Change]) {
        let (channels, scene) = state.withLock { (Array($0.followers.keys), $0.scene) }
        guard !channels.isEmpty else { return }
        var changed: Set<String> = []
        for change in changes {
            if let vehicle = change.after ?? change.before {
                changed.insert(vehicle.trajectory.trainID)
            }
        }
        let isBoardTick = scene.snapshot.sequence.isMultiple(of: Self.boardTicks)
        for channel in channels {
            let kind = TrackerChannel(channel)
            switch kind {
            case .partialTrajectory(let id), .fullTrajectory(let id, _):
                guard changed.contains(id) else { continue }
            case .stopSequence(let id):
                // Trips without a vehicle change only with time.
                guard changed.contains(id) || (isBoardTick && scene.vehicles[id] == nil) else {
                    continue
                }
            case .timetable: guard isBoardTick else { continue }
            default: continue
            }
            send(contents(kind, scene, now: scene.snapshot.asOf), on: channel, scene.snapshot.asOf)
        }
    }

    private func send(
        _ parts: [ChannelPart], on channel: TrackerChannelName, _ now: UnixTime
    ) {
        state.withLock { state in
            let known = state.sentVersions[channel] ?? [:]
            guard let followers = state.followers[channel] else { return }
            var sentVersions: [Int64: Int] = [:]
            for part in parts {
                sentVersions[part.key] = part.version
                guard known[part.key] != part.version else { continue }
                let message = TrackerEnvelope.json(
                    source: "\(channel)", timestamp: now.milliseconds, content: part.content)
                for number in followers { state.viewers[number]?.viewer.answer(message) }
            }
            state.sentVersions[channel] = sentVersions
        }
    }

    /// Returns the current content of a channel, as parts with stable keys.
    private func contents(
        _ channel: TrackerChannel, _ scene: TrackerScene, now: UnixTime
    ) -> [ChannelPart] {
        switch channel {
        case .partialTrajectory(let id):
            return scene.vehicles[id].map { [ChannelPart($0.content(nil))] } ?? []
        case .fullTrajectory(let id, let level):
            let way = run(id, scene).flatMap {
                mapper.fullTrajectory($0.run, trainID: id, level: level)
            }
            return way.map { [ChannelPart($0.json)] } ?? []
        case .stopSequence(let id): return stopSequence(id, scene, now: now)
        case .timetable(let station): return departures(station, scene, now: now)
        case .station(let name?):
            let station = names.station(name).flatMap { mapper.station($0) }
            return station.map { [ChannelPart($0.json(tenant: TrackerNames.tenant))] } ?? []
        case .station(nil):
            return names.stations.prefix(Self.maximumStations).compactMap { stop in
                mapper.station(stop).map {
                    ChannelPart($0.json(tenant: TrackerNames.tenant), key: $0.number)
                }
            }
        case .healthcheck:
            let health = TrackerHealth(
                service: "tracker",
                isHealthy: scene.snapshot.source.health(at: now) != "down",
                tenant: TrackerNames.tenant)
            return [ChannelPart(health.json)]
        case .trajectory, .deletedVehicles, .other: return []
        }
    }

    /// Returns the trip of a vehicle, or the trip that the id names.
    private func run(_ trainID: String, _ scene: TrackerScene) -> DatedRun? {
        guard let vehicle = scene.vehicles[trainID] else { return names.run(trainID: trainID) }
        return vehicle.live.progress.map { DatedRun(run: $0.run, day: $0.serviceDay) }
    }

    private func stopSequence(
        _ trainID: String, _ scene: TrackerScene, now: UnixTime
    ) -> [ChannelPart] {
        // A loop has no published times, so its stop calls are omitted.
        guard let run = run(trainID, scene),
            scene.vehicles[trainID]?.live.progress?.schedule.lap == nil
        else { return [] }
        let sequence = mapper.stopSequence(
            run, trainID: trainID, vehicle: scene.vehicles[trainID]?.live,
            overlay: scene.snapshot.overlay, now: now)
        return [ChannelPart([UInt8(ascii: "[")] + sequence.json + [UInt8(ascii: "]")])]
    }

    private func departures(
        _ station: String, _ scene: TrackerScene, now: UnixTime
    ) -> [ChannelPart] {
        guard let stop = names.station(station) else { return [] }
        return board(stop, scene.snapshot.overlay, now).compactMap { departure in
            let trainID = departure.run.flatMap { scene.trainIDs[$0] }
            return departure.trackerDeparture(names, in: timetable, trainID: trainID, now: now)
                .map { departure in
                    var timeless = departure
                    timeless.updatedAt = 0
                    return ChannelPart(
                        departure.json, key: departure.callID, version: timeless.hashValue)
                }
        }
    }
}
