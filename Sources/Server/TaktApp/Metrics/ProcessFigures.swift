import Foundation
import WebServer

/// The system's figures on this process, under the names of Prometheus's own clients.
enum ProcessFigures {
    /// Writes the figures that are available.
    static func write(to text: inout MetricsText) {
        if let bytes = residentBytes() {
            text.figure(
                "process_resident_memory_bytes", "Memory that is held.", .gauge, bytes)
        }
        if let seconds = processorSeconds() {
            text.figure(
                "process_cpu_seconds_total", "Time on processors.", .counter, seconds)
        }
        if let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            text.figure(
                "process_open_fds", "Files and connections that are open.", .gauge,
                Double(files.count))
        }
    }

    private static func residentBytes() -> Double? {
        guard let pages = words(of: "/proc/self/statm").dropFirst().first.flatMap({ Double($0) })
        else { return nil }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }

    private static func processorSeconds() -> Double? {
        // The program's name is in brackets and may contain anything; user and system time are the
        // twelfth and thirteenth words after it.
        let words = words(of: "/proc/self/stat").drop { !$0.hasSuffix(")") }.dropFirst()
        guard words.count > 12, let user = Double(words[words.startIndex + 11]),
            let system = Double(words[words.startIndex + 12])
        else { return nil }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private static func words(of path: String) -> [Substring] {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: " ")
    }
}
