import ArgumentParser

struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio", _superCommandName: TactusCommand.name,
    abstract: "Opens the studio in the browser, with songs and banks of this computer.",
    usage: "tactus studio [<file>] [<options>]",
    discussion: """
      The studio is a page that plays, edits and bounces songs and patterns. tactus
      serves it to this computer only, prints its address and opens the browser.
      The address contains a random token, without which nobody is answered.
      Ctrl-C ends the server.

      With a song or a document, the page opens it, and saves it beside it as a
      document (song.mid as song.json). With a folder, the page lists its songs,
      documents and banks, and saves documents in it. The page asks before it
      replaces a file that it has not saved itself. Without a file, documents are
      saved as downloads.

      The page can load the banks given with --bank, which play from the start, and
      the banks that `tactus bounce` finds.

      EXAMPLES
        tactus studio
        tactus studio beat.json
        tactus studio songs --bank piano.sf2
        tactus studio songs --no-open --port 8080
      """)

  @OptionGroup var options: StudioOptions

  func validate() throws {
    if options.port == 0 { throw ValidationError("--port 0 is no port; use 1 to 65535, or leave it out") }
  }

  func run() throws {
    let settings = try StudioSettings(options)
    guard let serve = StudioServing.server else { try StudioLauncher.run(options) }
    try serve(settings)
  }
}
