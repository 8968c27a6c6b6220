import Synchronization

/// The uploads that are under way, so that those of a participant who withdraws can be stopped.
final class UploadsUnderWay: Sendable {
    /// The result of an upload.
    enum Outcome: Sendable {
        case stored
        case failed(StorageError)
        /// It was stopped, or its object had been removed before.
        case stopped
    }

    private let tasks = Mutex<[Int64: (owner: Int64, task: Task<Outcome, Never>)]>([:])

    /// Runs the upload of an object.
    ///
    /// It is registered before `upload` begins, which must first make sure that the object is still
    /// to be uploaded.
    func run(
        _ entry: UploadLedger.Entry, _ upload: @escaping @Sendable () async -> Outcome
    ) async -> Outcome {
        let task = tasks.withLock { tasks in
            let task = Task { await upload() }
            tasks[entry.id] = (entry.owner, task)
            return task
        }
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        tasks.withLock { _ = $0.removeValue(forKey: entry.id) }
        if case .stored = outcome { return outcome }
        return task.isCancelled && !Task.isCancelled ? .stopped : outcome
    }

    /// Stops the uploads of some owners, whose objects were removed, and returns once none is under
    /// way.
    func stop(ownedBy owners: Set<Int64>) async {
        let theirs = tasks.withLock { tasks in
            tasks.values.filter { owners.contains($0.owner) }.map(\.task)
        }
        for task in theirs { task.cancel() }
        for task in theirs { _ = await task.value }
    }
}
