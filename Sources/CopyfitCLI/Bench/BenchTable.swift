internal import CopyfitArguments

/// Results of one kind: a table for people, an object for programs.
struct BenchTable {
    struct Column {
        /// Its key in JSON.
        var key: StaticString
        /// With its unit.
        var title: String
        var decimals = 1
    }

    struct Row {
        var label: String
        /// In the order of the columns; nil where there is nothing to tell.
        var values: [Double?]
    }

    var name: StaticString
    var title: String
    var columns: [Column]
    var rows: [Row] = []
    /// Lines below the table, for people.
    var notes: [String] = []

    mutating func add(_ label: String, _ values: Double?...) { rows.append(Row(label: label, values: values)) }

    var text: String {
        var cells = [[""] + columns.map(\.title)]
        for row in rows {
            cells.append([row.label] + zip(row.values, columns).map { value, column in value.map { BenchTable.format($0, column.decimals) } ?? "" })
        }
        let widths = (0...columns.count).map { index in cells.map { index < $0.count ? $0[index].count : 0 }.max() ?? 0 }
        var lines = [title]
        for row in cells {
            var line = "  " + row[0].padded(to: widths[0])
            for (cell, width) in zip(row.dropFirst(), widths.dropFirst()) { line += "  " + String(repeating: " ", count: width - cell.count) + cell }
            lines.append(line)
        }
        return (lines + notes.map { "  " + $0 }).joined(separator: "\n") + "\n"
    }

    func write(to writer: inout JSONWriter) {
        writer.key(name)
        writer.array { writer in
            for row in rows {
                writer.object {
                    $0.member("label", row.label)
                    for case (let value?, let column) in zip(row.values, columns) { $0.member(column.key, value) }
                }
            }
        }
    }

    private static func format(_ value: Double, _ decimals: Int) -> String {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        guard abs(value) < 1e15 else { return "\(value)" }
        let whole = Int((abs(value) * scale).rounded())
        var digits = String(whole)
        while digits.count <= decimals { digits = "0" + digits }
        let sign = value < 0 && whole > 0 ? "-" : ""
        if decimals == 0 { return sign + digits }
        return sign + digits.dropLast(decimals) + "." + digits.suffix(decimals)
    }
}
