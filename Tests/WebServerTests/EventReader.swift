import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Reads Server-Sent Events over a socket, for tests.
final class EventReader: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let text = Mutex("")
    private var session: URLSession?
    private let taken = Mutex(0)

    init(_ request: URLRequest) {
        super.init()
        session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
        session?.dataTask(with: request).resume()
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        text.withLock { $0 += String(decoding: data, as: UTF8.self) }
    }

    /// Returns the next events, waiting up to two minutes for them: other tests may keep the
    /// machine busy.
    func read(_ count: Int) async -> [String] {
        let start = taken.withLock { $0 }
        for _ in 0..<2400 {
            let events = text.withLock { $0 }.components(separatedBy: "\n\n").dropLast()
                .filter { $0.contains("event:") }
            if events.count >= start + count {
                taken.withLock { $0 = start + count }
                return Array(events[start..<start + count])
            }
            try? await Task.sleep(for: .milliseconds(50))
        }
        return Array(repeating: "nothing came within two minutes", count: count)
    }

    func stop() {
        session?.invalidateAndCancel()
    }
}
