@testable import CopyfitCLI

/// JSON data of test suites as a tree. (Foundation cannot be imported here: its ICU and the system's exclude each other.)
enum JSONValue {
    case null, bool(Bool), number(Double), string(String), array([JSONValue]), object([String: JSONValue])

    init(parsing bytes: [UInt8]) throws {
        var reader = JSONReader(bytes)
        self = try JSONValue(&reader)
        try reader.end()
    }

    private init(_ reader: inout JSONReader) throws(JSONReader.SyntaxError) {
        switch reader.peek() {
        case .string: self = .string(try reader.string())
        case .number: self = .number(try reader.number())
        case .bool: self = .bool(try reader.bool())
        case .array:
            var elements: [JSONValue] = []
            try reader.array { (reader) throws(JSONReader.SyntaxError) in elements.append(try JSONValue(&reader)) }
            self = .array(elements)
        case .object:
            var members: [String: JSONValue] = [:]
            try reader.object { (reader, key) throws(JSONReader.SyntaxError) in members[key] = try JSONValue(&reader) }
            self = .object(members)
        case .null, nil:
            _ = try reader.skipValue()
            self = .null
        }
    }

    subscript(key: String) -> JSONValue { members[key] ?? .null }
    subscript(index: Int) -> JSONValue { index < elements.count ? elements[index] : .null }

    var isNull: Bool { if case .null = self { true } else { false } }
    var string: String? { if case .string(let value) = self { value } else { nil } }
    var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// Empty for what is no array.
    var elements: [JSONValue] { if case .array(let value) = self { value } else { [] } }
    /// Empty for what is no object.
    var members: [String: JSONValue] { if case .object(let value) = self { value } else { [:] } }
}
