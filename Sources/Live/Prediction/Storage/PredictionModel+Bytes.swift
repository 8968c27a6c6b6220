import TransitModel

/// The serialized form of a model, kept across restarts.
///
/// Little-endian: a row of numbers that describe the layout of the error tallies in this program,
/// then the cells of the travel profile, the error tallies, the layovers and the successions, each
/// sorted by key, so that equal models have equal bytes. Older forms end earlier (``Form``). The
/// bytes have no checksum: the caller must ensure that they are read back unchanged.
extension PredictionModel {
    /// The contents of the bytes, by the version of the program that wrote them.
    package enum Form: Int, CaseIterable, Sendable {
        /// Neither layovers nor successions.
        case first = 1
        /// Layovers, but no successions.
        case withLayovers
        /// Everything.
        case newest
    }

    /// The reason why bytes could not be read.
    package enum Damage: Error, Equatable {
        /// They were written by a program with another layout of the error tallies.
        case otherLayout
        /// They end too early or contain impossible values.
        case broken
    }

    /// The layout of tallies; a change invalidates stored bytes.
    private static var layout: [UInt32] {
        let tally = ArrivalErrors.Tally()
        return [
            UInt32(ArrivalErrors.bucketCount), UInt32(tally.absolute.count),
            UInt32(tally.residuals.count),
        ]
    }

    package func bytes() -> [UInt8] {
        var bytes: [UInt8] = []
        for number in Self.layout { bytes.append(littleEndian: number) }
        bytes.append(littleEndian: UInt32(profile.cells.count))
        for (key, cell) in profile.cells.sorted(by: { $0.key.key < $1.key.key }) {
            bytes.append(littleEndian: key.key)
            for value in [cell.weight, cell.deviation, cell.spread] {
                bytes.append(littleEndian: value.bitPattern)
            }
        }
        bytes.append(littleEndian: UInt32(errors.tallies.count))
        let tallies = errors.tallies.sorted {
            ($0.key.route, $0.key.bucket) < ($1.key.route, $1.key.bucket)
        }
        for (key, tally) in tallies {
            bytes.append(littleEndian: key.route)
            bytes.append(littleEndian: UInt32(key.bucket))
            bytes.append(littleEndian: tally.weight.bitPattern)
            for value in tally.absolute + tally.residuals {
                bytes.append(littleEndian: value.bitPattern)
            }
        }
        bytes.append(littleEndian: UInt32(layovers.cells.count))
        for (key, cell) in layovers.cells.sorted(by: { $0.key < $1.key }) {
            bytes.append(littleEndian: key)
            for value in [cell.weight, cell.usual, cell.least] {
                bytes.append(littleEndian: value.bitPattern)
            }
        }
        bytes.append(littleEndian: UInt32(successions.cells.count))
        for (key, cell) in successions.cells.sorted(by: { $0.key < $1.key }) {
            bytes.append(littleEndian: key)
            bytes.append(littleEndian: cell.other)
            bytes.append(littleEndian: cell.days)
            bytes.append(littleEndian: cell.lastDay)
        }
        return bytes
    }

    /// Reads a model; what its form does not contain stays empty.
    ///
    /// - Throws: `Damage` if the layout differs, or if the bytes are truncated or contain
    ///   impossible values.
    package init(bytes: ArraySlice<UInt8>, form: Form = .newest) throws(Damage) {
        var reader = LittleEndianReader(bytes)
        for number in Self.layout {
            guard try reader.number(UInt32.self) == number else { throw .otherLayout }
        }
        var cells: [TravelProfile.CellKey: TravelProfile.Cell] = [:]
        let cellCount = Int(try reader.number(UInt32.self))
        guard cellCount <= TravelProfile.maximumCells + 2, cellCount * 20 <= reader.left else {
            throw .broken
        }
        cells.reserveCapacity(cellCount)
        for _ in 0..<cellCount {
            let key = try reader.number(UInt64.self)
            var cell = TravelProfile.Cell()
            cell.weight = try reader.value(atLeast: 0)
            cell.deviation = try reader.value()
            cell.spread = try reader.value(atLeast: 0)
            cells[TravelProfile.CellKey(key)] = cell
        }
        var tallies: [ArrivalErrors.Key: ArrivalErrors.Tally] = [:]
        let tallyCount = Int(try reader.number(UInt32.self))
        guard tallyCount <= ArrivalErrors.maximumTallies + 2 else { throw .broken }
        for _ in 0..<tallyCount {
            let route = try reader.number(UInt64.self)
            let bucket = Int(try reader.number(UInt32.self))
            guard bucket < ArrivalErrors.bucketCount else { throw .broken }
            var tally = ArrivalErrors.Tally()
            tally.weight = try reader.value(atLeast: 0)
            for blend in tally.absolute.indices {
                tally.absolute[blend] = try reader.value(atLeast: 0)
            }
            for bin in tally.residuals.indices {
                tally.residuals[bin] = try reader.value(atLeast: 0)
            }
            tallies[ArrivalErrors.Key(route: route, bucket: bucket)] = tally
        }
        let layovers = form == .first ? LayoverProfile() : try Self.layovers(&reader)
        let successions =
            form == .newest ? try Self.successions(&reader) : SuccessionProfile()
        guard reader.left == 0, cells.count == cellCount, tallies.count == tallyCount else {
            throw .broken
        }
        self.init(
            profile: TravelProfile(cells: cells), errors: ArrivalErrors(tallies: tallies),
            layovers: layovers, successions: successions)
    }

    private static func layovers(
        _ reader: inout LittleEndianReader
    ) throws(Damage) -> LayoverProfile {
        var cells: [TravelProfile.Key: LayoverProfile.Cell] = [:]
        let count = Int(try reader.number(UInt32.self))
        guard count <= LayoverProfile.maximumCells + 2 else { throw .broken }
        for _ in 0..<count {
            let key = try reader.number(UInt64.self)
            var cell = LayoverProfile.Cell()
            cell.weight = try reader.value(atLeast: 0)
            cell.usual = try reader.value(atLeast: 0)
            cell.least = try reader.value(atLeast: 0)
            cells[key] = cell
        }
        guard cells.count == count else { throw .broken }
        return LayoverProfile(cells: cells)
    }

    private static func successions(
        _ reader: inout LittleEndianReader
    ) throws(Damage) -> SuccessionProfile {
        var cells: [SuccessionProfile.Key: SuccessionProfile.Cell] = [:]
        let count = Int(try reader.number(UInt32.self))
        guard count <= SuccessionProfile.maximumCells, count * 24 <= reader.left else {
            throw .broken
        }
        for _ in 0..<count {
            let key = try reader.number(UInt64.self)
            cells[key] = SuccessionProfile.Cell(
                other: try reader.number(UInt64.self), days: try reader.number(UInt32.self),
                lastDay: try reader.number(Int32.self))
        }
        guard cells.count == count else { throw .broken }
        return SuccessionProfile(cells: cells)
    }
}

private struct LittleEndianReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    var left: Int { rest.count }

    mutating func number<Number: FixedWidthInteger>(
        _: Number.Type
    ) throws(PredictionModel.Damage) -> Number {
        let size = Number.bitWidth / 8
        guard rest.count >= size else { throw .broken }
        var number: Number = 0
        for byte in rest.prefix(size).reversed() {
            number = number << 8 | Number(truncatingIfNeeded: byte)
        }
        rest = rest.dropFirst(size)
        return number
    }

    mutating func value(
        atLeast least: Float = -Float.greatestFiniteMagnitude
    ) throws(PredictionModel.Damage) -> Float {
        let value = Float(bitPattern: try number(UInt32.self))
        guard value.isFinite, value >= least else { throw .broken }
        return value
    }
}
