import Foundation
import FuzzTargets
import Testing

/// Spoiled input by the thousand for each parser of what strangers send: it may refuse it, but what it
/// lets through keeps its promises, and nothing ends the program.
@Suite struct HostileInputTests {
    /// How many spoiled inputs each parser is given; fewer where one writes files.
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
        // Sealed and summed files have no bytes to spare; all others bear a change here and there.
        if target != .age, target != .network { #expect(refused < count) }
    }

    /// What fuzzers found, kept in files of `Found/`, each named after its target.
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
