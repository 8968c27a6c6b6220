import Testing
import WebServer

@Suite struct FileLimitTests {
    @Test(arguments: [
        (10_000, 65_536, 10_000), (10_000, 1024, 624), (10_000, 800, 400), (10_000, 256, 128),
        (100, 256, 100), (10_000, 1, 1), (1_000_000, .max, 1_000_000),
    ])
    func `connections leave files for the rest`(wanted: Int, files: Int, connections: Int) {
        #expect(FileLimit.connections(wanted: wanted, files: files) == connections)
    }

    @Test func `the limit is never lowered`() {
        let before = FileLimit.raise(for: 0)
        #expect(FileLimit.raise(for: 1) == before)
    }
}
