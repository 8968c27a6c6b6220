import JSONWriting
import Riders

// The schemas of what riders store, which is sent as it is stored.

extension AlertSettings {
    static let schema = JSONSchema(
        "AlertSettings",
        .int("thresholdMinutes", "The smallest change of a departure that is notified: 1 to 10"),
        .int("leadMinutes", "How long before a departure alerts begin: 5 to 120"))
}

extension RiderSettings {
    static let schema = JSONSchema(
        "RiderSettings",
        .text("language", "Of messages: `de`, `en`, `fr` or `it`"),
        .flag("notifies", "Whether messages are sent; false until the rider turns them on"),
        .flag(
            "stepFree", "Whether the rider needs step-free ways, and is notified of closed ones"),
        .object("alerts", AlertSettings.schema, "When delays are notified"),
        .init(
            "quietFrom? quietUntil?", .nullable(.int),
            "Minutes after midnight, between which no messages are sent"),
        .init("mapVehicles?", .nullable(.int), "How many are on the map: 0 to 30, null for all"),
        .flag("showsPredictions", "Whether vehicles keep moving between updates"),
        .init(
            "visibleRoutes?", .nullable(.list(.text)),
            "Ids of the routes on the map; null for all"),
        .int(
            "vehicleRadiusMetres", "The distance within which a vehicle is announced: 50 to 2000"),
        .list("nearbyRoutes", .text, "Ids of the routes whose approaching vehicles are announced"),
        .init(
            "nearbyMinutes?", .nullable(.int),
            "Announces vehicles this many minutes away: 1 to 30, null for the radius"),
        .list(
            "nearbyPlaces", of: SavedPlace.schema,
            "Where vehicles are announced besides the rider's position; at most 5"),
        .number("nearbyKilometres", "The distance within which an origin is nearby: 0.1 to 50"),
        .init(
            "walkingSpeed?", .nullable(.number),
            "Metres a second: 0.3 to 3, null for the network's; a change applies to all saved walks"
        ))

    static let changes = JSONSchema(
        "NewSettings", continuing: schema.optional,
        .list("changed?", .text, "The members to change; omitted for all that are sent"))
}

extension CurrentRide {
    static let schema = JSONSchema(
        "StoredRide", .text("id trip day"),
        .int("start", "When the trip begins in the timetable, in seconds of the service day"),
        .int("board alight", "The positions of the stops in the trip, from 0"))
}

extension SavedPlace {
    static let schema = JSONSchema(
        "SavedPlace",
        .text("stop?", "The `stop_id`; omitted for a place that is no stop"),
        .text("name"), .number("latitude? longitude?"))
}

extension SavedStop {
    static let schema = JSONSchema("SavedStop", .text("id name"), .number("latitude? longitude?"))
}

extension SavedConnection {
    static let schema = JSONSchema(
        "SavedConnection", .text("id"),
        .text("name?", "The rider's own"),
        .object("from to", SavedPlace.schema),
        .list("vias", of: SavedPlace.schema, "At most 5"),
        .list("routes", of: SavedRoute.schema, "At most 12"),
        .int(
            "networkModified?", "When the network was made in which it was saved, in Unix seconds"),
        .object(
            "walking?", SavedWalking.schema, "How the rider walks; omitted where it is as usual"))
}

extension SavedWalking {
    static let schema = JSONSchema(
        "Walking",
        .number("speed?", "Metres a second"),
        .int("minutes?", "The longest walk at either end"),
        .flag("wheelchair?", "Whether the rider needs ways for a wheelchair"),
        .flag("bicycle?", "Whether the rider takes a bicycle"))
}

extension SavedRoute {
    static let schema = JSONSchema(
        "SavedRoute", .text("id"), .list("rides", of: SavedRide.schema),
        .list(
            "changeSeconds", .int,
            "The duration of each transfer, walks included: one fewer than there are rides"),
        .int(
            "walkBeforeSeconds walkAfterSeconds",
            "The walks from the origin and to the destination"),
        .list("reminders", of: SavedReminder.schema))
}

extension SavedRide {
    static let schema = JSONSchema(
        "SavedRide", .text("line mode"), .object("from to", SavedStop.schema), .text("headsign?"),
        .int("seconds", "From departure to arrival, when it was saved"),
        .list("passed", .text, "The names of the stops in between, when it was saved"))
}

extension SavedReminder {
    static let schema = JSONSchema(
        "Reminder",
        .int("minute", "After midnight in the first stop's time zone: 0 to 1439"),
        .list("weekdays", .int, "From 1 (Monday) to 7"))
}

extension PlannedTrip {
    static let schema = JSONSchema(
        "PlannedTrip", .text("id"), .object("from to", SavedStop.schema),
        .int("arriveBy", "Minutes after midnight in the network's time zone"),
        .text("day?", "Of a single trip"),
        .list(
            "weekdays", .int, "Of a trip each week, from 1 (Monday) to 7; empty for a single trip"),
        .object(
            "route?", SavedRoute.schema,
            "The lines to take; omitted for a ride on any line that serves both stops"))
}
