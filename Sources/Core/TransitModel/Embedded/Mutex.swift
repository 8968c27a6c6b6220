#if hasFeature(Embedded)

/// A value that one thread reads and writes, in place of the lock of Synchronization.
///
/// The WebAssembly build has a single thread, so nothing needs to be locked.
package final class Mutex<Value: ~Copyable>: @unchecked Sendable {
    private var value: Value

    package init(_ value: consuming Value) {
        self.value = value
    }

    /// Calls `body` with the value, which it may change.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(&value)
    }
}

#endif
