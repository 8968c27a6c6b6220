#if hasFeature(Embedded)

import Timetables

// What JavaScript calls. Memory is owned by the caller of `takt_alloc` until it is passed on.

/// The open network; WebAssembly has one thread.
nonisolated(unsafe) private var engine: NetworkEngine?
nonisolated(unsafe) private var lastAnswer: [UInt8] = []

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

/// Opens a network, and takes over its memory; returns 0, or 1 to 3 for another file, another
/// version and a damaged file.
@_expose(wasm, "takt_open")
@_cdecl("takt_open")
func exportedOpen(_ memory: UnsafeMutableRawPointer, _ count: Int32) -> Int32 {
    engine = nil
    let bytes = NetworkBytes(
        owning: UnsafeMutableRawBufferPointer(start: memory, count: Int(count)))
    do throws(NetworkFileError) {
        engine = try NetworkEngine(bytes)
        return 0
    } catch {
        switch error {
        case .otherVersion: return 2
        case .damaged: return 3
        default: return 1
        }
    }
}

/// Answers a question; returns the length of the answer, or -1 without an open network.
@_expose(wasm, "takt_ask")
@_cdecl("takt_ask")
func exportedAsk(_ question: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    guard let engine else { return -1 }
    let text = String(
        decoding: UnsafeBufferPointer(start: question, count: Int(count)), as: UTF8.self)
    lastAnswer = Array(engine.answer(text).utf8)
    return Int32(lastAnswer.count)
}

/// Copies the last answer to memory that has room for it.
@_expose(wasm, "takt_answer")
@_cdecl("takt_answer")
func exportedAnswer(_ memory: UnsafeMutablePointer<UInt8>) {
    for (place, byte) in lastAnswer.enumerated() { memory[place] = byte }
    lastAnswer = []
}

#endif
