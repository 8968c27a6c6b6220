import CAllocator
import Foundation
import Logging
import TaktApp
import WebServer

/// Runs a network's server until it is stopped, and prints its address.
///
/// - Throws: An error if the server cannot run.
func serve(
    _ network: NetworkAtPath, _ application: TaktApplication.Options,
    _ configuration: Configuration
) async throws {
    try await serve(application, configuration) { options, logger, onListening in
        try TaktApplication(network, options: options, logger: logger, onListening: onListening)
    }
}

/// Runs the server that `make` assembles until it is stopped, and prints its address.
///
/// - Throws: An error if the server cannot run.
func serve(
    _ application: TaktApplication.Options, _ configuration: Configuration,
    _ make: (TaktApplication.Options, Logger, @escaping @Sendable (Int) async -> Void) throws ->
        TaktApplication
) async throws {
    keepLittleFreeMemory()
    var application = application
    let logger = standardErrorLogger(configuration.logLevel)
    application.webFolder = WebFolder.find(named: configuration.web)
    if application.webFolder == nil {
        logger.warning("no web app found: serving the API alone; name its folder with --web")
    }
    warnOfAddressSpace(logger)
    application.server.maximumConnections = try affordable(
        application.server.maximumConnections, logger)
    let certificate = try configuration.certificate.map {
        try ServerCertificate($0, logger: logger)
    }
    if let certificate { application.server.encryption = { certificate.context } }
    let scheme = certificate == nil ? "http" : "https"
    let host = application.server.host
    let shown = host == "0.0.0.0" || host == "127.0.0.1" ? "localhost" : host
    try await make(application, logger) { port in
        let here = "\(scheme)://\(shown):\(port)/"
        let elsewhere = configuration.publicURL.map { ", for others at \($0)/" } ?? ""
        // Unbuffered, so that a program that waits for the line gets it at once.
        writeAtOnce("Takt is at \(here)\(elsewhere)\n")
    }.run(beside: [certificate].compactMap(\.self))
}

/// Lets the allocator return freed buffers from 1 MB on to the system, such as feeds and large
/// answers, and keep two heaps whatever the number of threads: a third less memory.
private func keepLittleFreeMemory() {
    _ = mallopt(M_MMAP_THRESHOLD, 1 << 20)
    _ = mallopt(M_ARENA_MAX, 2)
}

/// Warns of a limit of the address space: a server reserves much of it for threads and buffers,
/// uses little, and ends with a signal where it cannot.
private func warnOfAddressSpace(_ logger: Logger) {
    let safeBytes: rlim_t = 1_000_000_000
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
        limit.rlim_cur < safeBytes
    else { return }
    logger.warning(
        """
        the address space is limited ('ulimit -v', 'LimitAS'), so that this process may end at any \
        moment; limit its memory by a control group instead ('MemoryMax')
        """,
        metadata: ["megabytes": "\(limit.rlim_cur / 1_000_000)"])
}

/// Returns how many of the wanted connections leave files for the rest of the server.
///
/// - Throws: An exit code, after a printed sentence, if hardly any file may be opened.
private func affordable(_ wanted: Int, _ logger: Logger) throws -> Int {
    let files = FileLimit.raise(for: wanted)
    guard files >= FileLimit.minimum else {
        throw fail(
            "This process may open \(files) files; a server needs \(FileLimit.minimum) or more "
                + "('ulimit -n', 'LimitNOFILE' of systemd).", .unavailable)
    }
    let connections = FileLimit.connections(wanted: wanted, files: files)
    if connections < wanted {
        logger.warning(
            "fewer connections than 'limits.connections', for want of files: raise 'LimitNOFILE'",
            metadata: ["connections": "\(connections)", "files": "\(files)"])
    }
    return connections
}
