import ArgumentParser
import TactusFiles

/// Parses and runs a command line, and converts errors to one line and an exit status.
package enum CommandRunner {
  package static func run(_ arguments: [String]) -> ExitStatus {
    do {
      if let mistake = commandMistake(arguments) { throw UsageMistake(sentence: mistake) }
      var command = try understood(CommandWords(arguments).namingFiles)
      Interruption.watch()
      try command.run()
      return .done
    } catch {
      return report(error, arguments)
    }
  }

  /// Parses a command line.
  ///
  /// The parser reads negative numbers as options. If parsing fails, it is repeated with negative numbers joined to the
  /// options before them.
  private static func understood(_ arguments: [String]) throws -> any ParsableCommand {
    do { return try parsed(arguments) } catch {
      let signed = CommandWords(arguments).joiningSigns
      guard signed != arguments, TactusCommand.exitCode(for: error) != .success else { throw error }
      do { return try parsed(signed) } catch let other {
        // a flag takes no value, so the number did not belong to it
        throw TactusCommand.message(for: other).has("does not take any value") ? error : other
      }
    }
  }

  /// Parses the arguments with the command that the first of them names. `TactusCommand`, which contains all commands,
  /// parses requests for help, the version and completion scripts, because their answers contain the names of all
  /// commands.
  ///
  /// `TactusCommand` would examine each command twice, which takes longer than rendering a note. The commands set
  /// `_superCommandName`: ArgumentParser then does not search for a request for a completion script, which would take a
  /// third of a millisecond.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    let named = TactusCommand.configuration.subcommands.first { $0._commandName == arguments.first }
    let isForAll = arguments.contains { $0 == "--version" || $0.hasPrefix("--generate-completion-script") }
    if let named, named.configuration.subcommands.isEmpty, !isForAll {
      do {
        let command = try named.parseAsRoot(Array(arguments.dropFirst()))
        if type(of: command) == named { return command }
      } catch {
        guard TactusCommand.exitCode(for: error) == .success else { throw error }
      }
    }
    return try TactusCommand.parseAsRoot(arguments)
  }

  private struct UsageMistake: Error {
    let sentence: String
  }

  private static func report(_ error: any Error, _ arguments: [String]) -> ExitStatus {
    switch error {
    case let error as UsageMistake:
      complain(error.sentence)
      return .usage
    case let error as ToolError:
      complain(error.description)
      return .failed
    case is ReportedFailure:
      return .failed
    case StandardOutput.Failure.closed:
      return .done  // the reader has closed the pipe
    case StandardOutput.Failure.system(let code):
      complain(
        "standard output: " + (messageOfFullDisk(code).map { "\($0); make room or " } ?? "\(systemMessage(code)); ")
          + "write elsewhere")
      return .failed
    case let error as Interrupted:
      if let output = error.output {
        complain("stopped; \(output) " + (output == "standard output" ? "is incomplete" : "was not written"))
      }
      return .stopped(by: error.signalNumber)
    default: break
    }
    if TactusCommand.exitCode(for: error) == .success {  // --help, --version
      return printed(TactusCommand.fullMessage(for: error))
    }
    complain(usageSentence(TactusCommand.message(for: error), arguments))
    return .usage
  }

  private static func printed(_ text: String) -> ExitStatus {
    var output = StandardOutput()
    do throws(StandardOutput.Failure) {
      try output.writeLine(text)
      try output.flush()
      return .done
    } catch {
      return report(error, [])
    }
  }

  private static func complain(_ sentence: String) {
    StandardError.writeLine(Style.standardError.failure("tactus:") + " " + sentence.printable)
  }

  /// Converts the parser's message, which may have several lines, to one line that refers to the help.
  private static func usageSentence(_ message: String, _ arguments: [String]) -> String {
    let lines = message.split(separator: "\n").map { $0.drop { $0 == " " } }
    var sentence = lines.first.map(String.init) ?? "the command line is wrong"
    // sentences start in lower case, but a file name keeps its capitals
    let startsWithName = sentence.prefix { $0 != " " }.contains { $0 == "." || $0 == "/" }
    if let first = sentence.first, !startsWithName { sentence = first.lowercased() + sentence.dropFirst() }
    if sentence.hasSuffix("one of the following:") {
      let words = lines.dropFirst().prefix { $0.hasPrefix("- ") }.map { "'\($0.dropFirst(2))'" }
      sentence = sentence.dropLast("the following:".count) + words.joined(separator: ", ")
    }
    while sentence.hasSuffix(".") { sentence.removeLast() }
    // the parser suggests options that are not similar, such as --dry for --from; UsageHint suggests others
    if let parts = sentence.parts(of: "*. Did you mean*") { sentence = String(parts[0]) }
    if sentence.has("did you mean") { return sentence }
    if let option = UsageHint.unknownOption(behind: sentence, arguments) { sentence = "unknown option '\(option)'" }
    if let better = UsageHint.sentence(for: sentence, arguments) { return better }
    let command = arguments.first.flatMap { commandNames.contains($0) ? " " + $0 : nil } ?? ""
    return "\(sentence); see `tactus\(command) --help`"
  }

  static var commandNames: [String] { TactusCommand.configuration.subcommands.map { $0._commandName } }

  /// The commands that users may look for under another name.
  private static let synonyms = [
    "render": "bounce", "convert": "bounce", "info": "inspect", "show": "inspect", "decode": "midi", "dump": "midi",
    "draw": "picture", "plot": "picture", "check": "verify", "ports": "devices",
  ]

  /// Returns a message if the first word, or the word after `help`, is not a command; nil if it is a command.
  private static func commandMistake(_ arguments: [String]) -> String? {
    let isHelp = arguments.first == "help"  // the next word, if any, is the command
    guard let word = isHelp ? arguments.dropFirst().first : arguments.first, !word.hasPrefix("-"),
      word != "help", !TactusCommand.configuration.subcommands.contains(where: { $0._commandName == word })
    else { return nil }
    if isHelp, let meant = Suggestion.nearest(to: word, among: commandNames) {
      return "there is no command '\(word)'; did you mean `tactus help \(meant)`?"
    }
    if let meant = synonyms[word] ?? Suggestion.nearest(to: word, among: commandNames + ["help"]) {
      return "there is no command '\(word)'; did you mean `tactus \(meant)`?"
    }
    if word.contains(".") || word.contains("/") {
      return "there is no command '\(word)'; did you mean `tactus bounce \(word)`?"
    }
    return "there is no command '\(word)'; the commands are \(commandNames.joined(separator: ", "))"
  }
}
