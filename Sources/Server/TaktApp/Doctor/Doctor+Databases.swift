import Foundation
import Notifications
import Persistence

extension Doctor {
    /// Returns what is wrong or right with the database that all nodes share; nil for files.
    func store() -> Finding? {
        do {
            guard let address = try configuration.store.address(connections: 1) else { return nil }
            try PostgresCheck.run(address)
            return finding(.good, "store", "The database answers and takes changes.")
        } catch {
            let sentence = (error as? PostgresError)?.description ?? "\(error)"
            return finding(.bad, "store", sentence)
        }
    }

    /// Returns what other nodes of the database have otherwise than this one; nothing for a folder
    /// without a key, which is made at the first start.
    func nodes() -> [Finding] {
        guard let path = configuration.data.map(RiderMessaging.pushKey),
            FileManager.default.fileExists(atPath: path), let key = try? VapidKey(file: path),
            // A database that fails is reported as such.
            let address = try? configuration.store.address(connections: 1),
            let differences = try? ShardLeases.differences(
                from: NodeAgreement.values(key, configuration.feeds), address)
        else { return [] }
        return differences.map { finding(.warning, "nodes", NodeAgreement.sentence($0)) }
    }

    /// Returns the first database of the data folder that the server could not open; nil if there
    /// is none, as on a new machine.
    ///
    /// It is not read as a whole, since a history has gigabytes; `takt admin backup` does that.
    func unusableDatabase(in folder: String) -> Finding? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names.sorted() where name.hasSuffix(".sqlite") {
            let path = "\(folder)/\(name)"
            guard access(path, R_OK | W_OK) == 0 else {
                return finding(
                    .bad, "data",
                    "'\(path)' cannot be written; give all files in the folder to the user that the "
                        + "server runs as, with 'chown -R'.")
            }
            let schema = (RecordSchema.ofRiders + RecordSchema.ofServers).first {
                $0.name + ".sqlite" == name
            }
            do { try SQLiteCopy.checkSchema(of: path, schema) } catch {
                let error = error as? SQLiteStoreError
                return finding(
                    .bad, "data", error?.description ?? "'\(path)' cannot be opened.")
            }
        }
        return nil
    }
}
