import ArgumentParser
import Diary
import DiaryEvaluation
import DiarySensing
import Foundation
import PhoneRecords

/// Reads the files of the diary commands; each failure is a sentence that names the file.
enum DiaryFiles {
    /// The maximum size of a file, in bytes.
    static let maximumFileBytes = 2_000_000_000

    /// Reads a file.
    ///
    /// - Throws: An exit code, after a printed sentence, if the file is missing, is a folder, is
    ///   too large or cannot be read.
    static func data(_ path: String) throws -> Data {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw fail("\(path): there is no such file.", .noInput)
        }
        guard !isFolder.boolValue else { throw fail("\(path): this is a folder.", .noInput) }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        if let size = attributes?[.size] as? Int, size > maximumFileBytes {
            let error = PhoneFormatError.tooLong(limitBytes: maximumFileBytes)
            throw fail("\(path): \(error.description)", .badData)
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw fail("\(path): the file cannot be read.", .inputOutput)
        }
        return data
    }

    /// Reads a study's private keys.
    ///
    /// - Throws: An exit code, after a printed sentence, if the file cannot be read or is invalid.
    static func identities(_ path: String) throws -> [AgeIdentity] {
        do {
            return try AgeIdentity.identities(inFile: String(decoding: data(path), as: UTF8.self))
        } catch let error as AgeError {
            throw fail("\(path): \(error.description)", .badData)
        }
    }

    /// Reads a configuration.
    ///
    /// - Throws: An exit code, after a printed sentence, if the file cannot be read or is invalid.
    static func configuration(_ path: String) throws -> SensingConfiguration {
        do {
            return try SensingConfiguration(json: data(path))
        } catch let error as SensingConfigurationError {
            throw fail("\(path): \(error.description)", .badData)
        }
    }

    /// Reads a recorded diary, in order of time, and reports unusable rows on standard error.
    ///
    /// - Throws: An exit code, after a printed sentence, if a file cannot be read or has no usable
    ///   row.
    static func diary(
        name: String, locations: String?, motions: String?, trips: String?
    ) throws -> RecordedDiary {
        let trace = try trace(locations: locations, motions: motions)
        guard !trace.fixes.isEmpty || !trace.motions.isEmpty else {
            let path = locations ?? motions ?? name
            throw fail("\(path): there is no usable row.", .badData)
        }
        var noted: [Range<Double>]?
        if let trips {
            let data = try data(trips)
            do {
                noted = try TraceTable.trips(data)
            } catch {
                throw fail("\(trips): \(error.description)", .badData)
            }
        }
        return RecordedDiary(
            name: name, fixes: trace.fixes, motions: trace.motions, trips: noted)
    }

    /// Reads two tables, in order of time, and reports unusable rows on standard error.
    ///
    /// - Throws: An exit code, after a printed sentence, if a file cannot be read.
    static func trace(locations: String?, motions: String?) throws -> PhoneTrace {
        var trace = PhoneTrace()
        for (path, isLocations) in [(locations, true), (motions, false)] {
            guard let path else { continue }
            let data = try data(path)
            do {
                let part =
                    isLocations ? try TraceTable.locations(data) : try TraceTable.motions(data)
                printSkipped(part, path)
                trace.append(part)
            } catch {
                throw fail("\(path): \(error.description)", .badData)
            }
        }
        trace.sortByTime()
        return trace
    }

    private static func printSkipped(_ trace: PhoneTrace, _ path: String) {
        guard !trace.skipped.isEmpty else { return }
        let counts = trace.skipped.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "\($0.value) \($0.key.rawValue)" }
        warn("\(path): rows left out: \(counts.joined(separator: ", ")).")
    }
}
