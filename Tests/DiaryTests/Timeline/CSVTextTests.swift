import DiaryDays
import Testing

/// Fields of comma-separated tables.
@Suite struct CSVTextTests {
    @Test(arguments: [
        ("", ""), ("Alp", "Alp"), ("Alp, upper", "\"Alp, upper\""), ("\"Alp\"", "\"\"\"Alp\"\"\""),
        ("Alp\nupper", "\"Alp\nupper\""), ("Alp\rupper", "\"Alp\rupper\""),
        ("Alp\r\n=1+1", "\"Alp\r\n=1+1\""), ("\"\u{301}", "\"\"\"\u{301}\""), ("=1", "=1"),
    ])
    func `a field is in quotes if it would end early otherwise`(text: String, field: String) {
        #expect(Array(CSVText.field(text).unicodeScalars) == Array(field.unicodeScalars))
    }

    @Test(arguments: [
        "=1", "+1", "-1", "@sum", "\t=1", "\r=1", "\n=1", "\r\n=1", "＝1", "＋1", "－1", "＠sum",
        "=\u{301}1",
    ])
    func `a spreadsheet evaluates no field`(text: String) {
        #expect(CSVText.fieldForSpreadsheets(text) == CSVText.field("'" + text))
        #expect(CSVText.fieldForSpreadsheets("Alp " + text) == CSVText.field("Alp " + text))
    }
}
