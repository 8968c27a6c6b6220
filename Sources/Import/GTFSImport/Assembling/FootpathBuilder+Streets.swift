import GTFS
import Timetables
import TransitModel

extension FootpathBuilder {
    /// A stop near another one.
    struct NearStop {
        let stop: StopIndex
        /// As the crow flies.
        let metres: Double
    }

    /// A walk along streets is at most this many times as long as the radius of near stops.
    private static let maximumDetour = 2.0

    /// A stop further from any way than this, in metres, is reported.
    private static let farMetres = 100.0

    /// Reports a stop that is far from any way on the map, or that nobody or no wheelchair reaches.
    func checkStreets(at stop: StopIndex) {
        guard let end = walkEnds[stop.row], let access = walking.streets?.access(to: end) else {
            return
        }
        let code: NoticeCode? =
            if access.gapMetres > Self.farMetres {
                .stopFarFromStreet
            } else if !access.isOpenOnFoot {
                .stopNotReachableOnFoot
            } else if !access.isStepFree {
                .stopNotReachableInWheelchair
            } else {
                nil
            }
        if let code { report(code, at: stop) }
    }

    /// Adds a notice that names the stop.
    func report(_ code: NoticeCode, at stop: StopIndex) {
        draft.notices.add(
            Notice(
                code, file: GTFSFile.stops.name, field: "stop_id",
                value: draft.strings.string(draft.stops[stop.row].id)))
    }

    /// Returns where walks to and from each stop end; nil where the feed does not say.
    static func walkEnds(_ draft: NetworkDraft) -> [WalkEnd?] {
        draft.stops.map { stop in
            stop.coordinate.map { place in
                let level = Int(stop.level)
                return WalkEnd(
                    place,
                    platform: WalkEnd.Platform(
                        stopID: draft.strings.string(stop.id),
                        code: stop.platform.ifAny.map(draft.strings.string),
                        level: level < draft.levels.count
                            ? Double(draft.levels[level].number) : nil))
            }
        }
    }

    /// Joins a stop to those near it: along streets, or by the distance where these are unknown.
    mutating func join(_ from: StopIndex, to near: [NearStop]) {
        guard let router = walking.streets, let origin = walkEnds[from.row], !near.isEmpty
        else {
            for stop in near { walks[from.row][stop.stop] = estimate(stop) }
            return
        }
        let ends = near.compactMap { walkEnds[$0.stop.row] }
        guard ends.count == near.count else { return }
        func answers(_ profile: WalkProfile) -> [StreetRouter.Answer] {
            let query = StreetRouter.Query(
                from: origin, profile, maximumMetres: walking.radiusMetres * Self.maximumDetour)
            return router.lengths(query, to: ends)
        }
        let (onFoot, wheelchair) = (answers(.foot), answers(.wheelchair))
        for (number, stop) in near.enumerated() {
            join(from, to: stop, onFoot: onFoot[number], wheelchair: wheelchair[number])
        }
    }

    private mutating func join(
        _ from: StopIndex, to near: NearStop, onFoot: StreetRouter.Answer,
        wheelchair: StreetRouter.Answer
    ) {
        switch onFoot {
        case .unmapped: walks[from.row][near.stop] = estimate(near)
        case .noWay: break
        case .walk(let length):
            let stepFree: WalkLength? = if case .walk(let other) = wheelchair { other } else { nil }
            let isSame = stepFree.map { seconds($0) == seconds(length) } ?? false
            walks[from.row][near.stop] = FootpathDraft(
                target: near.stop, seconds: seconds(length),
                flags: isSame
                    ? FootpathColumns.streetFlag
                    : FootpathColumns.streetFlag | FootpathColumns.stairsFlag)
            guard let stepFree, !isSame else { return }
            stepFreeWalks[from, default: [:]][near.stop] = FootpathDraft(
                target: near.stop, seconds: seconds(stepFree),
                flags: FootpathColumns.streetFlag | FootpathColumns.stepFreeFlag)
        }
    }

    private func seconds(_ length: WalkLength) -> UInt32 {
        UInt32(length.seconds(metresPerSecond: walking.speedMetresPerSecond).rounded(.up))
    }

    private func estimate(_ near: NearStop) -> FootpathDraft {
        let seconds = near.metres * walking.detour / walking.speedMetresPerSecond
        return FootpathDraft(target: near.stop, seconds: UInt32(seconds.rounded(.up)), flags: 0)
    }
}
