import GTFS
import Timetables
import TransitModel

/// A network under construction; every reference is a row in one of its arrays.
final class NetworkDraft {
    let strings = StringPool()
    let notices: NoticeCollector
    var feeds: [FeedDraft] = []
    var agencies: [AgencyDraft] = []
    var levels: [LevelDraft] = []
    var stops: [StopDraft] = []
    /// Stops whose `parent_station` is missing in their own feed, and the feed's id of that parent.
    var orphans: [(stop: StopIndex, parent: String)] = []
    var routes: [RouteDraft] = []
    var services: [ServiceDraft] = []
    var trips: [TripDraft] = []
    var frequencies: [FrequencyDraft] = []
    var shapes = ShapesDraft()
    var transfers: [TransferRule] = []
    /// Walks that led from the rules of a feed which was compiled before; they replace others.
    var statedWalks: [StatedWalk] = []
    var pathways: [PathwayDraft] = []
    var bookingRules: [BookingRuleDraft] = []
    var attributions: [AttributionDraft] = []
    var translations: [TranslationDraft] = []
    /// Stop sequences with their boarding rules, per route and direction; see ``TripAssembler``.
    let patternKeys = ByteKeyTable()
    /// Arrival and departure offsets of whole runs.
    let profileKeys = ByteKeyTable()
    /// Details of the calls of trips: ``callListParts`` lists of equal length.
    ///
    /// They are sequence numbers, headsigns, timepoints, pickup booking rules and drop-off booking
    /// rules.
    let callListKeys = ByteKeyTable(capacity: 1 << 8)
    static let callListParts = 5
    var paths: [PathDraft] = []
    var stopTimeCount = 0

    init(notices: NoticeCollector) {
        self.notices = notices
    }
}

struct FeedDraft {
    var id: StringIndex
    var name: StringIndex
    var publisher = StringIndex.none
    var publisherURL = StringIndex.none
    var language = StringIndex.none
    var version = StringIndex.none
    var contactEmail = StringIndex.none
    var contactURL = StringIndex.none
    var firstDay: ServiceDay?
    var lastDay: ServiceDay?
}

struct AgencyDraft {
    var id: StringIndex
    var name: StringIndex
    var url: StringIndex
    var timeZone: StringIndex
    var language: StringIndex
    var phone: StringIndex
    var feed: FeedIndex
}

struct LevelDraft {
    var id: StringIndex
    var number: Float
    var name: StringIndex
}

struct StopDraft {
    var id: StringIndex
    var code: StringIndex
    var name: StringIndex
    var description: StringIndex
    var coordinate: Coordinate?
    var parent = StopIndex.none
    var locationType: LocationType
    var wheelchair: UInt8
    var platform: StringIndex
    var timeZone: StringIndex
    var zone: StringIndex
    var url: StringIndex
    var level: UInt32
    var feed: FeedIndex
    var transferSeconds: Int32 = -1
}

struct RouteDraft {
    var id: StringIndex
    var agency: AgencyIndex
    var shortName: StringIndex
    var longName: StringIndex
    var description: StringIndex
    var type: UInt16
    var colour: UInt32
    var textColour: UInt32
    var url: StringIndex
    var sortOrder: Int32
    var feed: FeedIndex
}

struct ServiceDraft {
    var id: StringIndex
    /// Bit 0 is Monday.
    var weekdays: UInt8 = 0
    var first: ServiceDay?
    var last: ServiceDay?
    var exceptions: [(day: ServiceDay, isAdded: Bool)] = []
    /// Whether it belongs to a version of the feed that a newer one replaces.
    var isCut = false
    /// The days from the network compiled from its feed alone, instead of the fields above.
    var kept: KeptDays?
    var line: UInt32
}

/// The days of a service in a network: one bit per day from the first one.
struct KeptDays {
    var first: ServiceDay
    var last: ServiceDay
    var words: [UInt64]
}

struct TripDraft {
    var id: StringIndex
    var route: RouteIndex
    var service: ServiceIndex
    var headsign: StringIndex
    var shortName: StringIndex
    var block: StringIndex
    var shape: ShapeIndex
    var direction: UInt8
    var flags: UInt8
    var line: UInt32
    // Set once the stop times are read; `group` stays `notAssembled` for unusable trips.
    var group: UInt32 = Self.notAssembled
    var start: Int32 = 0
    var profile: UInt32 = 0
    var callList: UInt32 = TripColumns.noCallList
    var path: UInt32 = TripColumns.noPath

    static let notAssembled = UInt32.max
}

struct FrequencyDraft {
    var trip: TripIndex
    var start: Int32
    var end: Int32
    var headway: Int32
    var isExact: Bool
    /// The line in `frequencies.txt`; 0 if the headway is from elsewhere.
    var line: UInt32 = 0
}

struct ShapesDraft {
    var ids: [StringIndex] = []
    var offsets: [UInt32] = [0]
    var latitudes: [Int32] = []
    var longitudes: [Int32] = []
    /// Metres from the start, measured along the points.
    var distances: [Float] = []
    /// `shape_dist_traveled` in the feed's own unit; NaN if missing or decreasing.
    var statedDistances: [Float] = []
    var isUsed: [Bool] = []
    /// Those that are not the feed's but made of a map or of other trips' shapes.
    var inferred: Set<ShapeIndex> = []

    /// The points of a hop whose way is known, without its first one: at least one is between its
    /// ends, which distinguishes it from a hop of which nothing is known.
    static func hop(_ points: ArraySlice<Coordinate>, from start: Coordinate?) -> [Coordinate] {
        guard points.count == 1, let start, let end = points.first else { return Array(points) }
        return [start.interpolated(to: end, fraction: 0.5), end]
    }

    /// Adds a line and measures it; it has no stated distances.
    mutating func add(_ line: [Coordinate], id: StringIndex, isUsed: Bool) -> ShapeIndex {
        var along = 0.0
        for (row, place) in line.enumerated() {
            if row > 0 { along += line[row - 1].distanceMetres(to: place) }
            latitudes.append(Int32((place.latitude * 1e7).rounded()))
            longitudes.append(Int32((place.longitude * 1e7).rounded()))
            distances.append(Float(along))
            statedDistances.append(.nan)
        }
        ids.append(id)
        offsets.append(UInt32(latitudes.count))
        self.isUsed.append(isUsed)
        return ShapeIndex(ids.count - 1)
    }
}

struct PathDraft {
    var group: UInt32
    var shape: ShapeIndex
    /// Metres along the shape for each call.
    var distances: [Float]
}

/// A walk whose seconds are stated.
struct StatedWalk {
    var from: StopIndex
    var to: StopIndex
    var seconds: UInt32
}

struct PathwayDraft {
    var from: StopIndex
    var to: StopIndex
    var seconds: Int32
    var hasStairs: Bool
    var isBidirectional: Bool
}

/// A row of booking_rules.txt; missing numbers are `BookingColumns.notStated`.
struct BookingRuleDraft {
    var id: StringIndex
    var type: UInt8
    var minimumMinutes = BookingColumns.notStated
    var maximumMinutes = BookingColumns.notStated
    var lastDay = BookingColumns.notStated
    var lastTime = BookingColumns.notStated
    var startDay = BookingColumns.notStated
    var startTime = BookingColumns.notStated
    var service = ServiceIndex.none
    var message = StringIndex.none
    var pickupMessage = StringIndex.none
    var dropOffMessage = StringIndex.none
    var phone = StringIndex.none
    var infoURL = StringIndex.none
    var bookingURL = StringIndex.none
}

struct AttributionDraft {
    var name: StringIndex
    var url: StringIndex
    var email: StringIndex
    /// Bit 0 producer, bit 1 operator, bit 2 authority.
    var roles: UInt8
    static let authority: UInt8 = 4
    var feed: FeedIndex
}

struct TranslationDraft {
    var table: StringIndex
    var field: StringIndex
    var language: StringIndex
    var record: StringIndex
    var subRecord: StringIndex
    var value: StringIndex
    var text: StringIndex
}
