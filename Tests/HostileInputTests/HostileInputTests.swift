import Foundation
import FuzzTargets
import Testing

/// Thousands of mutated inputs for each parser of untrusted input: it may refuse them, but accepted
/// input must keep the parser's promises, and nothing may crash.
@Suite struct HostileInputTests {
    /// Returns the number of mutated inputs for each parser; fewer where files are written.
    private static func count(_ target: FuzzTarget) -> Int {
        switch target {
        case .feed, .zip: 200
        case .time: 5000
        default: 2000
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `Good input is let through`(target: FuzzTarget) throws {
        let seeds = try target.seeds()
        #expect(!seeds.isEmpty)
        for seed in seeds {
            #expect(try target.read(seed), "\(String(decoding: seed.prefix(80), as: UTF8.self))")
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `Of spoiled input some is refused, and the rest is as promised`(target: FuzzTarget) throws
    {
        let seeds = try target.seeds()
        var mutator = Mutator(seed: UInt64(target.rawValue.utf8.count))
        var refused = 0
        let count = Self.count(target)
        for number in 0..<count {
            let spoiled = mutator.spoiled(seeds[number % seeds.count], with: seeds)
            if try !target.read(spoiled) { refused += 1 }
        }
        #expect(refused > count / 100)
        // Sealed files and those with checksums detect every change; all others accept some.
        if target != .age, target != .network { #expect(refused < count) }
    }

    /// Findings of fuzzers, in files of `Found/`, each named after its target.
    @Test func `What was found once is read without harm`() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Found")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { !$0.hasPrefix(".") && $0 != "README.md" }
        for name in names.sorted() {
            let target = try #require(
                FuzzTarget(rawValue: name.split(separator: ".").first.map(String.init) ?? ""))
            let input = try Data(contentsOf: folder.appendingPathComponent(name))
            _ = try target.read(Array(input))
        }
    }
}
