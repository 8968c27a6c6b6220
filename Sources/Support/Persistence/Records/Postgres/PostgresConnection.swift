import CPostgres
import Foundation
import Glibc

/// A connection, used by one thread at a time.
///
/// Every call blocks for at most ``PostgresTimeouts/answer``, and for ``silence`` while nothing
/// comes from the server; after that the connection is closed.
final class PostgresConnection {
    /// The maximum number of cached prepared statements; when it is reached, the cache is cleared.
    private static let maximumPrepared = 256

    private let connection: OpaquePointer
    let name: String
    private let timeouts: PostgresTimeouts
    /// The longest wait for the first or next bytes of an answer to the current work, in seconds.
    var silence: Double
    /// Whether a pooler is in between, which may give each transaction another session: then
    /// nothing is kept in the session.
    private(set) var isPooled = false
    private let settings: [(name: String, value: String)]
    private var prepared: [String: String] = [:]
    /// Whether the connection must not be used again.
    private(set) var isBroken = false

    /// Connects, with a timeout for each address of the server's name.
    init(_ address: PostgresAddress, searchPath: String) throws {
        name = address.name
        timeouts = address.timeouts
        silence = timeouts.request
        var words = [
            ("dbname", address.url), ("connect_timeout", "\(timeouts.connect)"),
            ("client_encoding", "UTF8"),
            ("fallback_application_name", "takt"), ("keepalives_idle", "10"),
            ("keepalives_interval", "5"), ("keepalives_count", "3"), ("tcp_user_timeout", "15000"),
        ]
        settings =
            timeouts.settings + [
                ("search_path", searchPath), ("bytea_output", "hex"), ("extra_float_digits", "1"),
                ("client_min_messages", "warning"),
            ]
        if let password = address.password { words.append(("password", password)) }
        let options = settings.map { "-c \($0.name)=\($0.value)" }.joined(separator: " ")
        var opened = Self.open(words + [("options", options)], timeouts)
        if let refused = opened, PQstatus(refused) != CONNECTION_OK,
            String(cString: PQerrorMessage(refused)).contains("unsupported startup parameter")
        {
            // PgBouncer does not pass settings on.
            PQfinish(refused)
            isPooled = true
            opened = Self.open(words, timeouts)
        }
        guard let connection = opened else {
            throw PostgresError(.unreachable, at: name, detail: "there is no memory for it")
        }
        self.connection = connection
        guard PQstatus(connection) == CONNECTION_OK else {
            isBroken = true
            throw PostgresError(
                connecting: String(cString: PQerrorMessage(connection)),
                lacksPassword: PQconnectionNeedsPassword(connection) == 1, at: name)
        }
        PQsetErrorVerbosity(connection, PQERRORS_DEFAULT)
        // Warnings would go to standard error and may contain stored data.
        PQsetNoticeReceiver(connection, { _, _ in }, nil)
        // A pooler may also be set up to ignore settings.
        guard !isPooled else { return }
        let path = try runAll("SHOW search_path").value(row: 0, column: 0)
        isPooled = path != .text(searchPath)
    }

    /// The statements that make the settings hold for one transaction; empty if they hold for the
    /// session.
    var settingsOfTransaction: String {
        guard isPooled else { return "" }
        return settings.map { "; SET LOCAL \($0.name) = '\($0.value)'" }.joined()
    }

    deinit { PQfinish(connection) }

    private static func open(
        _ words: [(String, String)], _ timeouts: PostgresTimeouts
    ) -> OpaquePointer? {
        let keys = words.map { strdup($0.0) }
        let values = words.map { strdup($0.1) }
        defer { (keys + values).forEach { free($0) } }
        let keyList = keys.map { $0.map { UnsafePointer($0) } } + [nil]
        let valueList = values.map { $0.map { UnsafePointer($0) } } + [nil]
        let start = ContinuousClock.now
        let first = PQconnectdbParams(keyList, valueList, 1)
        guard PQstatus(first) != CONNECTION_OK,
            start.duration(to: .now) < timeouts.hang
        else { return first }
        // Refused at once: the server is asked again in the way in which its answer has a code,
        // which cannot go on to the next address after a timeout.
        PQfinish(first)
        guard let second = PQconnectStartParams(keyList, valueList, 1) else { return nil }
        PQsetErrorVerbosity(second, PQERRORS_VERBOSE)
        wait(for: second, seconds: timeouts.connect)
        return second
    }

    /// Waits until a connection is made, refused or too late.
    private static func wait(for connection: OpaquePointer, seconds: Int) {
        let end = ContinuousClock.now + .seconds(seconds)
        var state = PGRES_POLLING_WRITING
        while state == PGRES_POLLING_WRITING || state == PGRES_POLLING_READING {
            let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
            guard left > 0, PQsocket(connection) >= 0 else { return }
            let events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
            var socket = pollfd(
                fd: PQsocket(connection), events: Int16(events), revents: 0)
            guard poll(&socket, 1, Int32(left.rounded(.up))) >= 0 || errno == EINTR else { return }
            // After a timeout or an interruption there is nothing to do for libpq yet.
            if socket.revents != 0 { state = PQconnectPoll(connection) }
        }
    }

    // MARK: - Statements

    /// Runs a prepared statement.
    func run(_ sql: String, _ values: RecordValues = []) throws -> PostgresResult {
        let statement = isPooled ? nil : try prepared[sql] ?? prepare(sql)
        // Strings and bytes are sent with their length and numbers as digits, so nothing needs
        // quoting.
        var bytes: [UInt8] = []
        var places: [(start: Int, count: Int, isRaw: Bool)?] = []
        for value in values.all {
            let start = bytes.count
            switch value {
            case .null:
                places.append(nil)
                continue
            case .integer(let number): bytes += Array(String(number).utf8)
            case .real(let number): bytes += Array(String(number).utf8)
            case .text(let text): bytes += Array(text.utf8)
            case .bytes(let data): bytes += Array(data)
            }
            let isRaw =
                switch value {
                case .text, .bytes: true
                default: false
                }
            places.append((start, bytes.count - start, isRaw))
            bytes.append(0)
        }
        let isSent = bytes.withUnsafeBytes { memory in
            let pointers = places.map { place in
                place.flatMap { place in
                    memory.baseAddress.map {
                        ($0 + place.start).assumingMemoryBound(to: CChar.self)
                    }
                } as UnsafePointer<CChar>?
            }
            let (count, lengths) = (Int32(places.count), places.map { Int32($0?.count ?? 0) })
            let formats: [Int32] = places.map { $0?.isRaw == true ? 1 : 0 }
            guard let statement else {
                return PQsendQueryParams(
                    connection, PlaceholderText.numbered(sql), count, nil, pointers, lengths,
                    formats, 0)
            }
            return PQsendQueryPrepared(
                connection, statement, count, pointers, lengths, formats, 0)
        }
        return try answer(isSent)
    }

    /// Runs statements without values, separated by semicolons, and returns the result of the last.
    @discardableResult
    func runAll(_ sql: String) throws -> PostgresResult {
        try answer(PQsendQuery(connection, sql))
    }

    /// Sends rows in the text format of `COPY` for a statement that ends in `FROM STDIN`.
    func copy(_ sql: String, _ rows: [UInt8]) throws {
        guard PQsendQuery(connection, sql) == 1 else { throw lost() }
        let end = ContinuousClock.now + .seconds(timeouts.answer)
        guard let ready = try next(until: end) else { throw lost() }
        guard ready.status == PGRES_COPY_IN else {
            while try next(until: end) != nil {}
            throw failure(ready)
        }
        let isSent = rows.withUnsafeBytes { memory in
            PQputCopyData(
                connection, memory.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(memory.count))
        }
        guard isSent == 1 else { throw lost() }
        _ = try answer(PQputCopyEnd(connection, nil))
    }

    private func prepare(_ sql: String) throws -> String {
        if prepared.count >= Self.maximumPrepared {
            try runAll("DEALLOCATE ALL")
            prepared = [:]
        }
        let statement = "s\(prepared.count)"
        _ = try answer(
            PQsendPrepare(connection, statement, PlaceholderText.numbered(sql), 0, nil))
        prepared[sql] = statement
        return statement
    }

    // MARK: - Answers

    private func answer(_ isSent: Int32) throws -> PostgresResult {
        guard isSent == 1 else { throw lost() }
        let end = ContinuousClock.now + .seconds(timeouts.answer)
        var last: PostgresResult?
        while let result = try next(until: end) {
            // The first failure is the cause of the later ones.
            if last?.isFine ?? true { last = result }
        }
        guard let last else { throw lost() }
        guard last.isFine else { throw failure(last) }
        return last
    }

    /// Returns the next result of an answer; nil at its end.
    private func next(until end: ContinuousClock.Instant) throws -> PostgresResult? {
        while PQisBusy(connection) == 1 {
            let left = min((end - .now) / .milliseconds(1), silence * 1000)
            var waiting = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
            let found = poll(&waiting, 1, Int32(max(0, left)))
            guard found > 0 || (found < 0 && errno == EINTR) else {
                isBroken = true
                throw PostgresError(.timeout, at: name)
            }
            guard PQconsumeInput(connection) == 1 else { throw lost() }
        }
        return PQgetResult(connection).map(PostgresResult.init)
    }

    private func failure(_ result: PostgresResult) -> PostgresError {
        guard PQstatus(connection) == CONNECTION_OK else { return lost() }
        let error = PostgresError(code: result.code, message: result.message, at: name)
        // The next connection leads to another server, or to this one once it accepts work.
        if error.reason == .unreachable { isBroken = true }
        return error
    }

    private func lost() -> PostgresError {
        isBroken = true
        let detail = PostgresError.oneLine(String(cString: PQerrorMessage(connection)))
        return PostgresError(.unreachable, at: name, detail: detail)
    }

    /// Closes the connection because its current work did not finish.
    func giveUp() {
        isBroken = true
    }
}
