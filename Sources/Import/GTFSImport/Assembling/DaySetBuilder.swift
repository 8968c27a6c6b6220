import GTFS
import Timetables
import TransitModel

/// Determines the days of each service, as bit sets over the days of the network.
struct DaySetBuilder {
    /// The maximum number of days in a network; days beyond it are dropped with a notice.
    static let maximumDays = 7320

    private(set) var firstDay = ServiceDay(daysSince1970: 0)
    private(set) var dayCount = 0
    /// The index of each service's day set; equal sets are stored once.
    private(set) var daySetOfService: [UInt32] = []
    private(set) var words: [UInt64] = []
    private let sets = ByteKeyTable()
    private var wordCount: Int { (dayCount + 63) / 64 }

    init(_ draft: NetworkDraft) {
        setRange(draft)
        let wordCount = wordCount
        var isUsed = [Bool](repeating: false, count: draft.services.count)
        for trip in draft.trips where trip.group != TripDraft.notAssembled {
            isUsed[trip.service.row] = true
        }
        for rule in draft.bookingRules where rule.service != .none {
            isUsed[rule.service.row] = true
        }
        for (row, service) in draft.services.enumerated() {
            let set = daySet(service, wordCount: wordCount)
            if service.kept != nil {
                append(set)
                continue
            }
            if !service.isCut, service.first != nil, service.weekdays == 0,
                service.exceptions.isEmpty
            {
                note(draft, .serviceWithoutAnyDay, service)
            }
            if !isUsed[row], !service.isCut { note(draft, .unusedService, service) }
            append(set)
        }
    }

    private mutating func append(_ set: [UInt64]) {
        let (number, isNew) = set.withUnsafeBytes {
            sets.insert($0.assumingMemoryBound(to: UInt8.self) as ByteText)
        }
        if isNew { words.append(contentsOf: set) }
        daySetOfService.append(UInt32(number))
    }

    /// The days of a service, one bit per day from ``firstDay``.
    func set(of service: ServiceIndex) -> [UInt64] {
        let first = Int(daySetOfService[service.row]) * wordCount
        return Array(words[first..<first + wordCount])
    }

    /// Adds the day set of a service created later.
    ///
    /// - Precondition: Services are added in order of their indices.
    mutating func add(_ set: [UInt64], for service: ServiceIndex) {
        precondition(service.row == daySetOfService.count, "services are added in order")
        append(set)
    }

    private func note(_ draft: NetworkDraft, _ code: NoticeCode, _ service: ServiceDraft) {
        draft.notices.add(
            Notice(
                code, file: service.first == nil ? "calendar_dates.txt" : "calendar.txt",
                line: service.line, field: "service_id", value: draft.strings.string(service.id)))
    }

    private mutating func setRange(_ draft: NetworkDraft) {
        var days: [ServiceDay] = []
        var starts: [ServiceDay] = []
        for service in draft.services {
            if let first = service.first, let last = service.last, service.weekdays != 0 {
                starts.append(first)
                days.append(last)
            }
            for exception in service.exceptions where exception.isAdded {
                starts.append(exception.day)
            }
            if let kept = service.kept {
                starts.append(kept.first)
                days.append(kept.last)
            }
        }
        days += starts
        guard let first = days.min(), let last = days.max() else { return }
        firstDay = first
        dayCount = first.distance(to: last) + 1
        if dayCount > Self.maximumDays {
            draft.notices.add(
                Notice(.serviceDaysClipped, file: "", value: "\(first) to \(last)"))
            // An end far in the future means "until further notice", a start far in the past
            // "always": keep the days around the time when most services have begun.
            starts.sort()
            let middle = starts[starts.count / 2]
            firstDay = max(first, middle.advanced(by: -Self.maximumDays / 4))
            dayCount = min(Self.maximumDays, firstDay.distance(to: last) + 1)
        }
    }

    private func daySet(_ service: ServiceDraft, wordCount: Int) -> [UInt64] {
        var set = [UInt64](repeating: 0, count: wordCount)
        if let kept = service.kept { take(kept, into: &set) }
        if let first = service.first, let last = service.last {
            let from = max(0, firstDay.distance(to: first))
            let to = min(dayCount - 1, firstDay.distance(to: last))
            if from <= to {
                for offset in from...to
                where service.weekdays >> UInt8(firstDay.advanced(by: offset).weekday) & 1 != 0 {
                    set[offset / 64] |= 1 << UInt64(offset % 64)
                }
            }
        }
        for exception in service.exceptions {
            let offset = firstDay.distance(to: exception.day)
            guard offset >= 0, offset < dayCount else { continue }
            if exception.isAdded {
                set[offset / 64] |= 1 << UInt64(offset % 64)
            } else {
                set[offset / 64] &= ~(1 << UInt64(offset % 64))
            }
        }
        return set
    }

    private func take(_ kept: KeptDays, into set: inout [UInt64]) {
        let shift = firstDay.distance(to: kept.first)
        for (number, word) in kept.words.enumerated() where word != 0 {
            for bit in 0..<64 where word >> UInt64(bit) & 1 != 0 {
                let offset = shift + number * 64 + bit
                if offset >= 0, offset < dayCount {
                    set[offset / 64] |= 1 << UInt64(offset % 64)
                }
            }
        }
    }

    var hasAnyDay: Bool { words.contains { $0 != 0 } }
}
