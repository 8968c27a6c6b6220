import Foundation
import Glibc

/// Runs imports in a separate process, so that no feed can exhaust the server's memory or crash it.
package struct ImportProcess: Sendable {
    /// The program with the command `import-job`; `/proc/self/exe` is this one, even after an
    /// update has replaced its file.
    private let program: String
    /// The memory limit, in bytes.
    private let memoryBytes: Int
    /// The time limit.
    private let timeout: Duration

    /// The interval between two checks for its end.
    private static let poll = Duration.milliseconds(50)
    private static let maximumSentence = 4096
    /// The status of an import that could not write its output.
    private static let notWritten: Int32 = 74

    package init(
        program: String = "/proc/self/exe", memoryBytes: Int,
        timeout: Duration = .seconds(3600)
    ) {
        self.program = program
        self.memoryBytes = memoryBytes
        self.timeout = timeout
    }

    /// Runs a job in the process.
    ///
    /// The process ends with this one, with the task that waits for it, and at the time limit.
    ///
    /// - Throws: A `Failure` with a sentence if the job was not done.
    package func run(_ job: ImportJob) async throws(FeedRefresh.Failure) {
        let list = job.output + ".job"
        let words = job.output + ".errors"
        defer { for path in [list, words] { unlink(path) } }
        let process = Process()
        do {
            try PrivateFile.replace(list, with: JSONEncoder().encode(job))
            try PrivateFile.replace(words, with: Data())
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = [
                "import-job", list, "--memory", "\(memoryBytes)", "--parent", "\(getpid())",
            ]
            // A process cannot be started in a folder that this user may not enter, such as the
            // home of the one who started the server; nothing relative can be found there either.
            if access(".", X_OK) != 0 { process.currentDirectoryURL = URL(fileURLWithPath: "/") }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            let sentences = try FileHandle(forWritingTo: URL(fileURLWithPath: words))
            // `Process` keeps its handles open beyond its own life.
            defer { try? sentences.close() }
            process.standardError = sentences
            try process.run()
        } catch let error as PrivateFile.Failure {
            throw .notWritten(error.description)
        } catch {
            throw failure("The feeds cannot be imported: no process can be started for it.")
        }
        let start = ContinuousClock.now
        var isLate = false
        while process.isRunning {
            isLate = ContinuousClock.now - start > timeout
            // SIGTERM may be ignored, as services do; killing this process loses nothing.
            if isLate || Task.isCancelled { kill(process.processIdentifier, SIGKILL) }
            try? await Task.sleep(for: Self.poll)
            if Task.isCancelled { usleep(10_000) }
        }
        if isLate { throw failure("The import took longer than \(timeout) and was ended.") }
        if Task.isCancelled { throw failure("The import was interrupted.") }
        try check(process, standardError: words)
    }

    private func check(_ process: Process, standardError words: String) throws(FeedRefresh.Failure)
    {
        let text =
            SmallFile.start(of: words, limit: Self.maximumSentence)
            .map { String(decoding: $0.prefix(Self.maximumSentence), as: UTF8.self) } ?? ""
        let fault = text.split(separator: "\n").first { $0.contains("Fatal error: ") }
        if let fault, !fault.contains("memory") {
            throw failure(
                "The import failed because of an error in the program; please report it: \(fault)")
        }
        if process.terminationReason == .uncaughtSignal {
            if process.terminationStatus == SIGKILL {
                throw failure(
                    "The system ended the import (signal 9): most likely the machine, or the server's control "
                        + "group ('MemoryMax'), has too little memory.")
            }
            throw failure(
                "The import ended early (signal \(process.terminationStatus)): most likely it needed more "
                    + "than the \(memoryBytes / 1_000_000) MB of memory that it may have; "
                    + "'limits.import-bytes' allows more.")
        }
        guard process.terminationStatus != 0 else { return }
        let sentence = text.split(separator: "\n").first ?? ""
        let prefix = "takt: "
        var reason = "The import failed with status \(process.terminationStatus)."
        let isNotWritten = process.terminationStatus == Self.notWritten
        if sentence.hasPrefix(prefix) {
            reason = String(sentence.dropFirst(prefix.count))
        } else if isNotWritten {
            reason = "The import cannot write its files; is the disk full?"
        }
        throw isNotWritten ? .notWritten(reason) : failure(reason)
    }

    private func failure(_ sentence: String) -> FeedRefresh.Failure {
        FeedRefresh.Failure(description: sentence, isUnreachable: false)
    }
}

/// The limits of an import process, which it sets for itself.
package enum ImportConfinement {
    /// Limits the memory of this process, lowers its priority, and ends it with its parent.
    package static func enter(memoryBytes: Int, parent: Int32) {
        var limit = rlimit(rlim_cur: rlim_t(memoryBytes), rlim_max: rlim_t(memoryBytes))
        setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        // If memory still runs out, the kernel should kill the import rather than the server.
        try? Data("1000".utf8).write(to: URL(fileURLWithPath: "/proc/self/oom_score_adj"))
        Thread.detachNewThread {
            while getppid() == parent { usleep(500_000) }
            _exit(70)
        }
    }

    /// Returns the default memory limit of an import, in bytes: half of the memory of this machine
    /// or of the process's control group.
    package static func defaultMemoryBytes() -> Int {
        func text(_ path: String) -> String? {
            FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        }
        let machine = Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))
        let group = ControlGroup.memoryBytes(text("/proc/self/cgroup") ?? "", read: text)
        return max(minimumMemoryBytes, min(machine, group ?? machine) / 2)
    }

    /// The minimum memory for an import, in bytes.
    package static let minimumMemoryBytes = 128 * 1024 * 1024
}
