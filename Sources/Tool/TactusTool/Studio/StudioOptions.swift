import ArgumentParser

/// The options of `tactus studio`.
struct StudioOptions: ParsableArguments {
  @Argument(help: "A song, a sequence document, a bank or a folder.", completion: .file()) var file: String?
  @Option(
    name: .customLong("bank"),
    help: ArgumentHelp(
      "A bank that plays from the start. Repeat it to stack banks; if several have a preset, that of the last one plays.",
      valueName: "file"), completion: .file()) var banks: [String] = []
  @Option(help: ArgumentHelp("The port; by default 7350, or any free one if it is in use.", valueName: "number"))
  var port: UInt16?
  @Flag(help: "Print the address, but do not open the browser.") var noOpen = false
  @Option(
    help: ArgumentHelp("The folder of the page's files, made by Scripts/make-web.", valueName: "folder"),
    completion: .directory)
  var site: String?

  /// The options as words of a command line.
  var words: [String] {
    var words = banks.flatMap { ["--bank", $0] }
    if let port { words += ["--port", "\(port)"] }
    if noOpen { words.append("--no-open") }
    if let site { words += ["--site", site] }
    if let file { words += ["--", file] }
    return words
  }
}
