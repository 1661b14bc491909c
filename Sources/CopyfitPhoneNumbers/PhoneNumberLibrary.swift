private import CPhoneNumbers
public import Copyfit

/// Phone numbers of every region by libphonenumber, for `DataDetection`:
///
///     var detection = DataDetection(.all, region: "DE")
///     if PhoneNumberLibrary.isAvailable { detection.phoneRecogniser = PhoneNumberLibrary.recogniser }
///
/// The library is optional at build time: where its headers were not found, nothing is recognised by this module, and the rules built into
/// `DataDetection` are there instead. It is a module of its own since loading the library takes 4 ms.
public enum PhoneNumberLibrary {
    /// Whether libphonenumber was there when this was built.
    public static var isAvailable: Bool { copyfit_has_phone_numbers() != 0 }

    /// Finds the numbers in a text that are valid in their region; `region` is for those without a country code.
    public static let recogniser: @Sendable (_ text: String, _ region: String) -> [PhoneNumberMatch] = { text, region in
        final class Matches { var list: [PhoneNumberMatch] = [] }
        let matches = Matches()
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                guard let start = characters.baseAddress else { return }
                _ = copyfit_find_phone_numbers(start, characters.count, region, Unmanaged.passUnretained(matches).toOpaque()) { context, start, end, number, length in
                    guard let context, let number, start <= end, end <= Int.max else { return }
                    let digits = UnsafeBufferPointer(start: number, count: Int(length)).map { UInt8(bitPattern: $0) }
                    Unmanaged<Matches>.fromOpaque(context).takeUnretainedValue().list.append(
                        PhoneNumberMatch(range: Int(start)..<Int(end), number: String(decoding: digits, as: UTF8.self)))
                }
            }
        }
        return matches.list
    }
}
