import Testing

@testable import TaktApp

@Suite struct LiveLoopTests {
    @Test func `a snapshot that takes long is followed by a longer pause`() {
        #expect(LiveLoop.pause(after: .milliseconds(3)) == .milliseconds(250))
        #expect(LiveLoop.pause(after: .milliseconds(100)) == .milliseconds(400))
        #expect(LiveLoop.pause(after: .seconds(2)) == .seconds(1))
    }
}
