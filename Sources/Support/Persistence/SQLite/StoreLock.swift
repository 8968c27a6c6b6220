import Glibc
import Synchronization

/// A lock that prevents a second program from writing to the same file or folder.
///
/// SQLite itself lets two servers write to one file alternately, so that each overwrites what the
/// other holds in memory. The system releases the lock when the program ends for any reason.
package final class StoreLock: Sendable {
    /// The open lock file; nil after the release.
    private let held: Mutex<CInt?>

    /// The reason why the lock was not acquired.
    package enum Failure: Error, Equatable {
        /// Another program holds it: the number of its process, nil if that cannot be read.
        case taken(process: Int?)
        /// The lock file cannot be opened, for the reason in the sentence.
        case notAccessible(String)
    }

    /// The length of the longest process number, with room to spare.
    private static let maximumDigits = 20

    /// Acquires the lock file next to the file at `path`, and writes this process's number into it.
    package init(path: String) throws(Failure) {
        let descriptor = open(path + "-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .notAccessible(String(cString: strerror(errno))) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            defer { close(descriptor) }
            throw code == EWOULDBLOCK
                ? .taken(process: Self.process(descriptor))
                : .notAccessible(String(cString: strerror(code)))
        }
        // The number only helps people to find the program; a full disk costs no more than that.
        let digits = Array("\(getpid())\n".utf8)
        _ = ftruncate(descriptor, 0)
        _ = pwrite(descriptor, digits, digits.count, 0)
        held = Mutex(descriptor)
    }

    deinit { release() }

    /// Lets others acquire the lock, at once: a process that is being started may still share the
    /// open file, so closing it alone would not do.
    package func release() {
        let descriptor = held.withLock { held in
            defer { held = nil }
            return held
        }
        guard let descriptor else { return }
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func process(_ descriptor: CInt) -> Int? {
        var bytes = [UInt8](repeating: 0, count: maximumDigits)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int(String(decoding: bytes.prefix(count).prefix { $0 != 0x0a }, as: UTF8.self))
    }
}
