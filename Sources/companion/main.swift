import Glibc
import Platform

SystemSignals.ignoreBrokenPipes()
exit(CommandLineDoor.run(Array(CommandLine.arguments.dropFirst())))
