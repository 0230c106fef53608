import TactusMIDI
import TactusTime

/// Compiles tracks of Euclidean rhythms on the audio thread, so that their settings can change on any frame.
///
/// A version has fixed memory, and there are two: one plays while the other is written. The result is that of a
/// ``TimelineCompiler`` for tracks with the same patterns.
///
///     settings ─► compile ─► SequenceHeader ─► SequencerCore.substitute
///
/// This value borrows the memory of a ``EuclidMemory``.
/// - Thread: audio
package struct EuclidCompiler {
  /// The memory of one version.
  struct Version {
    let header: UnsafeMutablePointer<SequenceHeader>
    let tracks: UnsafeMutablePointer<CompiledTrack>
    /// For each track, two passes of notes, because those of an odd number of steps differ with swing.
    let notes: UnsafeMutablePointer<CompiledNote>
    let chances: UnsafeMutablePointer<StepChance>
    let variants: UnsafeMutablePointer<PassVariant>
  }

  /// The number of tracks.
  package let trackCount: Int
  private var playing: Version
  private var spare: Version

  init(trackCount: Int, _ playing: Version, _ spare: Version) {
    (self.trackCount, self.playing, self.spare) = (trackCount, playing, spare)
  }

  /// Compiles the tracks. The result is valid until the second next call.
  ///
  /// - Parameters:
  ///   - settings: of ``trackCount`` tracks.
  ///   - swing: the position of the second step of a pair, in hundredths of a percent, 5,000…7,500.
  ///   - seed: the random seed.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func compile(
    _ settings: UnsafePointer<EuclidTrack>, swing: Int, seed: UInt64
  ) -> UnsafePointer<SequenceHeader> {
    swap(&playing, &spare)
    for index in 0..<trackCount { compile(settings[index].clamped, index, swing: min(max(5_000, swing), 7_500)) }
    playing.header.pointee.seed = seed
    return UnsafePointer(playing.header)
  }

  private func compile(_ rhythm: EuclidTrack, _ index: Int, swing: Int) {
    let most = EuclidTrack.mostSteps
    let track = playing.tracks + index
    let notes = playing.notes + index &* 2 &* most
    // as in Swing.groove
    let later = (rhythm.stepLength &* Tick(2 &* swing &- 10_000) &+ 5_000) / 10_000
    let passes = later > 0 && rhythm.steps & 1 == 1 ? 2 : 1
    var count = 0
    for pass in 0..<passes {
      count = addPass(rhythm, notes + pass &* count, later: later, isOdd: pass == 1)
      playing.variants[index &* 2 &+ pass] = PassVariant(
        notes: .init(first: pass &* count, end: (pass &+ 1) &* count), messages: .init(first: 0, end: 0))
    }
    track.pointee.notes = UnsafePointer(notes)
    track.pointee.noteCount = count &* passes
    track.pointee.longestDuration = rhythm.duration
    track.pointee.variants = passes == 2 ? UnsafePointer(playing.variants + index &* 2) : nil
    track.pointee.variantCount = passes
    track.pointee.gridSpacing = passes == 2 ? rhythm.stepLength : 1
    track.pointee.chances = UnsafePointer(playing.chances + index &* most)
    track.pointee.chanceCount = addChances(rhythm, playing.chances + index &* most)
    track.pointee.loopLength = Tick(rhythm.steps) &* rhythm.stepLength
    track.pointee.isAudible = rhythm.isOn
    track.pointee.channel = Int8(truncatingIfNeeded: rhythm.channel & 15)
  }

  /// Writes the notes of a pass, and returns their number. An odd pass starts at the second step of a swung pair.
  private func addPass(
    _ rhythm: EuclidTrack, _ notes: UnsafeMutablePointer<CompiledNote>, later: Tick, isOdd: Bool
  ) -> Int {
    let message = ChannelMessage(status: 0x90, rhythm.key & 127, min(max(1, rhythm.velocity), 127))
    let duration = rhythm.duration
    var count = 0
    for step in 0..<rhythm.steps where rhythm.hasOnset(step) {
      let isLater = (step & 1 == 1) != isOdd
      (notes + count).initialize(
        to: CompiledNote(
          tick: Tick(step) &* rhythm.stepLength &+ (isLater ? later : 0), duration: duration, message: message,
          chance: rhythm.probability < 100 ? UInt32(truncatingIfNeeded: count &+ 1) : 0))
      count &+= 1
    }
    return count
  }

  /// Writes the chances of the onsets, and returns their number.
  private func addChances(_ rhythm: EuclidTrack, _ chances: UnsafeMutablePointer<StepChance>) -> Int {
    guard rhythm.probability < 100 else { return 0 }
    var chance = StepChance()
    // rounded half up; rounding rules cannot be proved free of locks
    chance.threshold = UInt64(Double(rhythm.probability) / 100 * 0x1p32 + 0.5)
    var count = 0
    for step in 0..<rhythm.steps where rhythm.hasOnset(step) {
      chance.step = UInt32(truncatingIfNeeded: step)
      (chances + count).initialize(to: chance)
      count &+= 1
    }
    return count
  }
}

extension EuclidTrack {
  /// The duration of the notes.
  fileprivate var duration: Tick { max(1, stepLength &* Tick(gate) / 100) }
}
