import ArgumentParser
import TactusEngine
import TactusSequencer

/// The options of `tactus bounce` that say what of a song is played, how often, and in which parts.
struct PartOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The beginning: 1:23.5, bar17, bar17:3 (beat), tick9600.", valueName: "place"))
  var from: SongPosition?
  @Option(help: ArgumentHelp("The end, written alike.", valueName: "place")) var to: SongPosition?
  @Option(help: ArgumentHelp("What becomes of notes that sound across --from.", valueName: "how"))
  var held: SongRange.HeldNotes?
  @Option(help: ArgumentHelp("Play the song's loop so many times.", valueName: "times")) var loops: Int?
  @Flag(help: "Only the loop, so that its end continues into its beginning; --from and --to set it by hand.")
  var seamless = false
  @Flag(help: "With --seamless: with all that comes before the loop.") var intro = false
  @Option(help: ArgumentHelp("Fade out: after the last loop, else the last seconds.", valueName: "seconds")) var fade =
    0.0
  @Option(help: ArgumentHelp("A file for each part; together they are the mix.", valueName: "parts"))
  var stems: StemSplit?
  @Flag(help: "With --stems: reverb and chorus as a part by themselves.") var effectsApart = false

  func validate() throws {
    if seamless, loops != nil { throw ValidationError("--seamless and --loops exclude each other") }
    if intro, !seamless { throw ValidationError("--intro belongs to --seamless") }
    if effectsApart, stems == nil { throw ValidationError("--effects-apart belongs to --stems") }
    if held != nil, from == nil { throw ValidationError("--held belongs to --from") }
  }

  func apply(to settings: inout BounceSettings) {
    if from != nil || to != nil { settings.range = SongRange(from: from, to: to, heldNotes: held ?? .leftOut) }
    if let loops { settings.loops = .times(loops) }
    if seamless { settings.loops = .seamless(withIntro: intro) }
    settings.fade = fade
  }
}

extension SongPosition: ExpressibleByArgument {
  /// A position from an option's value.
  public init?(argument: String) { self.init(argument) }
}
extension SongRange.HeldNotes: ExpressibleByArgument {}
extension StemSplit: ExpressibleByArgument {}
