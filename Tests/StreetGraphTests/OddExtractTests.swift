import FolderTesting
import StreetGraph
import StreetsFile
import StreetsImport
import Testing
import TransitModel
import TransitTesting

/// Recorded extracts with something odd; skipped where they are not there.
@Suite(.enabled(if: SharedData.folder != nil, "there is no folder of recorded data"))
struct OddExtractTests {
    private func imported(_ name: String) throws -> StreetsMetadata {
        let folder = try #require(SharedData.folder)
        return try TemporaryFolder.with { output in
            try StreetsImport(["\(folder)/streets/odd/\(name).osm.pbf"])
                .write(to: output.path + "/odd.streets")
        }
    }

    private func refusal(_ name: String) throws -> String {
        do {
            _ = try imported(name)
            return ""
        } catch let error as StreetsImportError {
            return error.description
        }
    }

    @Test func `blocks that mix nodes and ways are read`() throws {
        let counts = try imported("helsinki_mixed_blocks").counts
        #expect(counts["edges", default: 0] > 1000)
        #expect(counts["missing_nodes", default: 0] > 0)
    }

    @Test func `a harbour with ferries is read`() throws {
        #expect(try imported("hamburg_ferry").counts["edges", default: 0] > 1000)
    }

    @Test func `ways without nodes are refused with advice`() throws {
        #expect(try refusal("missing_nodes").contains("osmium extract -s complete_ways"))
    }

    @Test func `LZ4 is refused with advice`() throws {
        let sentence = try refusal("monaco_lz4")
        #expect(sentence.contains("is compressed with LZ4"))
        #expect(sentence.contains("osmium cat"))
    }
}
