import PlaceIndex
import Testing
import TransitModel

@Suite struct HouseNumberTests {
    /// A street with some numbers, 10 m a number.
    private func street(_ numbers: [String]) throws -> PlaceIndex {
        var scene = PlaceScene()
        scene.street("High Street", 0, 0)
        for number in numbers {
            let place = Double(number.prefix { $0.isNumber }) ?? 0
            scene.house(number, "High Street", place / 10, 0)
        }
        return try scene.index()
    }

    @Test(arguments: [
        ("12a high street", "12A"), ("high street 12 a", "12A"), ("12 High Street", "12"),
        ("14-18 high street", "14-18"), ("16 high street", "14-18"), ("20/2 high st", "20/2"),
        ("12c high street", "12"), ("unit 2 high street", "Unit 2"), ("high street 30", "30"),
        ("32 high street", "32"),
    ])
    func `numbers are found as people write them`(text: String, number: String) throws {
        let index = try street(["12", "12A", "14-18", "20/2", "Unit 2", "30;32"])
        #expect(index.first(text)?.address?.houseNumber == number)
        #expect(index.first(text)?.address?.street == "High Street")
    }

    @Test(arguments: ["Rua 25 de Abril 25", "25 Rua 25 de Abril", "25 abril 25"])
    func `a number in the street's name is none of its houses`(text: String) throws {
        var scene = PlaceScene()
        scene.street("Rua 25 de Abril", 0, 0)
        scene.street("Quai Antoine 1er", 0, 2)
        scene.house("25", "Rua 25 de Abril", 1, 0)
        scene.house("1", "Quai Antoine 1er", 1, 2)
        let index = try scene.index()
        #expect(index.first(text)?.address?.houseNumber == "25")
        #expect(index.first("rua 25 de abril")?.kind == .street)
        #expect(index.first("1 quai antoine 1er")?.address?.houseNumber == "1")
        #expect(index.first("quai antoine 1er")?.kind == .street)
    }

    @Test func `a long list of numbers leaves room for the street`() throws {
        let numbers = (1...20).map { "\($0)" }.joined(separator: ";")
        let index = try street([numbers])
        let hit = try #require(index.first("\(numbers) High Street"))
        #expect(hit.address?.street == "High Street")
    }

    @Test func `a number with another suffix is no exact match`() throws {
        let index = try street(["12", "14"])
        #expect(index.first("12c high street")?.match == .words)
        #expect(index.first("12 high street")?.match == .exact)
    }

    @Test func `a number between two others of its side is counted out`() throws {
        let index = try street(["2", "10", "11", "3"])
        let hit = try #require(index.first("6 high street"))
        #expect(hit.address?.houseNumber == "6")
        #expect(hit.address?.isInterpolated == true)
        #expect(hit.coordinate.distanceMetres(to: PlaceScene.at(0.6, 0)) < 2)
        #expect(index.first("10 high street")?.address?.isInterpolated == false)
    }

    @Test func `beyond the last number there is the street alone`() throws {
        let index = try street(["2", "10"])
        for text in ["12 high street", "1 high street", "300 high street"] {
            let hit = try #require(index.first(text))
            #expect(hit.kind == .street, "\(text)")
            #expect(hit.match == .withoutNumber, "\(text)")
        }
    }

    @Test func `between numbers far apart nothing is counted out`() throws {
        #expect(try street(["2", "200"]).first("100 high street")?.kind == .street)
    }

    @Test func `numbers along a line between two doors are found on the line`() throws {
        var scene = PlaceScene()
        scene.street("High Street", 0, 0)
        let ends = (
            AddressTags("1", street: "High Street"), AddressTags("21", street: "High Street")
        )
        let line = [PlaceScene.at(0, 0), PlaceScene.at(0, 5), PlaceScene.at(5, 5)]
        scene.house("1", "High Street", 0, 0)
        scene.house("21", "High Street", 5, 5)
        scene.builder.addInterpolation(ends, step: 2, line: line)
        let index = try scene.index()
        let hit = try #require(index.first("11 high street"))
        #expect(hit.address?.isInterpolated == true)
        #expect(hit.coordinate.distanceMetres(to: PlaceScene.at(0, 5)) < 2)
        #expect(index.first("21 high street")?.address?.isInterpolated == false)
        #expect(index.addressCount == 11)
    }

    @Test func `a line with ends of nonsense adds nothing`() throws {
        for (first, last) in [("1", "60000"), ("a", "9"), ("5", "5"), ("", "9"), ("1", "99999")] {
            var scene = PlaceScene()
            scene.street("High Street", 0, 0)
            scene.builder.addInterpolation(
                (AddressTags(first, street: "High Street"), AddressTags(last)), step: 1,
                line: [PlaceScene.at(0, 0), PlaceScene.at(1, 0)])
            #expect(try scene.index().addressCount == 0)
        }
    }

    @Test func `a number without a street belongs to the nearest one`() throws {
        var scene = PlaceScene()
        scene.street("High Street", 0, 0)
        scene.street("Low Street", 0, 2)
        scene.house("7", nil, 1, 1.7)
        scene.house("9", nil, 1, 60)
        let index = try scene.index()
        #expect(index.first("7 low street")?.address?.houseNumber == "7")
        #expect(index.first("7 high street")?.address == nil)
        #expect(index.addressCount == 1)
    }

    @Test func `houses whose street has no way make a street`() throws {
        var scene = PlaceScene()
        scene.house("3", "Garden Row", 0, 0)
        scene.house("5", "Garden Row", 0.2, 0)
        scene.house("5", "Garden Row", 90, 0)
        let index = try scene.index()
        #expect(index.found("garden row").count == 2)
        #expect(index.first("3 garden row")?.kind == .address)
    }

    @Test func `a street written in another way has its houses`() throws {
        var scene = PlaceScene()
        scene.street("Saint Mary's Road", 0, 0)
        scene.house("3", "St. Mary’s Rd", 1, 0)
        let index = try scene.index()
        #expect(index.found("mary").count == 1)
        #expect(index.first("3 st marys road")?.name == "3 Saint Mary's Road")
    }

    @Test func `one door mapped twice is one address, two doors far apart are two`() throws {
        var scene = PlaceScene()
        scene.street("High Street", 0, 0, length: 30)
        for east in [1.0, 1.1, 20] { scene.house("5", "High Street", east, 0) }
        #expect(try scene.index().addressCount == 2)
    }

    @Test(arguments: [
        ("High Street", "5 High Street"), ("Hauptstrasse", "Hauptstrasse 5"),
        ("Rua Direita", "Rua Direita 5"), ("Rue de la Gare", "5 Rue de la Gare"),
        ("Via Roma", "Via Roma 5"), ("Market Pl", "5 Market Pl"),
    ])
    func `the number is said where the language has it`(street: String, name: String) throws {
        var scene = PlaceScene()
        scene.street(street, 0, 0)
        scene.house("5", street, 1, 0)
        #expect(try scene.index().first("5 \(street)")?.name == name)
    }

    @Test func `where most streets have the number first, it is first for all`() throws {
        for (others, name) in [(["High Street", "Low Road"], "5 Broadway"), ([], "Broadway 5")] {
            var scene = PlaceScene()
            for street in others { scene.street(street, 0, 5) }
            scene.street("Broadway", 0, 0)
            scene.house("5", "Broadway", 1, 0)
            #expect(try scene.index().first("broadway 5")?.name == name)
        }
    }

    @Test func `a house number takes some ten bytes`() throws {
        func bytes(_ houses: Int) throws -> Int {
            var scene = PlaceScene()
            scene.street("High Street", 0, 0)
            for number in 1...houses {
                scene.house("\(number)", "High Street", Double(number) / 100, 0, postcode: "PW1")
            }
            return scene.builder.finish().bytes().count
        }
        let each = Double(try bytes(4000) - bytes(2000)) / 2000
        #expect(each < 10.5)
    }
}
