import Copyfit

/// One line of a batch, read.
struct BatchRequest {
    /// As it stands in the line; `null` if there is none.
    var id: ArraySlice<UInt8> = [UInt8]("null".utf8)[...]
    /// In UTF-8.
    var html: [UInt8] = []
    var widths: [Double] = []
    /// Whether the widths were given as a list.
    var isList = false
    var stylesheets: [String] = []
    var baseDirectory: String?
    var viewportHeight: Double?
    var limits = HeightLimits()

    /// What is wrong with a line: the answer instead of heights.
    struct Failure: Error {
        /// Nil where the line is no JSON, so that no part of it can be trusted.
        var id: ArraySlice<UInt8>?
        var code: String
        var message: String
    }

    init(_ line: [UInt8]) throws(Failure) {
        var reader = JSONReader(line)
        var complaint: (code: String, message: String)?
        var hasHTML = false
        do throws(JSONReader.SyntaxError) {
            guard reader.peek() == .object else {
                _ = try reader.skipValue()
                try reader.end()
                throw JSONReader.SyntaxError(message: "an object expected", offset: 0)
            }
            try reader.object { (reader, key) throws(JSONReader.SyntaxError) in
                let kind = reader.peek()
                switch (key, kind) {
                case ("id", _): id = try reader.skipValue()
                case ("html", .string):
                    html = try reader.text()
                    hasHTML = true
                case ("width", .number):
                    widths = [try reader.number()]
                    isList = false
                case ("width", .array):
                    widths = []
                    isList = true
                    try reader.array { (reader) throws(JSONReader.SyntaxError) in
                        if reader.peek() == .number {
                            widths.append(try reader.number())
                        } else {
                            complaint = complaint ?? ("bad_width", "width: a list of numbers expected")
                            _ = try reader.skipValue()
                        }
                    }
                case ("css", .string): stylesheets = [try reader.string()]
                case ("css", .array):
                    stylesheets = []
                    try reader.array { (reader) throws(JSONReader.SyntaxError) in
                        if reader.peek() == .string {
                            stylesheets.append(try reader.string())
                        } else {
                            complaint = complaint ?? ("bad_request", "css: a list of strings expected")
                            _ = try reader.skipValue()
                        }
                    }
                case ("base", .string): baseDirectory = try reader.string()
                case ("viewportHeight", .number): viewportHeight = try reader.number()
                case ("minHeight", .number): limits.minHeight = try reader.number()
                case ("maxHeight", .number): limits.maxHeight = try reader.number()
                case ("maxLines", .number):
                    let lines = try reader.number()
                    limits.maxLines = Int(exactly: lines) ?? 0
                case ("css", .null), ("base", .null), ("viewportHeight", .null), ("minHeight", .null), ("maxHeight", .null), ("maxLines", .null): _ = try reader.skipValue()
                case ("width", _):
                    complaint = complaint ?? ("bad_width", "width: a number or a list of numbers expected")
                    _ = try reader.skipValue()
                case ("html", _), ("css", _), ("base", _), ("viewportHeight", _), ("minHeight", _), ("maxHeight", _), ("maxLines", _):
                    let isNumber = key == "viewportHeight" || key == "minHeight" || key == "maxHeight" || key == "maxLines"
                    let want = isNumber ? "a number" : key == "css" ? "a string or a list of strings" : "a string"
                    complaint = complaint ?? ("bad_request", "\(key): \(want) expected")
                    _ = try reader.skipValue()
                default: _ = try reader.skipValue()
                }
            }
            try reader.end()
        } catch {
            throw Failure(id: nil, code: "bad_json", message: "not valid JSON: \(error.message) at byte \(error.offset)")
        }
        if complaint == nil && !hasHTML { complaint = ("bad_request", "html is missing") }
        if let height = viewportHeight, complaint == nil, !(height >= 0 && height.isFinite) {
            complaint = ("bad_request", "viewportHeight: a number of CSS px expected, not \(MeasureText.number(height))")
        }
        for (name, height) in [("minHeight", limits.minHeight), ("maxHeight", limits.maxHeight)] where complaint == nil {
            guard let height, !(height >= 0 && height.isFinite) else { continue }
            complaint = ("bad_request", "\(name): a number of CSS px expected, not \(MeasureText.number(height))")
        }
        if let lines = limits.maxLines, complaint == nil, lines < 1 { complaint = ("bad_request", "maxLines: a whole number from 1 expected") }
        if let complaint { throw Failure(id: id, code: complaint.code, message: complaint.message) }
    }
}
