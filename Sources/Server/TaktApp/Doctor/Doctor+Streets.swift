import HTTPFetching
import StreetsFile
import Timetables

// The checks of streets.
extension Doctor {
    /// Checks the file of streets and the addresses of its extracts; nothing if there is neither.
    func streets() async -> [Finding] {
        guard let network = configuration.networkPath else { return [] }
        let path = configuration.streets ?? ServedStreets.path(besideNetwork: network)
        var findings: [Finding] = []
        for extract in configuration.extracts { findings.append(await check(at: extract)) }
        if !configuration.extracts.isEmpty,
            let trouble = ExtractStorage(streets: path).read().trouble
        {
            findings.append(
                finding(.warning, "streets", "The last refresh failed: \(trouble)"))
        }
        do throws(StreetsFileError) {
            let streets = try ServedStreets(path: path)
            findings.append(
                isElsewhere(streets, network)
                    ? finding(
                        .warning, "streets",
                        "'\(path)' shows nothing where the network's stops are: name an extract of "
                            + "their region.")
                    : finding(.good, "streets", "'\(path)' can be used."))
            if let omissions = streets.metadata.omissions {
                findings.append(finding(.warning, "streets", omissions))
            }
        } catch {
            if case .notFound = error {
                if configuration.streets != nil, configuration.extracts.isEmpty {
                    findings.append(finding(.bad, "streets", error.description))
                }
            } else {
                findings.append(finding(.bad, "streets", error.description))
            }
        }
        return findings
    }

    /// Returns whether streets show nothing where a network's stops are; false without a network.
    private func isElsewhere(_ streets: ServedStreets, _ network: String) -> Bool {
        guard let box = (try? Timetable(path: network))?.bounds() else { return false }
        return !streets.shows(box)
    }

    /// Returns whether the operator's own map tiles can be shown; nil without any.
    func tiles() -> Finding? {
        guard let path = configuration.tiles else { return nil }
        do throws(OperatorTiles.Failure) {
            _ = try OperatorTiles(path: path)
            return finding(.good, "map", "'\(path)' can be used.")
        } catch {
            return finding(.bad, "map", error.description)
        }
    }

    private func check(at extract: FeedReference) async -> Finding {
        do throws(FetchError) {
            let (start, _) = try await start(
                of: extract.place, limitBytes: FeedDownloads.maximumFeedBytes)
            // The length of the first header, its tag, and the type of the first block.
            let type = Array("OSMHeader".utf8)
            let isExtract =
                start.count >= 6 + type.count && start[6..<6 + type.count].elementsEqual(type)
            return isExtract
                ? finding(.good, "streets", "'\(extract.shown)' can be fetched.")
                : finding(
                    .bad, "streets",
                    "'\(extract.shown)' is no OpenStreetMap extract in PBF; expected a file like "
                        + "city.osm.pbf.")
        } catch {
            return finding(
                .bad, "streets",
                "'\(extract.shown)' cannot be fetched: \(error) Check its address.")
        }
    }
}
