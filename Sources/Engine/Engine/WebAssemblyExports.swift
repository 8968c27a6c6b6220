#if hasFeature(Embedded)

import Realtime
import Timetables
import TransitModel

// What JavaScript calls, beside `takt_alloc`, `takt_free` and `takt_answer` (`HostMemory.swift`).

/// The open network; WebAssembly has one thread.
nonisolated(unsafe) private var engine: NetworkEngine?
nonisolated(unsafe) private var lastStatus: Int32 = 0
nonisolated(unsafe) private var lastLiveAsOf: Int64 = -1

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

/// Closes the network and frees its memory.
@_expose(wasm, "takt_close")
@_cdecl("takt_close")
func exportedClose() {
    engine = nil
    _ = HostMemory.answer([])
}

/// Answers a request for a path and query at an instant in milliseconds since 1970.
///
/// Returns the length of the answer, or -1 without an open network; `takt_status` and
/// `takt_answer` return the rest.
@_expose(wasm, "takt_get")
@_cdecl("takt_get")
func exportedGet(_ target: UnsafePointer<UInt8>, _ count: Int32, _ now: Int64) -> Int32 {
    guard let engine else { return -1 }
    let text = String(
        decoding: UnsafeBufferPointer(start: target, count: Int(count)), as: UTF8.self)
    let answer = engine.get(text, now: UnixTime(milliseconds: now))
    lastStatus = Int32(answer.status)
    lastLiveAsOf = answer.liveAsOf?.milliseconds ?? -1
    return HostMemory.answer(answer.body)
}

/// Returns the HTTP status of the last answer.
@_expose(wasm, "takt_status")
@_cdecl("takt_status")
func exportedStatus() -> Int32 { lastStatus }

/// Returns the instant in milliseconds since 1970 of the deviations that the last answer takes into
/// account; -1 for the timetable alone.
@_expose(wasm, "takt_live_as_of")
@_cdecl("takt_live_as_of")
func exportedLiveAsOf() -> Int64 { lastLiveAsOf }

/// Takes in a frame of what differs from the timetable.
///
/// Returns the frame's number, or -1 without an open network, -2 for a damaged frame, -3 for one of
/// another format, -4 for one that does not follow the last one: a snapshot is needed then.
@_expose(wasm, "takt_apply")
@_cdecl("takt_apply")
func exportedApply(_ frame: UnsafePointer<UInt8>, _ count: Int32) -> Int64 {
    guard let engine else { return -1 }
    do throws(DeviationError) {
        try engine.apply(Array(UnsafeBufferPointer(start: frame, count: Int(count))))
        return Int64(truncatingIfNeeded: engine.deviationSequence ?? 0)
    } catch {
        switch error {
        case .damaged: return -2
        case .otherFormat: return -3
        case .gap: return -4
        }
    }
}

#endif
