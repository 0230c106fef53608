import ArgumentParser

/// The options of `tactus bounce` for a list of songs.
struct BatchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Bounce all songs of a list, a JSON object on each line; - for standard input.", valueName: "file"))
  var batch: String?
  @Option(help: ArgumentHelp("With --batch: only part i of n, for one of n machines.", valueName: "i/n"))
  var shard: Shard?
  @Flag(help: "With --batch: leave out songs whose file is there already.") var skipExisting = false

  func validate() throws {
    guard batch == nil else { return }
    if shard != nil { throw ValidationError("--shard belongs to --batch") }
    if skipExisting { throw ValidationError("--skip-existing belongs to --batch") }
  }
}
