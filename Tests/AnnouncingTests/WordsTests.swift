import Announcing
import Testing

struct WordsTests {
    @Test(arguments: [
        (0, "Less than 0.1 metres"), (0.0999, "Less than 0.1 metres"), (0.1, "0.1 metres"), (0.3, "0.3 metres"),
        (0.55, "0.5 metres"), (0.7, "0.7 metres"), (0.8, "0.8 metres"), (0.87, "0.8 metres"), (0.999999, "0.9 metres"),
        (1, "1 metre"), (1.05, "1 metre"), (1.1, "1.1 metres"), (1.999999, "1.9 metres"), (2, "2 metres"),
        (2.49, "2 metres"), (2.5, "2.5 metres"), (2.999, "2.5 metres"), (3, "3 metres"), (4, "4 metres"),
        (10.7, "10.5 metres"),
    ])
    func `Distances are rounded down, to 0.1 m below 2 m and to 0.5 m above`(metres: Double, words: String) {
        #expect(Words().distance(metres: metres) == words)
    }

    @Test(arguments: [
        (0, "Less than 1 inch"), (0.0253, "Less than 1 inch"), (0.0254, "1 inch"), (0.1, "3 inches"),
        (0.3047, "11 inches"), (0.3048, "1 foot"), (0.3302, "1 foot 1 inch"), (0.9144, "3 feet"),
        (0.8, "2 feet 7 inches"), (1.8287, "5 feet 11 inches"), (1.8288, "6 feet"), (2.1, "6 feet"), (2.1336, "7 feet"),
    ])
    func `In feet and inches they are rounded down as well`(metres: Double, words: String) {
        #expect(Words(isImperial: true).distance(metres: metres) == words)
    }
}
