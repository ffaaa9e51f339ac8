import FuzzEntries
import Glibc

// usage: Fuzz ENTRY [options of libFuzzer] [folders of seeds]
//        Fuzz --entries
//        Fuzz --write FOLDER
// Feeds one entry with bytes until its time is over, where a crash leaves a file and ends the program with an error;
// or lists the entries; or writes the seeds that are built here into a folder for each entry.

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--entries" {
    for entry in FuzzEntry.allCases { print(entry.rawValue) }
} else if arguments.first == "--write", arguments.count == 2, let folder = arguments.last {
    exit(FuzzSeed.write(to: folder) ? 0 : 1)
} else if let entry = arguments.first.flatMap({ FuzzEntry(rawValue: $0) }) {
    FuzzRun.start(entry)
} else {
    print("usage: Fuzz ENTRY … | --entries | --write FOLDER")
    exit(2)
}
