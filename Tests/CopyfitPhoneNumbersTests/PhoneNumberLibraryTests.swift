import Copyfit
import CopyfitPhoneNumbers
import Testing

/// Phone numbers by libphonenumber; without it the rules by form do what they can.
@Suite struct PhoneNumberLibraryTests {
    @Test func recognisesNumbersOfARegion() throws {
        let detection = DataDetection(.phoneNumbers, region: "DE", phoneRecogniser: PhoneNumberLibrary.isAvailable ? PhoneNumberLibrary.recogniser : nil)
        let html = "<p>Ä Ruf an: 030 901820 oder +1 650-253-0000, nicht 12.5.2024 um 10:30"
        let found = try Copyfitter().prepare(html: html, detecting: detection).detectedData(width: 400)
        #expect(found.map(\.text) == ["030 901820", "+1 650-253-0000"])
        #expect(found.last?.url == "tel:+16502530000")
        if PhoneNumberLibrary.isAvailable { #expect(found.first?.url == "tel:+4930901820") }
    }

    @Test(arguments: ["", "\u{0}", "+", "+1 650-253-0000\u{1F600}+49 30 901820", String(repeating: "+49 30 ", count: 1000), "é+1 650-253-0000"])
    func anyTextIsAnswered(text: String) throws {
        for region in ["DE", "", "no region"] {
            for match in PhoneNumberLibrary.recogniser(text, region) { #expect(match.range.upperBound <= text.utf8.count) }
        }
    }
}
