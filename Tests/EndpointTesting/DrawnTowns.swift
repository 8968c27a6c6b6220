import TransitTesting

extension TextFeed {
    /// Returns a red line between three named towns, and a blue one that begins at the second.
    ///
    /// Each test draws the blue trips, from `B` to `D`.
    package static func towns(_ blue: String) -> TextFeed {
        var text = TextFeed(
            """
            red-1: A 8:00  B 8:10  C 8:20
            red-2: A 8:30  B 8:40  C 8:50
            \(blue)
            """)
        text.files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon
            A,Aarau,47.3,8.0
            B,Brugg,47.4,8.2
            C,Baden,47.5,8.3
            D,Bad Zurzach,47.6,8.4

            """
        return text
    }
}
