internal import CopyfitArguments
private import Glibc

signal(SIGPIPE, SIG_IGN)
let arguments = Array(CommandLine.arguments.dropFirst())
// Deeply nested markup wants a deep stack, so nothing runs on the main thread's small one.
let thread = BigStackThread { exit(RenderTool.run(arguments)) }
thread.join()
