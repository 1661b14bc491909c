import Testing

@testable import Copyfit
private import Glibc

/// The README's commands run, and give what stands below them. (`ReadmeTests` has its Swift.)
@Suite struct ReadmeCommandTests {
    /// What stands in the README's fenced blocks of a language, line by line.
    private static func lines(in language: String) throws -> [Substring] {
        var lines: [Substring] = [], fence: Substring?
        for line in try ProjectFiles.text(ProjectFiles.root + "/README.md").split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                fence = fence == nil ? line.dropFirst(3) : nil
            } else if fence == language[...] {
                lines.append(line)
            }
        }
        return lines
    }

    /// A folder with the files that commands name, and a shell in it that finds the tool as it was built.
    private struct Shell {
        let folder: String
        private var program: BuiltTool

        init() throws {
            var template = Array("/tmp/copyfit-readme-XXXXXX".utf8CString)
            folder = String(cString: try #require(mkdtemp(&template)))
            program = try BuiltTool()
            program.environment["PATH"] = program.path.dropLast("/copyfit".count) + ":/usr/local/bin:/usr/bin:/bin"
            program.path = "/bin/sh"
            let setUp = """
                cp -R '\(ProjectFiles.root)/Examples' . && printf '<!doctype html><p>Hello' > page.html && printf '<p>Label' > label.html
                """
            #expect(try run(setUp).status == 0)
        }

        func run(_ command: String) throws -> BuiltTool.Outcome { try program.run(["-c", "cd \(folder) && \(command)"]) }
        func close() throws { _ = try program.run(["-c", "rm -r \(folder)"]) }
    }

    @Test func commandsRun() throws {
        let shell = try Shell()
        var count = 0
        for line in try ReadmeCommandTests.lines(in: "sh") {
            // Comments stand behind two spaces or more.
            var end = line.endIndex
            for index in line.indices where line[index...].hasPrefix("  ") && line[index...].drop(while: { $0 == " " }).hasPrefix("#") {
                end = index
                break
            }
            let command = String(line[..<end])
            if command.hasPrefix("Scripts/") {
                // They build the package.
                let script = command.prefix { $0 != " " }
                #expect(access(ProjectFiles.root + "/" + script, X_OK) == 0, "\(script)")
                continue
            }
            guard !command.isEmpty else { continue }
            if command.hasPrefix("copyfit watch ") {
                // It goes on until it is stopped.
                let words = command.split(separator: " ").dropFirst().map { $0.hasSuffix(".html") ? shell.folder + "/" + $0 : String($0) }
                let process = try BuiltTool().start(words)
                #expect(process.line() != nil, "\(command)")
                kill(process.id, SIGTERM)
                close(process.input)
                _ = process.finish()
                count += 1
                continue
            }
            let outcome = try shell.run(command)
            #expect(outcome.status == 0, "\(command): \(outcome.errors)")
            #expect(!outcome.output.isEmpty || command.contains(" render "), "\(command)")
            count += 1
        }
        #expect(count > 5)
        try shell.close()
    }

    /// A line of a session is what is printed there, up to a mark of omission.
    @Test func sessionsGiveWhatTheyState() throws {
        let shell = try Shell()
        var answers: [Substring] = [], count = 0
        for line in try ReadmeCommandTests.lines(in: "") {
            if line.hasPrefix("$ ") {
                #expect(answers.isEmpty)
                let outcome = try shell.run(String(line.dropFirst(2)))
                #expect(outcome.status == 0, "\(line): \(outcome.errors)")
                answers = outcome.output.split(separator: "\n")
                count += 1
            } else {
                let answer = answers.isEmpty ? "" : answers.removeFirst()
                #expect(line.hasSuffix("…") ? answer.hasPrefix(line.dropLast()) : answer == line)
            }
        }
        #expect(count > 0 && answers.isEmpty)
        try shell.close()
    }
}
