import Foundation
import Logging
import TransitModel

extension Doctor {
    /// Returns whether browsers will accept the certificate and its key is private; nothing without
    /// a certificate.
    func certificate() -> [Finding] {
        guard let files = configuration.certificate else { return [] }
        let silent = Logger(label: "takt.doctor") { _ in SwiftLogNoOpLogHandler() }
        do throws(SettingFailure) {
            let days = try ServerCertificate(files, logger: silent).end.days(after: now())
            return [lifetime(days), secrecy(of: files.keyFile, "certificate")].compactMap(\.self)
        } catch {
            return [finding(.bad, "certificate", error.description)]
        }
    }

    private func lifetime(_ days: Double) -> Finding {
        guard days > 0 else {
            return finding(
                .bad, "certificate",
                "It has expired; renew it. The new one is used within seconds, without a restart."
            )
        }
        return days < ServerCertificate.renewalDays
            ? finding(
                .warning, "certificate",
                "It expires in \(Int(days)) days; renew it automatically, for example with certbot."
            )
            : finding(.good, "certificate", "It can be used for \(Int(days)) more days.")
    }

    /// Returns a warning if every user of the machine can read a key or a token.
    func secrecy(of keyFile: String, _ subject: String) -> Finding? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: keyFile)
        guard let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue, mode & 0o007 != 0
        else { return nil }
        return finding(
            .warning, subject,
            "Everybody on this machine can read '\(keyFile)'; remove that right (chmod o-rwx)."
        )
    }
}

extension UnixTime {
    /// The days from another time to this one.
    func days(after other: UnixTime) -> Double {
        Double(seconds - other.seconds) / 86_400
    }
}
