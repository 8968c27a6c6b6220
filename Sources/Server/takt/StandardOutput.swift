@preconcurrency import Glibc

/// The stream of what commands print.
enum StandardOutput {
    /// Writes what is still buffered, and returns whether everything has been written, also what
    /// was too long for the buffer.
    static func isWritten() -> Bool {
        fflush(stdout) == 0 && ferror(stdout) == 0
    }
}
