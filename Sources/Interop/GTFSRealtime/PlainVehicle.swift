import TransitModel

/// A vehicle position without an occupancy.
///
/// Most positions are read straight from an entity's bytes, without a message for each of their
/// parts. What is unusual is left to SwiftProtobuf: other fields, a message that is repeated or
/// lacks something required, a field of another wire type, and text that is not UTF-8.
struct PlainVehicle {
    private(set) var entityID: String
    /// Empty if it is not given, as are all texts.
    private(set) var id = ""
    private(set) var label = ""
    private(set) var latitude: Float
    private(set) var longitude: Float
    private(set) var bearing: Float?
    private(set) var speed: Float?
    private(set) var timestamp: UInt64?
    private(set) var trip: TripReference?

    init(_ entity: TransitRealtime_FeedEntity) {
        let (vehicle, position) = (entity.vehicle, entity.vehicle.position)
        entityID = entity.id
        id = vehicle.vehicle.id
        label = vehicle.vehicle.label
        (latitude, longitude) = (position.latitude, position.longitude)
        bearing = position.hasBearing ? position.bearing : nil
        speed = position.hasSpeed ? position.speed : nil
        timestamp = vehicle.hasTimestamp ? vehicle.timestamp : nil
        trip = vehicle.hasTrip ? TripReference(vehicle.trip) : nil
    }

    /// Reads an entity; nil if it is left to SwiftProtobuf.
    init?(_ bytes: [UInt8], in place: Range<Int>) {
        do {
            var (entityID, vehicle): (String?, Range<Int>?)
            try Self.forEachField(bytes, place) { field in
                switch (field.number, field.value) {
                case (1, .contents(let text)): entityID = try Self.text(bytes[text])
                case (4, .contents(let message)) where vehicle == nil: vehicle = message
                default: throw Unusual()
                }
            }
            guard let entityID, let vehicle else { return nil }
            self = try Self.vehicle(bytes, vehicle, entityID)
        } catch {
            return nil
        }
    }

    private init(
        entityID: String,
        position: (latitude: Float, longitude: Float, bearing: Float?, speed: Float?)
    ) {
        self.entityID = entityID
        (latitude, longitude, bearing, speed) = position
    }

    // MARK: - Messages

    private struct Unusual: Error {}

    private static func forEachField(
        _ bytes: [UInt8], _ message: Range<Int>, _ read: (FieldScanner.Field) throws -> Void
    ) throws {
        var scanner = FieldScanner(bytes, in: message)
        while let field = try scanner.next() { try read(field) }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Unusual() }
        return text
    }

    /// Reads a `VehiclePosition`.
    private static func vehicle(
        _ bytes: [UInt8], _ message: Range<Int>, _ entityID: String
    ) throws -> PlainVehicle {
        var (trip, position, descriptor): (Range<Int>?, Range<Int>?, Range<Int>?)
        var timestamp: UInt64?
        try forEachField(bytes, message) { field in
            switch (field.number, field.value) {
            case (1, .contents(let message)) where trip == nil: trip = message
            case (2, .contents(let message)) where position == nil: position = message
            case (5, .varint(let seconds)): timestamp = seconds
            // Sequence, status and congestion, which are not used, and the stop's id.
            case (3, .varint), (4, .varint), (6, .varint): break
            case (7, .contents(let text)): _ = try Self.text(bytes[text])
            case (8, .contents(let message)) where descriptor == nil: descriptor = message
            default: throw Unusual()
            }
        }
        guard let position else { throw Unusual() }
        var vehicle = PlainVehicle(
            entityID: entityID, position: try Self.position(bytes, position))
        vehicle.timestamp = timestamp
        vehicle.trip = try trip.flatMap { try Self.trip(bytes, $0) }
        guard let descriptor else { return vehicle }
        try forEachField(bytes, descriptor) { field in
            switch (field.number, field.value) {
            case (1, .contents(let text)): vehicle.id = try Self.text(bytes[text])
            case (2, .contents(let text)): vehicle.label = try Self.text(bytes[text])
            default: throw Unusual()
            }
        }
        return vehicle
    }

    /// Reads a `Position`.
    private static func position(
        _ bytes: [UInt8], _ message: Range<Int>
    ) throws -> (latitude: Float, longitude: Float, bearing: Float?, speed: Float?) {
        var (latitude, longitude, bearing, speed): (Float?, Float?, Float?, Float?)
        try forEachField(bytes, message) { field in
            guard case .fixed32(let bits) = field.value else { throw Unusual() }
            let number = Float(bitPattern: bits)
            switch field.number {
            case 1: latitude = number
            case 2: longitude = number
            case 3: bearing = number
            case 5: speed = number
            default: throw Unusual()
            }
        }
        guard let latitude, let longitude else { throw Unusual() }
        return (latitude, longitude, bearing, speed)
    }

    /// Reads a `TripDescriptor`; nil if it has neither trip nor route.
    private static func trip(_ bytes: [UInt8], _ message: Range<Int>) throws -> TripReference? {
        var trip = TransitRealtime_TripDescriptor()
        try forEachField(bytes, message) { field in
            switch (field.number, field.value) {
            case (1, .contents(let text)): trip.tripID = try Self.text(bytes[text])
            case (2, .contents(let text)): trip.startTime = try Self.text(bytes[text])
            case (3, .contents(let text)): trip.startDate = try Self.text(bytes[text])
            case (4, .varint): break
            case (5, .contents(let text)): trip.routeID = try Self.text(bytes[text])
            case (6, .varint(let number)): trip.directionID = UInt32(truncatingIfNeeded: number)
            default: throw Unusual()
            }
        }
        return TripReference(trip)
    }
}
