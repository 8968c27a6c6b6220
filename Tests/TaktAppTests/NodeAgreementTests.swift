import FolderTesting
import Notifications
import Testing

@testable import TaktApp

/// What nodes of one database compare.
struct NodeAgreementTests {
    @Test func `nodes agree if they have one key and the same feeds in any order`() throws {
        let folder = TemporaryFolder()
        let keys = try ["a.pem", "b.pem"].map { try VapidKey(file: folder.path($0)) }
        let feeds = ["https://a.example/", "town=https://b.example/"].map { FeedReference($0) }
        let values = NodeAgreement.values(keys[0], feeds)
        #expect(values == NodeAgreement.values(keys[0], feeds.reversed()))
        let other = NodeAgreement.values(keys[1], [feeds[0]])
        #expect(values.keys.sorted() == ["feeds", "push-key"])
        #expect(values.allSatisfy { other[$0.key] != $0.value })
        #expect(NodeAgreement.values(keys[0], []).keys.sorted() == ["push-key"])
        #expect(NodeAgreement.sentence("push-key").contains("push-key.pem"))
        #expect(NodeAgreement.sentence("feeds").contains("feed.urls"))
    }
}
