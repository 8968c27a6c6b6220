/// The grid squares by which points are sorted.
enum PlaceSquares {
    /// The side in ten-millionths of a degree, some 220 m from south to north.
    static let side: Int64 = 20_000

    /// The sort key: rows from south to north, within a row from west to east.
    static func key(of point: MapPoint) -> UInt64 {
        key(row(point.latitude), column(point.longitude))
    }

    static func key(_ row: Int64, _ column: Int64) -> UInt64 { UInt64(row) << 32 | UInt64(column) }

    static func row(_ latitude: Int32) -> Int64 { (Int64(latitude) + 900_000_000) / side }

    static func column(_ longitude: Int32) -> Int64 { (Int64(longitude) + 1_800_000_000) / side }

    /// The number of rows and columns.
    static let rows = 1_800_000_000 / side + 1
    static let columns = 3_600_000_000 / side + 1
}
