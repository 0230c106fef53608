import ArgumentParser

/// The options of `tactus bounce` for a list of songs.
struct BatchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Bounce a list with one JSON object per line; - for standard input.", valueName: "file"), completion: .file())
  var batch: String?
  @Option(help: ArgumentHelp("With --batch: render only part i of n.", valueName: "i/n"))
  var shard: Shard?
  @Flag(help: "With --batch or several songs: skip songs whose output exists.") var skipExisting = false

  func validate() throws {
    if shard != nil, batch == nil { throw ValidationError("--shard requires --batch") }
  }
}
