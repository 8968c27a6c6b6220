extension Collection where Element: Sendable {
    /// Returns the results of an operation on each element, in the elements' order; at most `limit`
    /// operations run concurrently.
    func concurrentMap<Result: Sendable>(
        atMost limit: Int, _ operation: @escaping @Sendable (Element) async -> Result
    ) async -> [Result] {
        await withTaskGroup(of: (Int, Result).self) { tasks in
            var waiting = enumerated().makeIterator()
            func begin() {
                guard let (number, element) = waiting.next() else { return }
                tasks.addTask { (number, await operation(element)) }
            }
            for _ in 0..<limit { begin() }
            var results: [Int: Result] = [:]
            while let (number, result) = await tasks.next() {
                results[number] = result
                begin()
            }
            return (0..<count).compactMap { results[$0] }
        }
    }
}
