#if hasFeature(Embedded)

import JSONWriting
import PhoneRecords
import Timetables
import TransitModel

// What JavaScript calls, beside `takt_alloc`, `takt_free` and `takt_answer` (`HostMemory.swift`).

/// The diary of the files that were added; WebAssembly has one thread.
nonisolated(unsafe) private var diary = FileDiary()
/// The file that arrives in parts.
nonisolated(unsafe) private var arriving: [UInt8] = []
/// Whether that file is refused before it arrives.
nonisolated(unsafe) private var isTooLong = false

/// Begins an empty diary without a network.
@_expose(wasm, "takt_diary_begin")
@_cdecl("takt_diary_begin")
func exportedBegin() {
    diary = FileDiary()
    arriving = []
}

/// Begins an empty diary whose rides are named by a network file's lines, and takes over its
/// memory; returns 0, or 1 if it is no intact network file of this version.
@_expose(wasm, "takt_diary_network")
@_cdecl("takt_diary_network")
func exportedNetwork(_ memory: UnsafeMutableRawPointer, _ count: Int32) -> Int32 {
    exportedBegin()
    let bytes = NetworkBytes(
        owning: UnsafeMutableRawBufferPointer(start: memory, count: Int(count)))
    do throws(NetworkFileError) {
        diary = FileDiary(try Timetable(checking: NetworkFile(bytes: bytes, name: "network")))
        return 0
    } catch {
        return 1
    }
}

/// Begins a file of that many bytes; returns 0 if its parts are to follow, 1 if it is too long.
@_expose(wasm, "takt_file_begin")
@_cdecl("takt_file_begin")
func exportedFileBegin(_ count: Int32) -> Int32 {
    arriving = []
    isTooLong = !diary.hasRoom(bytes: Int(count))
    if !isTooLong { arriving.reserveCapacity(Int(count)) }
    return isTooLong ? 1 : 0
}

/// Adds a part of the file.
@_expose(wasm, "takt_file_part")
@_cdecl("takt_file_part")
func exportedFilePart(_ part: UnsafePointer<UInt8>, _ count: Int32) {
    arriving.append(contentsOf: UnsafeBufferPointer(start: part, count: Int(count)))
}

/// Reads the file, of which all parts have come; returns the length of a report, or that of a
/// problem as a negative number.
@_expose(wasm, "takt_file_end")
@_cdecl("takt_file_end")
func exportedFileEnd() -> Int32 {
    let file = arriving
    arriving = []
    do throws(PhoneFormatError) {
        if isTooLong { throw .tooLong(limitBytes: FileDiary.maximumBytes) }
        return HostMemory.answer(try diary.add(file).jsonBytes)
    } catch {
        return -HostMemory.answer(FileProblem(error).jsonBytes)
    }
}

/// Infers the days from all files.
@_expose(wasm, "takt_diary_infer")
@_cdecl("takt_diary_infer")
func exportedInfer() {
    diary.infer { hostProgress($0) }
}

/// Answers a question about the days, as in `days Europe/Zurich`: what is asked, a space, the
/// time zone; returns the length of the answer, or -1 for another question or an unknown zone.
@_expose(wasm, "takt_diary_answer")
@_cdecl("takt_diary_answer")
func exportedDiaryAnswer(_ text: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    let parts = UnsafeBufferPointer(start: text, count: Int(count))
        .split(separator: UInt8(ascii: " "), maxSplits: 1)
        .map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 2, let question = FileDiary.Question(parts[0]),
        let zone = TransitTimeZone(identifier: parts[1])
    else { return -1 }
    return HostMemory.answer(diary.answer(question, in: zone))
}

/// Reports to the page how far the inference is, 0...1.
@_extern(wasm, module: "env", name: "progress")
@_extern(c)
func hostProgress(_ share: Double)

#endif
