import AsyncHTTPClient
import Glibc
import NIOCore
import NIOPosix
import Synchronization

/// Resolves names to addresses with the system's resolver.
enum AddressResolver {
    private static let timeout = TimeAmount.seconds(10)
    /// The look-ups that may run or wait at once; further ones fail.
    private static let maximumWaiting = 256
    private static let waiting = Atomic<Int>(0)
    /// Threads for nothing else, because riders choose names, and one whose servers never answer
    /// takes a thread for half a minute: Dispatch's threads run all tasks, NIO's all searches.
    private static let threads: NIOThreadPool = {
        let threads = NIOThreadPool(numberOfThreads: 16)
        threads.start()
        return threads
    }()

    /// Returns the addresses of a host, best first; never empty.
    /// - Throws: ``FetchError/unknownHost(_:)`` if there are none or the resolver does not answer.
    static func addresses(of host: String) async throws(FetchError) -> [IPAddress] {
        guard waiting.add(1, ordering: .relaxed).newValue <= maximumWaiting else {
            waiting.subtract(1, ordering: .relaxed)
            throw .unknownHost(host)
        }
        let loop = HTTPClient.defaultEventLoopGroup.any()
        let promise = loop.makePromise(of: [IPAddress].self)
        // The first result counts, because a system call cannot be cancelled.
        let alarm = loop.scheduleTask(in: timeout) { promise.fail(FetchError.unknownHost(host)) }
        threads.submit { _ in
            promise.succeed(lookUp(host))
            waiting.subtract(1, ordering: .relaxed)
        }
        defer { alarm.cancel() }
        guard let addresses = try? await promise.futureResult.get(), !addresses.isEmpty else {
            throw .unknownHost(host)
        }
        return addresses
    }

    private static func lookUp(_ host: String) -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        var addresses: [IPAddress] = []
        var next = first
        while let entry = next?.pointee {
            if let address = entry.ai_addr.flatMap(address), !addresses.contains(address) {
                addresses.append(address)
            }
            next = entry.ai_next
        }
        return addresses
    }

    private static func address(_ socket: UnsafeMutablePointer<sockaddr>) -> IPAddress? {
        let raw = UnsafeRawPointer(socket)
        return switch Int32(socket.pointee.sa_family) {
        case AF_INET: IPAddress(raw.loadUnaligned(as: sockaddr_in.self).sin_addr)
        case AF_INET6: IPAddress(raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr)
        default: nil
        }
    }
}
