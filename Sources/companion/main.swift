import Platform

SystemSignals.ignoreBrokenPipes()
ProgramEnd.leave(CommandLineDoor.run(Array(CommandLine.arguments.dropFirst())))
