internal import CopyfitArguments
/// Commands of the contract that this version does not have.
enum LaterCommand {
    static func command(_ name: String, _ summary: String) -> Command {
        Command(name: name, summary: summary + " (not available yet)", usage: ["\(name) …"], options: [], takesAnything: true) { (_) throws(CommandError) in
            throw CommandError("\(name) is not available yet")
        }
    }
}
