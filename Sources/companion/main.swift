import Platform

SystemSignals.ignoreBrokenPipes()
let status = CommandLineDoor.run(Array(CommandLine.arguments.dropFirst()))
ProgramEnd.leave(Output.statusOfFailure ?? status)
