/// The purpose of a transaction.
enum PostgresAccess {
    case reading
    case writing
}

extension PostgresConnection {
    /// Runs `body` in a transaction of its own.
    func transaction<Value>(
        _ access: PostgresAccess, _ body: (RecordDatabase) throws -> Value
    ) throws -> Value {
        let begin = access == .reading ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN"
        do { try runAll(begin + settingsOfTransaction) } catch {
            giveUp()
            throw error
        }
        let value: Value
        do {
            value = try body(RecordDatabase(handle: .postgres(self)))
        } catch {
            if !isBroken {
                do { try runAll("ROLLBACK") } catch { giveUp() }
            }
            throw error
        }
        do {
            try runAll("COMMIT")
        } catch let error as PostgresError
            where access == .writing && [.unreachable, .timeout].contains(error.reason)
        {
            throw PostgresError(.uncertain, at: name)
        }
        return value
    }
}
