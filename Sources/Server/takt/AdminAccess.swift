import ArgumentParser
import Foundation
import HTTPFetching

/// The server to administer and the operator's token.
struct AdminAccess: ParsableArguments {
    @Option(help: "The server's address.")
    var server = "http://127.0.0.1:8080"

    @Option(help: "The file with the operator's token, as in the server's 'operator.token-file'.")
    var tokenFile: String

    private static let maximumToken = 4096

    /// The server's problem object.
    private struct ProblemBody: Decodable {
        let detail: String?
    }

    /// Sends a request to the server and returns the response's body.
    ///
    /// - Throws: An exit code, after a printed sentence, if the token cannot be read or the server
    ///   refuses.
    func ask(_ method: String, _ path: String, body: Data? = nil) async throws -> Data {
        guard let data = FileManager.default.contents(atPath: tokenFile) else {
            throw fail("\(tokenFile): there is no such file, or it cannot be read.", .noInput)
        }
        let token = String(decoding: data.prefix(Self.maximumToken), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let home = server.hasSuffix("/") ? String(server.dropLast()) : server
        var request = HTTPExchange(method, home + path)
        request.headers = [
            "Authorization": "Bearer \(token)", "Content-Type": "application/json",
        ]
        request.body = body.map { [UInt8]($0) }
        request.limitBytes = 16 * 1024 * 1024
        let answer: HTTPAnswer
        do {
            answer = try await HTTPFetcher().exchange(request)
        } catch {
            throw fail("The server does not answer: \(error)", .unavailable)
        }
        guard (200..<300).contains(answer.status) else {
            let detail = try? JSONDecoder().decode(ProblemBody.self, from: Data(answer.body))
            throw fail(
                detail?.detail ?? "The server answered with status \(answer.status).",
                answer.status < 500 ? .badData : .unavailable)
        }
        return Data(answer.body)
    }
}
