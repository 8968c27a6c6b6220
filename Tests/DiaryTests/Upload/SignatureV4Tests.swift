import Foundation
import Testing

@testable import Diary

/// The examples of <https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html>.
@Suite struct SignatureV4Tests {
    private static let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    private let signature = SignatureV4(
        credentials: StorageCredentials(
            accessKeyID: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
        region: "us-east-1")
    private let time = Date(timeIntervalSince1970: 1_369_353_600)
    private let host = "examplebucket.s3.amazonaws.com"

    @Test func `AWS's own examples come out with the signatures that AWS prints`() {
        let examples: [(SignatureV4.Subject, String)] = [
            (
                .init(
                    method: "GET", path: "/test.txt",
                    headers: ["Host": host, "Range": "bytes=0-9"], bodyHash: Self.empty),
                "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
            ),
            (
                .init(
                    method: "PUT", path: "/test$file.text",
                    headers: [
                        "Host": host, "Date": "Fri, 24 May 2013 00:00:00 GMT",
                        "x-amz-storage-class": "REDUCED_REDUNDANCY",
                    ], bodyHash: SignatureV4.hash(Data("Welcome to Amazon S3.".utf8))),
                "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
            ),
            (
                .init(
                    method: "GET", path: "/", query: [("lifecycle", "")],
                    headers: ["Host": host], bodyHash: Self.empty),
                "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
            ),
            (
                .init(
                    method: "GET", path: "/", query: [("prefix", "J"), ("max-keys", "2")],
                    headers: ["Host": host], bodyHash: Self.empty),
                "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
            ),
        ]
        for (subject, expected) in examples {
            let headers = signature.headers(for: subject, at: time)
            #expect(headers["Authorization"]?.hasSuffix("Signature=\(expected)") == true)
            #expect(headers["x-amz-date"] == "20130524T000000Z")
        }
    }

    @Test func `paths and queries are encoded as S3 reads them`() throws {
        let path = try #require(
            BucketAddress(
                endpoint: "http://127.0.0.1:8333", bucket: "diary", region: "x", style: .path))
        #expect(
            path.url("s/p/k.age", query: [("partNumber", "1")])
                == "http://127.0.0.1:8333/diary/s/p/k.age?partNumber=1")
        let host = try #require(
            BucketAddress(
                endpoint: "https://s3.eu-west-1.amazonaws.com/", bucket: "diary",
                region: "eu-west-1", style: .virtualHost))
        #expect(host.url("k", query: []) == "https://diary.s3.eu-west-1.amazonaws.com/k")
        #expect(host.hostField == "diary.s3.eu-west-1.amazonaws.com")
    }

    @Test func `what is no endpoint, no bucket or no credential is refused`() {
        for (endpoint, bucket) in [
            ("ftp://x", "diary"), ("https://u:p@x", "diary"), ("https://x?a=b", "diary"),
            ("https://x", "Up"), ("https://x", "a/b"), ("https://x", "ab"),
        ] {
            #expect(
                BucketAddress(endpoint: endpoint, bucket: bucket, region: "r", style: .path) == nil)
        }
        #expect(StorageCredentials(file: "aws_access_key_id = A\n") == nil)
        let file = "[default]\naws_access_key_id = A\naws_secret_access_key=b=c\n"
        #expect(
            StorageCredentials(file: file) == StorageCredentials(accessKeyID: "A", secret: "b=c"))
    }
}
