import Foundation
import Glibc
import Persistence
import Synchronization

/// A PostgreSQL server for the tests, on a socket in its own folder; it ends with the process.
///
/// If the tests run as root, it runs as another user, as PostgreSQL requires. Data is not flushed
/// to the disk: tests kill programs, not the machine.
package final class PostgresServer: Sendable {
    /// The server that all tests share; nil where PostgreSQL is not installed or cannot be started.
    package static let shared: PostgresServer? = try? PostgresServer()

    private let folder: String
    private let programs: String
    private let counter = Mutex(0)
    /// The server ends with this process, however that ends: its keeper reads the other end of this
    /// pipe.
    private let lifeline: FileHandle

    private struct Absent: Error {}

    /// Starts a server.
    ///
    /// - Throws: An error if PostgreSQL is missing or cannot be started.
    package init() throws {
        let versions = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")
        let newest = versions.max { (Int($0) ?? 0) < (Int($1) ?? 0) }
        guard let newest else { throw Absent() }
        programs = "/usr/lib/postgresql/\(newest)/bin"
        guard FileManager.default.isExecutableFile(atPath: programs + "/initdb") else {
            throw Absent()
        }
        folder = "/tmp/takt-postgres-\(UUID().uuidString.prefix(8))"
        let (pipe, ready) = (Pipe(), Pipe())
        let keeper = Process()
        keeper.executableURL = URL(fileURLWithPath: "/bin/sh")
        keeper.arguments = [
            "-c",
            """
            \(Self.command("mkdir -m 700 '\(folder)' && '\(programs)/initdb' -D '\(folder)/data' -U takt --auth=trust --no-sync --locale=C.UTF-8 && \(Self.startCommand(programs, folder))")) >/dev/null 2>&1 && echo ready
            exec >/dev/null 2>&1
            cat
            \(Self.command("'\(programs)/pg_ctl' -D '\(folder)/data' -m immediate -w stop; rm -rf '\(folder)'"))
            """,
        ]
        keeper.standardInput = pipe
        keeper.standardOutput = ready
        keeper.standardError = FileHandle.nullDevice
        try keeper.run()
        lifeline = pipe.fileHandleForWriting
        let word = ready.fileHandleForReading.availableData
        guard String(decoding: word, as: UTF8.self).hasPrefix("ready") else { throw Absent() }
    }

    /// Creates an empty database.
    ///
    /// - Throws: An error if it cannot be created.
    package func database(connections: Int = 4) throws -> PostgresAddress {
        let number = counter.withLock { counter in
            counter += 1
            return counter
        }
        let name = "test\(number)"
        try run("'\(programs)/createdb' -h '\(folder)' -U takt \(name)")
        return try address(name, connections: connections)
    }

    /// Returns the address of a database of the server, with timeouts that hold on any machine,
    /// however busy it is.
    ///
    /// - Throws: An error if the name is invalid.
    package func address(_ name: String, connections: Int = 4) throws -> PostgresAddress {
        let host = folder.replacingOccurrences(of: "/", with: "%2F")
        var address = try PostgresAddress(
            url: "postgresql://takt@\(host)/\(name)", connections: connections)
        address.timeouts.connect = 600
        address.timeouts.request = 600
        address.timeouts.command = 600
        address.timeouts.statement = 600
        address.timeouts.lock = 600
        return address
    }

    /// Stops the server.
    ///
    /// - Throws: An error if `pg_ctl` fails.
    package func stop() throws {
        try run("'\(programs)/pg_ctl' -D '\(folder)/data' -m immediate -w stop")
    }

    /// Starts the server again.
    ///
    /// - Throws: An error if `pg_ctl` fails.
    package func start() throws {
        try run(Self.startCommand(programs, folder))
    }

    private static func startCommand(_ programs: String, _ folder: String) -> String {
        "'\(programs)/pg_ctl' -D '\(folder)/data' -w -l '\(folder)/log' -o '-k \(folder) -c listen_addresses= -c fsync=off -c max_connections=500' start"
    }

    /// Returns the command for a user as which PostgreSQL can run.
    private static func command(_ command: String) -> String {
        guard geteuid() == 0 else { return command }
        let user = getpwnam("postgres") == nil ? "nobody" : "postgres"
        let quoted = command.replacingOccurrences(of: "'", with: "'\\''")
        return "setpriv --reuid=\(user) --regid=$(id -g \(user)) --clear-groups sh -c '\(quoted)'"
    }

    private func run(_ command: String) throws {
        guard Self.status(of: Self.command(command)) == 0 else { throw Absent() }
    }

    /// Runs a command to its end; Foundation's way of waiting blocks concurrent tests.
    private static func status(of command: String) -> Int32 {
        let words = ["/bin/sh", "-c", "exec </dev/null >/dev/null 2>&1; " + command]
        let arguments = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Processes that it leaves running must not inherit open files.
        for file in Int32(3)..<1024 { posix_spawn_file_actions_addclose(&actions, file) }
        var (process, status) = (pid_t(0), Int32(-1))
        guard posix_spawn(&process, "/bin/sh", &actions, nil, arguments, environ) == 0 else {
            return -1
        }
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
