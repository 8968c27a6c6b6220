import Glibc

/// Keeps a second program from writing to the same file.
///
/// SQLite alone lets two servers write to one file in turns, which ends in each overwriting what
/// the other holds in memory. The system gives the lock back when the program ends, however it
/// ends.
final class StoreLock: Sendable {
    private let descriptor: CInt

    /// Why there is no lock.
    enum Failure: Error {
        case taken
        case notAccessible(String)
    }

    /// Takes the lock beside the file at `path`.
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
