import TransitModel

/// A table of a search's working memory.
///
/// Its owner knows its size and frees it with ``deallocate()``. Debug builds check each row;
/// optimised builds do not, because the inner loops read and write them.
struct WorkTable<Element: BitwiseCopyable> {
    private let base: UnsafeMutablePointer<Element>
    private let rows: CheckedRows

    /// Allocates `count` rows, at least one; the first one begins at a cache line.
    init(repeating value: Element, count: Int) {
        let capacity = max(1, count)
        base = UnsafeMutableRawPointer.allocate(
            byteCount: capacity * MemoryLayout<Element>.stride, alignment: 64
        ).bindMemory(to: Element.self, capacity: capacity)
        base.initialize(repeating: value, count: capacity)
        rows = CheckedRows(count)
    }

    private init(base: UnsafeMutablePointer<Element>, rows: CheckedRows) {
        self.base = base
        self.rows = rows
    }

    @inline(__always)
    subscript(row: Int) -> Element {
        get {
            rows.check(row)
            return base[row]
        }
        nonmutating set {
            rows.check(row)
            base[row] = newValue
        }
    }

    /// The rows from `first` on, numbered from 0.
    @inline(__always)
    func from(_ first: Int) -> WorkTable {
        WorkTable(base: base + first, rows: rows.from(first))
    }

    /// Sets the first `count` rows.
    func fill(_ value: Element, count: Int) {
        _ = rows.from(count)
        base.update(repeating: value, count: count)
    }

    /// Copies the first `count` rows of another table.
    func copy(_ other: WorkTable, count: Int) {
        _ = (rows.from(count), other.rows.from(count))
        base.update(from: other.base, count: count)
    }

    func deallocate() {
        base.deallocate()
    }
}

extension WorkTable where Element == UInt64 {
    /// Whether the bit of a location is set.
    @inline(__always)
    func contains(_ location: Int) -> Bool {
        self[location &>> 6] &>> UInt64(truncatingIfNeeded: location) & 1 != 0
    }

    /// Sets the bit of a location.
    @inline(__always)
    func insert(_ location: Int) {
        self[location &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: location)
    }
}

/// Rows of a column for inner loops, checked in debug builds as those of a ``WorkTable``.
///
/// They are not owned: the holder keeps the column alive.
struct ColumnRows<Element: BitwiseCopyable> {
    private let base: UnsafePointer<Element>
    private let rows: CheckedRows

    init(_ column: Column<Element>) {
        self.init(base: column.memory, rows: CheckedRows(column.count))
    }

    @inline(__always)
    private init(base: UnsafePointer<Element>, rows: CheckedRows) {
        self.base = base
        self.rows = rows
    }

    @inline(__always)
    subscript(row: Int) -> Element {
        rows.check(row)
        return base[row]
    }

    /// The rows from `first` on, numbered from 0.
    @inline(__always)
    func from(_ first: Int) -> ColumnRows {
        ColumnRows(base: base + first, rows: rows.from(first))
    }
}

/// The number of rows in debug builds, and nothing in optimised ones.
struct CheckedRows {
    #if DEBUG
    private let count: Int
    #endif

    @inline(__always)
    init(_ count: Int) {
        #if DEBUG
        self.count = count
        #endif
    }

    @inline(__always)
    func check(_ row: Int) {
        #if DEBUG
        precondition(row >= 0 && row < count, "row \(row) of a table with \(count) rows")
        #endif
    }

    /// The rows from `first` on, which may be none.
    @inline(__always)
    func from(_ first: Int) -> CheckedRows {
        #if DEBUG
        precondition(first >= 0 && first <= count, "row \(first) of a table with \(count) rows")
        return CheckedRows(count - first)
        #else
        return self
        #endif
    }
}
