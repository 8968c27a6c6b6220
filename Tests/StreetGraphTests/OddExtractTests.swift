import FolderTesting
import StreetsFile
import StreetsImport
import Testing
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

    @Test func `blocks that mix nodes and ways are read`() throws {
        let counts = try imported("helsinki_mixed_blocks").counts
        #expect(counts["edges", default: 0] > 1000)
        #expect(counts["missing_nodes", default: 0] > 0)
    }

    @Test func `a harbour with ferries is read`() throws {
        #expect(try imported("hamburg_ferry").counts["edges", default: 0] > 400)
    }

    @Test func `a way whose nodes are missing in part is kept up to there`() throws {
        let counts = try imported("missing_nodes").counts
        #expect(counts["edges"] == 1)
        #expect(counts["missing_nodes"] == 1)
    }

    @Test func `LZ4 is refused with advice`() throws {
        let error = #expect(throws: StreetsImportError.self) { try imported("monaco_lz4") }
        #expect(error?.description.contains("is compressed with LZ4") == true)
        #expect(error?.description.contains("osmium cat") == true)
    }
}
