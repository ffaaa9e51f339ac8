import Platform

SystemSignals.ignoreBrokenPipes()
let status = CommandLineDoor.run(Array(CommandLine.arguments.dropFirst()))
ProgramEnd.leave(max(Output.statusOfFailure ?? 0, status))
