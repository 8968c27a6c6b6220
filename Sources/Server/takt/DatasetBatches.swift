import Crypto
import Diary
import DiaryDays
import DiaryInference
import DiarySensing
import Foundation
import PhoneRecords

/// A study's batches, grouped by participant and device.
struct DatasetBatches {
    /// The members of a batch other than its records.
    private struct Head: Decodable {
        let participant: String
        let consentVersion: Int?

        private enum CodingKeys: String, CodingKey {
            case participant
            case consentVersion = "consent_version"
        }
    }

    struct Person {
        var devices: [String: PhoneTrace] = [:]
        var consents: Set<Int> = []
    }

    private let identities: [AgeIdentity]
    private(set) var people: [String: Person] = [:]
    private(set) var count = 0
    private(set) var unreadable = 0

    init(identities: [AgeIdentity]) { self.identities = identities }

    /// Reads every file below a folder, in order of their names, and reports unreadable ones on
    /// standard error.
    ///
    /// - Throws: An exit code, after a printed sentence, if the folder does not exist.
    mutating func read(_ folder: String) throws {
        // An enumerator can be created for any path, and then finds nothing.
        var isThere: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isThere),
            isThere.boolValue, let names = FileManager.default.enumerator(atPath: folder)
        else {
            throw fail("\(folder): there is no such folder.", .noInput)
        }
        var paths: [String] = []
        for case let name as String in names {
            let isBatch = [".age", ".json", ".geojson"].contains { name.hasSuffix($0) }
            let file = name.split(separator: "/").last ?? ""
            // Opened objects keep their random names, which have no extension.
            if isBatch || !file.contains(".") { paths.append("\(folder)/\(name)") }
        }
        for path in paths.sorted() {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
                !isFolder.boolValue
            else { continue }
            do {
                try take(try DiaryFiles.data(path), isSealed: path.hasSuffix(".age"))
                count += 1
            } catch {
                unreadable += 1
                warn("\(path): \(reason(error))")
            }
        }
    }

    private func reason(_ error: any Error) -> String {
        guard let error = error as? AgeError else { return "this is not a readable batch." }
        return error == .notForThisKey && identities.isEmpty
            ? "the file is sealed; name the study's key with --identity." : error.description
    }

    private mutating func take(_ file: Data, isSealed: Bool) throws {
        let data = isSealed ? try AgeOpener.open(file, with: identities) : file
        let head = try JSONDecoder().decode(Head.self, from: data)
        let batch = try OverlandBatch(file: data)
        var person = people[head.participant] ?? Person()
        person.devices[batch.deviceIDs.first ?? "", default: PhoneTrace()].append(batch.trace)
        if let version = head.consentVersion { person.consents.insert(version) }
        people[head.participant] = person
    }

    /// Returns the participants' records; a network's lines give rides their names.
    func records(_ lines: LineMatcher?) -> [DatasetRecord] {
        let maker = TimelineMaker(lines: lines)
        return people.sorted { $0.key < $1.key }.map { id, person in
            let devices = person.devices.mapValues { batches in
                var trace = batches
                trace.sortByTime()
                let window = DiaryWindow(
                    trace.fixes, motions: trace.motions, lines: lines, isContinued: false)
                return DatasetRecord.Device(
                    Timeline(maker.pieces(of: window.diary, in: window)),
                    times: trace.fixes.map(\.time.timeIntervalSince1970),
                    accuracies: trace.fixes.compactMap(\.horizontalAccuracyMetres))
            }
            return DatasetRecord(participant: id, devices: devices, consents: person.consents)
        }
    }

    /// Returns the sort key of a participant, which reveals nothing without the salt.
    static func order(_ participant: String, salt: String) -> String {
        SHA256.hash(data: Data("\(salt)/\(participant)".utf8))
            .map { String(Int($0) + 256, radix: 16) }.joined()
    }
}
