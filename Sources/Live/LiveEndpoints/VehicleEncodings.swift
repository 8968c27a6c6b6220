import JSONWriting
import LiveMap
import Realtime
import Synchronization
import Timetables
import TransitModel

/// The JSON of each vehicle, encoded once per change and shared by all clients.
final class VehicleEncodings: Sendable {
    private struct Entry {
        let changedAt: UInt64
        let bytes: [UInt8]
    }

    /// What ``answer(_:_:)`` returns.
    static let schema = JSONSchema(
        "Vehicles", .int("asOf", "Unix time in milliseconds"),
        .int("sequence", "The number of the snapshot, as in events of the stream"),
        .list("vehicles", of: VehicleAnswer.schema))

    private let timetable: Timetable
    private let entries = Mutex<[String: Entry]>([:])

    init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    /// Returns the vehicles as the content of a JSON array, without its brackets.
    func list(_ vehicles: [MapVehicle]) -> [UInt8] {
        var result: [UInt8] = []
        for vehicle in vehicles {
            if !result.isEmpty { result.append(UInt8(ascii: ",")) }
            result.append(contentsOf: bytes(vehicle))
        }
        return result
    }

    /// Returns the body of one event of the stream.
    func event(_ update: MapSession.Update) -> [UInt8] {
        var result = Array("{\"asOf\":\(update.asOf.milliseconds),\"removed\":".utf8)
        var removed = JSONText()
        update.removed.write(to: &removed)
        result.append(contentsOf: removed.bytes)
        result.append(contentsOf: ",\"reset\":\(update.isReset),\"vehicles\":[".utf8)
        result.append(contentsOf: list(update.vehicles))
        result.append(contentsOf: "]}".utf8)
        return result
    }

    func answer(_ frame: MapFrame, _ vehicles: [MapVehicle]) -> [UInt8] {
        var result = Array("{\"asOf\":\(frame.snapshot.asOf.milliseconds),\"sequence\":".utf8)
        result.append(contentsOf: "\(frame.sequence),\"vehicles\":[".utf8)
        result.append(contentsOf: list(vehicles))
        result.append(contentsOf: "]}".utf8)
        return result
    }

    private func bytes(_ vehicle: MapVehicle) -> [UInt8] {
        let id = vehicle.vehicle.id
        if let known = entries.withLock({ $0[id] }), known.changedAt == vehicle.changedAt {
            return known.bytes
        }
        let text = VehicleAnswer(shown: vehicle, timetable: timetable).jsonBytes
        // The copy is cached, so it takes no more memory than it needs.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        bytes.append(contentsOf: text)
        let entry = Entry(changedAt: vehicle.changedAt, bytes: bytes)
        entries.withLock { $0[id] = entry }
        return bytes
    }

    /// Forgets vehicles that are gone, once they outnumber those that remain.
    func prune(to frame: MapFrame) {
        entries.withLock { entries in
            guard entries.count > 2 * frame.vehicles.count + 100 else { return }
            let present = Set(frame.vehicles.map(\.vehicle.id))
            entries = entries.filter { present.contains($0.key) }
        }
    }
}
