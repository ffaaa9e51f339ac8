/// Completion for bash, made of the same table as `--help`.
struct ShellCompletion {
    let commands: [CommandDescription]

    /// The script, to be read by bash or laid where bash-completion looks for it.
    var bash: String {
        var lines = [
            "# bash completion for companion; made by: companion completion bash", "_companion() {",
            "    local word=${COMP_WORDS[COMP_CWORD]} words=\"${COMP_WORDS[*]:1:COMP_CWORD-1}\" choices",
            "    case \"$words \" in",
        ]
        for (family, members) in families {
            lines.append("        '\(family) ') choices='\(members.joined(separator: " "))' ;;")
        }
        for command in longestFirst {
            for option in command.options where !option.choices.isEmpty {
                let words = option.choices.joined(separator: " ")
                lines.append("        \"\(command.name) \"*\"\(option.name) \") choices='\(words)' ;;")
            }
            let options = command.options.map(\.name) + ["--help"]
            lines.append("        \"\(command.name) \"*) choices='\(options.joined(separator: " "))' ;;")
        }
        lines += [
            "        ' ') choices='\(firstWords.joined(separator: " ")) help --help --version' ;;",
            "        *) return ;;",
            "    esac", "    if [[ $word == -* || $choices != --* ]]; then",
            "        mapfile -t COMPREPLY < <(compgen -W \"$choices\" -- \"$word\")", "    fi", "}",
            "complete -o default -F _companion companion",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private var longestFirst: [CommandDescription] { commands.sorted { $0.name.count > $1.name.count } }

    private var firstWords: [String] {
        commands.map { String($0.name.prefix { $0 != " " }) }.reduce(into: []) { words, word in
            if !words.contains(word) { words.append(word) }
        }
    }

    private var families: [(String, [String])] {
        firstWords.compactMap { word in
            let members = commands.map(\.name).filter { $0.hasPrefix(word + " ") }
            return members.isEmpty ? nil : (word, members.map { String($0.dropFirst(word.count + 1)) })
        }
    }
}
