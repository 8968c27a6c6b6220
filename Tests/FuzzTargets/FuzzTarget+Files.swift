import Archives
import Diary
import FolderTesting
import Foundation
import GTFSImport
import Timetables

/// Parsers of files.
extension FuzzTarget {
    /// The prefix of a line that begins a file of a feed in an input; the name follows.
    static let fileMark = "=== "
    /// The maximum size of a file that is read inside an archive.
    private static let maximumUnpacked = 1 << 20

    static func feed(_ bytes: [UInt8]) throws -> Bool {
        try TemporaryFolder.with { folder in
            var open: (name: String, lines: [Substring])?
            var names = Set<String>()
            func close() throws {
                guard let file = open, names.insert(file.name).inserted else { return }
                try Data(file.lines.joined(separator: "\n").utf8)
                    .write(to: folder.url.appendingPathComponent(file.name))
            }
            for line in text(bytes).split(separator: "\n", omittingEmptySubsequences: false) {
                guard line.hasPrefix(fileMark) else {
                    open?.lines.append(line)
                    continue
                }
                try close()
                // Only names in the format's characters, so that an input cannot leave the folder,
                // and as long as a file system takes.
                let name = line.dropFirst(fileMark.count).prefix(100).prefix {
                    $0.isASCII && $0.isLetter || $0 == "_"
                }
                open = name.isEmpty ? nil : ("\(name).txt", [])
            }
            try close()
            let source = NetworkImport.Source(path: folder.path, name: "input")
            guard let made = try? NetworkImport([source]).timetable().0 else { return false }
            for pattern in made.patterns.indices {
                let calls = made.patterns.stops(of: pattern).indices
                for run in made.patterns.runs(of: pattern) {
                    let times = calls.map { made.patterns.times(of: run, in: pattern, at: $0) }
                    try promise(
                        Swift.zip(times, times.dropFirst())
                            .allSatisfy { $0.departure <= $1.arrival },
                        "no run goes back in time")
                }
            }
            return true
        }
    }

    static func zip(_ bytes: [UInt8]) throws -> Bool {
        try withFile(bytes) { path in
            guard let archive = try? Archive(path: path) else { return false }
            let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
            defer { room.deallocate() }
            for name in archive.names {
                guard let member = try? archive.open(name) else { continue }
                var total = 0
                while total < maximumUnpacked, let count = try? member.read(into: room), count > 0 {
                    total += count
                }
            }
            return true
        }
    }

    static func network(_ bytes: [UInt8]) throws -> Bool {
        let held = NetworkBytes(copying: bytes)
        guard let file = try? NetworkFile(bytes: held, name: "input"),
            let timetable = try? Timetable(file: file)
        else { return false }
        for stop in timetable.stops.indices { _ = timetable.stops.id(stop) }
        return true
    }

    /// A key used only here; the seeds were sealed to it.
    static let identity = AgeIdentity(
        text: "AGE-SECRET-KEY-1QYPQXPQ9QCRSSZG2PVXQ6RS0ZQG3YYC5Z5TPWXQERGD3C8G7RUSQGPQYEE")

    static func age(_ bytes: [UInt8]) throws -> Bool {
        guard let identity else { throw BrokenPromise(description: "the key of the seeds is one") }
        let opened = try? AgeOpener.open(Data(bytes), with: [identity])
        try promise(opened.map { $0 == sealedText } ?? true, "nothing but what was sealed opens")
        return opened != nil
    }

    private static func withFile(_ bytes: [UInt8], _ body: (String) throws -> Bool) throws -> Bool {
        try TemporaryFolder.with { folder in
            let file = folder.url.appendingPathComponent("input.zip")
            try Data(bytes).write(to: file)
            return try body(file.path)
        }
    }
}
