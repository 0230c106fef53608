import ArgumentParser
import TactusEngine
import TactusSequencer

/// The options of `tactus bounce` for ranges, loops and stems.
struct PartOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The start: 1:23.5, bar17, bar17:3 (beat) or tick9600.", valueName: "position"))
  var from: SongPosition?
  @Option(help: ArgumentHelp("The end, in the same formats.", valueName: "position")) var to: SongPosition?
  @Option(
    help: ArgumentHelp(
      "Notes that already sound at --from: leave-out omits them, strike starts them there, sound renders from the start so that they sustain; the default is leave-out.",
      valueName: "how"))
  var held: SongRange.HeldNotes?
  @Option(
    help: ArgumentHelp("Play the loop this many times; --from and --to set the loop.", valueName: "times"))
  var loops: Int?
  @Flag(help: "Render one pass of the loop whose end continues into its start; --from and --to set the loop.")
  var seamless = false
  @Flag(help: "With --seamless: also write what comes before that pass, from the start of the song.") var intro = false
  @Option(
    help: ArgumentHelp("Length of the fade-out, after the last loop or at the end of the song.", valueName: "seconds"))
  var fade =
    0.0
  @Option(help: ArgumentHelp("Refuse a song that is longer, and cut a tail that exceeds this.", valueName: "seconds"))
  var maxLength = BounceSettings().maximumLength
  @Option(help: ArgumentHelp("Render stems, one file each; they sum to the mix.", valueName: "split"))
  var stems: StemSplit?
  @Flag(help: "With --stems: reverb, chorus and delay as a separate stem.") var effectsApart = false
  @Flag(help: "With --stems: write no files for silent stems.") var skipSilentStems = false

  func validate() throws {
    if seamless, loops != nil { throw ValidationError("--seamless and --loops exclude each other") }
    if intro, !seamless { throw ValidationError("--intro requires --seamless") }
    if effectsApart, stems == nil { throw ValidationError("--effects-apart requires --stems") }
    if skipSilentStems, stems == nil { throw ValidationError("--skip-silent-stems requires --stems") }
    if held != nil, from == nil { throw ValidationError("--held requires --from") }
    try SongPosition.checkOrder(from, to)
  }

  func apply(to settings: inout BounceSettings) {
    if from != nil || to != nil { settings.range = SongRange(from: from, to: to, heldNotes: held ?? .leftOut) }
    if let loops { settings.loops = .times(loops) }
    if seamless { settings.loops = .seamless(withIntro: intro) }
    settings.fade = fade
    settings.maximumLength = maxLength
  }

  /// Whether `--max-length` differs from its default.
  var hasMaxLength: Bool { maxLength != BounceSettings().maximumLength }
}

extension SongPosition: ExpressibleByArgument {
  /// Creates a position from an option's value.
  public init?(argument: String) { self.init(argument) }

  /// Refuses an end that is not after the start, if the song need not be known for that.
  static func checkOrder(_ start: SongPosition?, _ end: SongPosition?) throws(ValidationError) {
    guard let start, let end, start.isBefore(end) == false else { return }
    throw ValidationError("--from \(start.words) is not before --to \(end.words)")
  }

  /// Returns whether the position lies before another one of the same kind; nil if they are of different kinds, whose
  /// order depends on the song.
  private func isBefore(_ other: SongPosition) -> Bool? {
    switch (self, other) {
    case (.time(let first), .time(let second)): first < second
    case (.tick(let first), .tick(let second)): first < second
    case (.bar(let first), .bar(let second)):
      (first.bar, first.beat, first.tick) < (second.bar, second.beat, second.tick)
    default: nil
    }
  }
}
extension SongRange.HeldNotes: ChoiceOption {}
extension StemSplit: ChoiceOption {}
