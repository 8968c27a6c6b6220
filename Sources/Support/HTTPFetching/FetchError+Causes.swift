import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix

extension FetchError {
    /// Translates an error that occurred before the head of the response.
    ///
    /// Errors of encryption have many types; they are what remains after the other cases.
    init(connecting error: any Error, to address: HTTPAddress) {
        let host = address.host
        switch error {
        case let error as NIOConnectionError:
            let isKnown = !error.connectionErrors.isEmpty
            self = isKnown ? .unreachable(host: host) : .unknownHost(host)
        case let error as HTTPClientError where error == .connectTimeout:
            self = .unreachable(host: host)
        case let error as HTTPClientError where error == .tlsHandshakeTimeout:
            self = .timedOut
        case is IOError, is ChannelError, is SocketAddressError:
            self = .unreachable(host: host)
        case is HTTPClientError, is HTTPParserError, is CancellationError:
            self.init(reading: error)
        default:
            self = address.isEncrypted ? .insecure(host: host) : .interrupted
        }
    }

    /// Translates an error that occurred within a response.
    init(reading error: any Error) {
        switch error {
        case is CancellationError: self = .cancelled
        case let error as HTTPClientError: self.init(error)
        // The parser's error for a body that ends too early.
        case HTTPParserError.invalidEOFState: self = .interrupted
        case is HTTPParserError, is NIOHTTPDecompression.DecompressionError,
            is NIOHTTPDecompression.ExtraDecompressionError:
            self = .malformedAnswer
        default: self = .interrupted
        }
    }

    private init(_ error: HTTPClientError) {
        let late: [HTTPClientError] = [
            .readTimeout, .writeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout,
        ]
        if error == .cancelled {
            self = .cancelled
        } else if late.contains(error) {
            self = .timedOut
        } else {
            self = .interrupted
        }
    }
}
