import Foundation
import FuzzTargets

/// The target that `TAKT_FUZZ_TARGET` names.
private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["TAKT_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        let all = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        fatalError("TAKT_FUZZ_TARGET names no target; there are \(all)")
    }
    return target
}()

/// Called once, before the first input: writes the seeds into the folder that `TAKT_FUZZ_SEEDS` names.
@_cdecl("LLVMFuzzerInitialize") public func initialize(
    _ count: UnsafeMutablePointer<CInt>?, _ words: UnsafeMutableRawPointer?
) -> CInt {
    guard let folder = ProcessInfo.processInfo.environment["TAKT_FUZZ_SEEDS"] else { return 0 }
    do {
        for (number, seed) in try target.seeds().enumerated() {
            let path = "\(folder)/seed-\(number)"
            try Data(seed).write(to: URL(fileURLWithPath: path))
        }
    } catch {
        fatalError("The seeds cannot be written: \(error)")
    }
    return 0
}

/// Called for every input; whatever ends the program is a find.
@_cdecl("LLVMFuzzerTestOneInput") public func readOne(
    _ bytes: UnsafePointer<UInt8>?, _ count: Int
) -> CInt {
    do {
        _ = try target.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        fatalError("\(error)")
    }
    return 0
}
