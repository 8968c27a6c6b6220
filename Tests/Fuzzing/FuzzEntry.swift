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

/// libFuzzer's own main function, under a name that does not replace Swift's.
@_silgen_name("LLVMFuzzerRunDriver") private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ readOne: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Passes inputs to one target according to libFuzzer's options on the command line.
@main private struct Fuzzer {
    static func main() throws {
        if let folder = ProcessInfo.processInfo.environment["TAKT_FUZZ_SEEDS"] {
            for (number, seed) in try target.seeds().enumerated() {
                try Data(seed).write(to: URL(fileURLWithPath: "\(folder)/seed-\(number)"))
            }
        }
        var count = CommandLine.argc
        var words = CommandLine.unsafeArgv
        let code = runDriver(&count, &words) { bytes, count in
            do {
                _ = try target.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
            } catch {
                // Anything that ends the program is a finding.
                fatalError("\(error)")
            }
            return 0
        }
        exit(code)
    }
}
