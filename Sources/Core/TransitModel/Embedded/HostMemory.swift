#if hasFeature(Embedded)

// The memory that JavaScript passes to a WebAssembly module and reads from it. What `takt_alloc`
// returns is owned by its caller until it is passed on.

/// Allocates memory that is aligned for columns.
@_expose(wasm, "takt_alloc")
@_cdecl("takt_alloc")
func exportedAlloc(_ count: Int32) -> UnsafeMutableRawPointer {
    .allocate(byteCount: max(1, Int(count)), alignment: 64)
}

/// Frees memory of `takt_alloc`.
@_expose(wasm, "takt_free")
@_cdecl("takt_free")
func exportedFree(_ memory: UnsafeMutableRawPointer) {
    memory.deallocate()
}

/// The last answer, until it is copied.
package enum HostMemory {
    nonisolated(unsafe) fileprivate static var last: [UInt8] = []

    /// Keeps an answer for `takt_answer`, and returns its length.
    package static func answer(_ bytes: [UInt8]) -> Int32 {
        last = bytes
        return Int32(bytes.count)
    }
}

/// Copies the last answer to memory that has room for it.
@_expose(wasm, "takt_answer")
@_cdecl("takt_answer")
func exportedAnswer(_ memory: UnsafeMutablePointer<UInt8>) {
    for (index, byte) in HostMemory.last.enumerated() { memory[index] = byte }
    HostMemory.last = []
}

#endif
