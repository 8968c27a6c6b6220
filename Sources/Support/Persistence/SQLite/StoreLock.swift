import Glibc

/// A lock that prevents a second program from writing to the same file.
///
/// SQLite itself lets two servers write to one file alternately, so that each overwrites what the
/// other holds in memory. The system releases the lock when the program ends for any reason.
final class StoreLock: Sendable {
    private let descriptor: CInt

    /// The reason why the lock was not acquired.
    enum Failure: Error {
        case taken
        case notAccessible(String)
    }

    /// Acquires the lock file next to the file at `path`.
    init(path: String) throws(Failure) {
        descriptor = open(path + "-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .notAccessible(String(cString: strerror(errno))) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            throw code == EWOULDBLOCK ? .taken : .notAccessible(String(cString: strerror(code)))
        }
    }

    deinit {
        close(descriptor)
    }
}
