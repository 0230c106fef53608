/// The state of a delay effect on the audio thread.
///
///     in ─ low-pass ─ + ─ line ─┬─ tap, tap ─ + ─ out, and to reverb and chorus
///                     ↑         └─ tap ─┐
///                     └──── low-pass ───┘
///
/// There are two lines, which ``DelaySettings/Routing`` connects. Delays are whole frames, so an echo has the spectrum
/// of its sound. Everything is computed frame by frame; no result depends on how the frames are divided into calls.
///
/// This plain value borrows memory that ``deallocate()`` frees. It may be copied to the audio thread's memory before
/// the first frame, and is then used through a pointer.
package struct DelayCore {
  let sampleRate: Double
  /// Both lines, one after the other.
  let memory: UnsafeMutablePointer<Float>
  /// The number of frames of a line.
  let length: Int
  /// The length of a crossfade to new settings, in frames.
  let fadeFrames: Int

  private var tuning = DelayTuning()
  /// The tuning to which the current one crossfades.
  private var target = DelayTuning()
  /// The remaining frames of the crossfade; 0 without one.
  private var fadeLeft = 0
  /// The settings for the next change.
  private var pending: DelaySettings?
  /// Whether the first frame is still to be rendered.
  private var isNew = true
  /// The frame of the lines that is written next.
  private var position = 0
  // The states of the low-passes.
  private var inputLeft: Float = 0
  private var inputRight: Float = 0
  private var feedbackLeft: Float = 0
  private var feedbackRight: Float = 0
  /// The number of consecutive frames in which only zeros were written.
  private var quietFrames: Int
  private var follower: PeakFollower

  /// A level at which a signal is set to zero: −180 dBFS.
  @inline(__always) static var floor: Float { @_noAllocation @_noLocks get { 1e-9 } }

  init(sampleRate: Double, memory: UnsafeMutablePointer<Float>, length: Int, settings: DelaySettings) {
    self.sampleRate = sampleRate
    self.memory = memory
    self.length = length
    fadeFrames = max(1, Int(sampleRate * 0.02))
    quietFrames = length
    follower = PeakFollower(window: length)
    tuning = DelayTuning(settings, sampleRate: sampleRate, length: length)
  }

  /// Applies new settings at the next frame. Taps, inputs, filters and sends crossfade from the old to the new values in
  /// 20 ms, during silence too. Settings that arrive before the first frame apply at once. If several arrive during a
  /// crossfade, only the last are applied, when it ends.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func set(_ settings: DelaySettings) { pending = settings }

  /// Clears all sound; the most recent settings are kept.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func reset() {
    if !isSilent {
      var index = 0
      while index < 2 &* length {
        memory[index] = 0
        index &+= 1
      }
    }
    (inputLeft, inputRight, feedbackLeft, feedbackRight) = (0, 0, 0, 0)
    quietFrames = length
    position = 0
    follower.reset()
    if fadeLeft > 0 { tuning = target }
    fadeLeft = 0
    isNew = true
  }

  /// All stored sound, for tests.
  /// - Thread: control
  package var contents: UnsafeBufferPointer<Float> { UnsafeBufferPointer(start: memory, count: 2 * length) }

  /// Whether all sound has decayed, so the output is zero until there is input.
  /// - Thread: audio
  package var isSilent: Bool { @_noAllocation @_noLocks get { quietFrames >= length } }

  /// An upper bound of the output without further input: the peak of what has been written to the lines, over at least
  /// the longest delay, times the greatest gain of an output.
  /// - Thread: audio
  package var level: Float {
    @_noAllocation @_noLocks get {
      isSilent ? 0 : follower.peak * max(tuning.greatestGain, fadeLeft > 0 ? target.greatestGain : 0)
    }
  }
}

extension DelayCore {
  /// The buses of a delay effect, which are added to.
  package struct Buses {
    let left: UnsafeMutablePointer<Float>
    let right: UnsafeMutablePointer<Float>

    @_noAllocation @_noLocks
    package init(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) {
      (self.left, self.right) = (left, right)
    }
  }

  /// A frame of the output, and the gains with which it is sent to other effects.
  private struct OutputFrame {
    let left: Float
    let right: Float
    let reverbSend: Float
    let chorusSend: Float
  }

  /// Adds the delayed input to the output, and to the inputs of reverb and chorus.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func render(
    _ inputLeft: UnsafePointer<Float>, _ inputRight: UnsafePointer<Float>, output: Buses, reverb: Buses, chorus: Buses,
    count: Int
  ) {
    if isNew { settle() }
    var frame = 0
    while frame < count {
      if fadeLeft == 0 { beginFade() }
      if isSilent, inputLeft[frame] == 0, inputRight[frame] == 0 {
        advanceFade()
        frame &+= 1
        continue
      }
      let out = renderFrame(Self.sound(inputLeft[frame]), Self.sound(inputRight[frame]))
      output.left[frame] += out.left
      output.right[frame] += out.right
      if out.reverbSend != 0 {
        reverb.left[frame] += out.left * out.reverbSend
        reverb.right[frame] += out.right * out.reverbSend
      }
      if out.chorusSend != 0 {
        chorus.left[frame] += out.left * out.chorusSend
        chorus.right[frame] += out.right * out.chorusSend
      }
      frame &+= 1
    }
  }

  /// Advances by `count` frames without input, while the effect is silent.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func rest(_ count: Int) {
    if isNew { settle() }
    var left = count
    while left > 0 {
      if fadeLeft == 0 { beginFade() }
      guard fadeLeft > 0 else { return }
      let frames = left < fadeLeft ? left : fadeLeft
      fadeLeft &-= frames
      if fadeLeft == 0 { tuning = target }
      left &-= frames
    }
  }

  /// Applies the settings that arrived before the first frame.
  @_noAllocation @_noLocks
  private mutating func settle() {
    isNew = false
    guard let settings = pending else { return }
    tuning = DelayTuning(settings, sampleRate: sampleRate, length: length)
    pending = nil
  }

  /// Starts the crossfade to pending settings.
  @inline(__always) @_noAllocation @_noLocks
  private mutating func beginFade() {
    guard let settings = pending else { return }
    target = DelayTuning(settings, sampleRate: sampleRate, length: length)
    pending = nil
    fadeLeft = fadeFrames
  }

  @inline(__always) @_noAllocation @_noLocks
  private mutating func advanceFade() {
    guard fadeLeft > 0 else { return }
    fadeLeft &-= 1
    if fadeLeft == 0 { tuning = target }
  }

  @inline(__always) @_noAllocation @_noLocks
  private mutating func renderFrame(_ left: Float, _ right: Float) -> OutputFrame {
    var now = tuning
    var (outLeft, outRight) = outputs(tuning)
    var (backLeft, backRight) = (read(tuning.leftFeedback), read(tuning.rightFeedback))
    if fadeLeft > 0 {
      let part = Float(fadeFrames &- fadeLeft) / Float(fadeFrames)
      let new = outputs(target)
      outLeft += (new.0 - outLeft) * part
      outRight += (new.1 - outRight) * part
      backLeft += (read(target.leftFeedback) - backLeft) * part
      backRight += (read(target.rightFeedback) - backRight) * part
      now.approach(target, part)
    }
    inputLeft = Self.passed(inputLeft, left, now.inputPole)
    inputRight = Self.passed(inputRight, right, now.inputPole)
    feedbackLeft = Self.passed(feedbackLeft, backLeft, now.feedbackPole)
    feedbackRight = Self.passed(feedbackRight, backRight, now.feedbackPole)
    write(
      Self.audible(inputLeft * now.leftToLeft + inputRight * now.rightToLeft + feedbackLeft),
      Self.audible(inputRight * now.rightToRight + feedbackRight))
    advanceFade()
    return OutputFrame(left: outLeft, right: outRight, reverbSend: now.reverbSend, chorusSend: now.chorusSend)
  }

  /// Returns a low-pass's state after an input; a coefficient of 1 is no filter.
  @inline(__always) @_noAllocation @_noLocks
  private static func passed(_ state: Float, _ input: Float, _ pole: Float) -> Float {
    pole == 1 ? input : audible(state + (input - state) * pole)
  }

  @inline(__always) @_noAllocation @_noLocks
  private func outputs(_ tuning: DelayTuning) -> (Float, Float) {
    (read(tuning.left) + read(tuning.leftSecond), read(tuning.right) + read(tuning.rightSecond))
  }

  @inline(__always) @_noAllocation @_noLocks
  private func read(_ tap: DelayTuning.Tap) -> Float {
    guard tap.gain != 0 else { return 0 }
    let index = position &- tap.delay
    return memory[tap.line &* length &+ (index < 0 ? index &+ length : index)] * tap.gain
  }

  @inline(__always) @_noAllocation @_noLocks
  private mutating func write(_ left: Float, _ right: Float) {
    memory[position] = left
    memory[length &+ position] = right
    position = position &+ 1 == length ? 0 : position &+ 1
    quietFrames = left == 0 && right == 0 ? quietFrames &+ 1 : 0
    follower.follow(peak: max(left.magnitude, right.magnitude), frames: 1)
  }

  /// Returns an input, or 0 if it is no sound: NaN, or more than 120 dB above full scale.
  @inline(__always) @_noAllocation @_noLocks
  private static func sound(_ value: Float) -> Float { value.magnitude <= 1e6 ? value : 0 }

  @inline(__always) @_noAllocation @_noLocks
  private static func audible(_ value: Float) -> Float { value.magnitude < floor ? 0 : value }
}
