import TactusTime

/// Voices that divide one span into different numbers of equal parts: three against two, five against four.
///
/// Onset i of m in a span of L ticks lies at ⌊L·i/m⌋: each is at most one tick early, and nothing adds up over the span or
/// its repetitions. (Tracks whose loops have different lengths are a polymeter: there the steps are equal and the bars
/// differ. That needs nothing but a length for each track, see ``Track/loopLength``.)
/// - Thread: any
public enum Polyrhythm {
  /// Where the parts of a span begin.
  ///
  /// - Parameters:
  ///   - parts: how many, 0…``SequencerSettings/stepLimit`` (clamped).
  ///   - span: how long all of them are together, in ticks; 0…2⁵³ (clamped).
  public static func onsets(_ parts: Int, in span: Tick) -> [Tick] {
    let parts = Tick(min(max(0, parts), SequencerSettings.stepLimit))
    let span = min(max(0, span), TimeSettings.tickLimit)
    return (0..<parts).map { span / parts * $0 + span % parts * $0 / parts }
  }

  /// A clip, as long as a span, of voices that divide it: each its key and in how many parts. In a looped track
  /// (``Track/isLooped``) it goes on and on.
  ///
  /// A note lasts for `gate` hundredths of its part, at least a tick.
  public static func clip(
    _ voices: [(key: UInt8, parts: Int)], in span: Tick, velocity: UInt8 = 100, gate: Int = 50
  ) -> Clip {
    let span = min(max(1, span), TimeSettings.tickLimit)
    var notes: [Note] = []
    for voice in voices {
      let onsets = onsets(voice.parts, in: span)
      for (index, onset) in onsets.enumerated() {
        let next = index + 1 < onsets.count ? onsets[index + 1] : span
        let (whole, rest) = (next - onset).quotientAndRemainder(dividingBy: 100)
        let share = Tick(min(max(0, gate), 1000))
        notes.append(
          Note(onset: onset, duration: max(1, whole * share + rest * share / 100), key: voice.key, velocity: velocity))
      }
    }
    return Clip(notes: NoteList(notes), length: span)
  }
}
