import AsyncHTTPClient
import Glibc
import NIOCore
import NIOPosix

/// Resolves names to addresses with the system's resolver.
enum AddressResolver {
    private static let timeout = TimeAmount.seconds(10)

    /// Returns the addresses of a host, best first; never empty.
    /// - Throws: ``FetchError/unknownHost(_:)`` if there are none or the resolver does not answer.
    static func addresses(of host: String) async throws(FetchError) -> [IPAddress] {
        let loop = HTTPClient.defaultEventLoopGroup.any()
        let promise = loop.makePromise(of: [IPAddress].self)
        // The first result counts, because a system call cannot be cancelled.
        let alarm = loop.scheduleTask(in: timeout) { promise.fail(FetchError.unknownHost(host)) }
        // Not on Dispatch: on Linux tasks share its threads, and names that do not resolve would
        // block them all.
        NIOThreadPool.singleton.submit { _ in promise.succeed(lookUp(host)) }
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
