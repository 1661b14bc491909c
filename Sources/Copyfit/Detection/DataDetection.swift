/// Kinds of data that are found in the text of a page and made links.
public struct DataTypes: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let links = DataTypes(rawValue: 1)
    public static let emails = DataTypes(rawValue: 2)
    public static let phoneNumbers = DataTypes(rawValue: 4)
    public static let dates = DataTypes(rawValue: 8)
    public static let addresses = DataTypes(rawValue: 16)
    public static let all: DataTypes = [.links, .emails, .phoneNumbers, .dates, .addresses]
}

/// What to look for, and how.
///
///     let document = copyfitter.prepare(html: html, detecting: DataDetection(.all))
///     for found in try document.detectedData(width: 390) { print(found.type, found.text, found.rects) }
///
/// What is recognised:
/// - links: `http://`, `https://`, `ftp://` and `www.` addresses, and bare hosts that end in one of the common top-level domains;
/// - e-mail addresses, with or without `mailto:`;
/// - phone numbers: with `+` and country code; in the North American form `(415) 555-0132`; beginning with 0 and in groups, 9 to 12 digits. Give
///   `phoneRecogniser` (that of the module `CopyfitPhoneNumbers` is libphonenumber) to know those of every region;
/// - dates: `2026-11-30`, `30.11.2026`, `11/30/2026`, `30 November 2026`, `Nov 30, 2026`, with a weekday before and a time of day after, times with a
///   weekday; today, tomorrow, tonight with a time. Names of months and weekdays in English and German. Where a date may be day or month first,
///   the month is taken to come first after slashes, the day after full stops;
/// - addresses: a number, a street name and a word like Street, Ave or Rd, and a German street (`Hauptstraße 5`), each with what follows of unit, city, state
///   and postal code (US, UK, German). Others are not recognised.
public struct DataDetection: Sendable {
    /// What is looked for.
    public var types: DataTypes
    /// The region whose national phone numbers are meant, as `US`, for `phoneRecogniser`.
    public var region: String
    /// Finds phone numbers in a text instead of the built-in rules.
    public var phoneRecogniser: (@Sendable (_ text: String, _ region: String) -> [PhoneNumberMatch])?

    public init(
        _ types: DataTypes = .all, region: String = "US", phoneRecogniser: (@Sendable (_ text: String, _ region: String) -> [PhoneNumberMatch])? = nil
    ) {
        self.types = types
        self.region = region
        self.phoneRecogniser = phoneRecogniser
    }
}

/// A phone number in a text.
public struct PhoneNumberMatch: Hashable, Sendable {
    /// In UTF-8 bytes of the text.
    public var range: Range<Int>
    /// As it is dialled, `+14155550132`.
    public var number: String
    public init(range: Range<Int>, number: String) {
        self.range = range
        self.number = number
    }
}

/// A piece of data that was found.
public struct DetectedData: Hashable, Sendable {
    /// One of `DataTypes`.
    public enum Kind: String, Hashable, Sendable { case link, email, phoneNumber, date, address }
    public var type: Kind
    /// As it stands in the page.
    public var text: String
    /// Where the link leads: a URL, `mailto:`, `tel:`, `geo:0,0?q=` with the address, or for dates `x-date:` with the date and time as far as they are
    /// known.
    public var url: String
    /// In UTF-16 code units of the `textContent` of the body.
    public var range: Range<Int>
    /// One for each line that it has a part on.
    public var rects: [DetectedRect]
}

/// The rectangle of text on one line, CSS px from the top left of the document.
public struct DetectedRect: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double
}

extension Copyfitter {
    /// Parses a document and makes links of the data in its text, as views do that detect data: `<a>` elements around what was found, for which the
    /// page's rules and those of the browser count.
    public func prepare(html: String, detecting detection: DataDetection) -> PreparedDocument {
        PreparedDocument(utf8: Array(html.utf8), copyfitter: self, detection: detection)
    }

    /// As `prepare(bytes:)`, with data made links where there is something to look for.
    public func prepare(bytes: [UInt8], detecting detection: DataDetection?) -> PreparedDocument {
        PreparedDocument(utf8: HTMLEncoding.decode(bytes), copyfitter: self, detection: detection)
    }
}

extension PreparedDocument {
    /// The data that was found in the document, in its order, with rectangles at a width; none where it was prepared without detection.
    public func detectedData(width: Double) throws(CopyfitError) -> [DetectedData] {
        let context = try laidOut(width: width)
        let found = preparation.detected
        var rects = [[DetectedRect]](repeating: [], count: found.count)
        var numbers: [NodeID: Int] = [:]
        for (number, item) in found.enumerated() { for node in item.textNodes { numbers[node] = number } }
        guard !numbers.isEmpty else { return [] }
        for (index, list) in context.fragments.lines.enumerated() {
            let container = context.prepared.inlineContents[index].container
            var origin: Point?
            for line in list.lines {
                var onLine: [Int: DetectedRect] = [:]
                for piece in list.pieces[Int(line.firstPiece)..<Int(line.firstPiece + line.pieceCount)] where piece.run >= 0 {
                    let box = context.tree[piece.box]
                    guard box.node.exists, let number = numbers[box.node] else { continue }
                    let from = origin ?? context.documentOrigin(of: container) + context.contentOffset(of: container)
                    origin = from
                    let rect = DetectedRect(
                        x: from.x.doublePx + Double(piece.x), y: from.y.doublePx + Double(piece.baseline - piece.ascent), width: Double(piece.width),
                        height: Double(piece.ascent + piece.descent))
                    onLine[number] = onLine[number]?.union(rect) ?? rect
                }
                for (number, rect) in onLine { rects[number].append(rect) }
            }
        }
        return zip(found, rects).map { item, rects in
            DetectedData(type: item.type, text: item.text, url: item.url, range: item.range, rects: rects.sorted { ($0.y, $0.x) < ($1.y, $1.x) })
        }
    }
}

extension DetectedRect {
    fileprivate func union(_ other: DetectedRect) -> DetectedRect {
        let left = min(x, other.x), top = min(y, other.y)
        return DetectedRect(x: left, y: top, width: max(x + width, other.x + other.width) - left, height: max(y + height, other.y + other.height) - top)
    }
}
