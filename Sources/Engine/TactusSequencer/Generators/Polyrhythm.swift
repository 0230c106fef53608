import TactusTime

/// Voices that divide one span into different numbers of equal parts: three against two, five against four.
///
/// Onset i of m in a span of L ticks is at ⌊L·i/m⌋: each is at most one tick early, and no error accumulates over the
/// span or its repetitions. (Tracks whose loops have different lengths form a polymeter instead, with equal steps and
/// bars of different lengths; see ``Track/loopLength``.)
/// - Thread: any
public enum Polyrhythm {
  /// Returns the ticks at which the parts of a span start.
  ///
  /// - Parameters:
  ///   - parts: the number of parts, 0…``SequencerSettings/stepLimit`` (clamped).
  ///   - span: their total length in ticks; 0…2⁵³ (clamped).
  public static func onsets(_ parts: Int, in span: Tick) -> [Tick] {
    let parts = Tick(min(max(0, parts), SequencerSettings.stepLimit))
    let span = min(max(0, span), TimeSettings.tickLimit)
    return (0..<parts).map { span / parts * $0 + span % parts * $0 / parts }
  }

  /// Returns a clip of the span's length whose voices divide it into equal parts; each voice has a key and a number of
  /// parts. In a looped track (``Track/isLooped``) the rhythm continues without end.
  ///
  /// A note lasts `gate` percent of its part, and at least one tick.
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
