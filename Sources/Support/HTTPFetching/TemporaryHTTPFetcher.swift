package struct HTTPFetcher {
    package static func download(_ url: String, to path: String, limitBytes: Int) async throws {}
}
