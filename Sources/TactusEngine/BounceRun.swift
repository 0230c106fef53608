import CTactusKernels
import TactusDSP
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth

/// One bounce on its way.
///
///     lead-in │ song ─────────────────────── last event, pedals up │ tail ─── silence │ end
///
/// - Thread: control
struct BounceRun {
  private let bouncer: Bouncer
  private let synth: SoundFontSynth
  private var player: SequencePlayer
  private let events: UnsafeMutableBufferPointer<TimedEvent>
  private let samples: UnsafeMutablePointer<Float>
  private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private var frame: Int64 = 0
  private var peak: Float = 0
  private var isReleased = false
  private var isTailCut = false
  private let songEnd: Int64
  private let lastFrame: Int64
  /// The output of the cycle just rendered stayed below the tail's threshold.
  private var isQuiet = false
  private let threshold: Float

  /// How many frames are rendered at a time.
  private static var cycle: Int { 4_096 }
  /// Room for the messages that end a song: three for each channel.
  private static var farewell: Int { 3 * 256 }

  init(_ bouncer: Bouncer, replicas: Int) {
    self.bouncer = bouncer
    let settings = bouncer.settings
    synth = SoundFontSynth(bank: bouncer.bank, settings: settings.synth)
    synth.prepare(sampleRate: settings.sampleRate, replicas: replicas)
    player = SequencePlayer(bouncer.timeline)
    events = .allocate(capacity: max(1_024, bouncer.timeline.mostEventsInOneFrame) + Self.farewell)
    samples = .allocate(capacity: 2 * Self.cycle)
    samples.initialize(repeating: 0, count: 2 * Self.cycle)
    channels = .allocate(capacity: 2)
    channels.initialize(to: samples)
    (channels + 1).initialize(to: samples + Self.cycle)
    songEnd = bouncer.songFrames
    let rate = Double(settings.sampleRate)
    let tail: Double
    switch settings.tail {
    case .automatic(let level, let maximum):
      threshold = Float(ExactMath.gain(decibels: level))
      tail = maximum
    case .seconds(let seconds):
      threshold = -1
      tail = seconds
    }
    lastFrame = min(songEnd + Int64(tail * rate + 0.5), max(songEnd, Int64(settings.maximumLength * rate)))
  }

  func free() {
    events.deallocate()
    samples.deallocate()
    channels.deallocate()
  }

  /// How many frames to render next; nil at the end.
  mutating func nextCycle() -> Int? {
    let border = frame < songEnd ? songEnd : lastFrame
    if frame >= songEnd, isQuiet, player.isAtEnd, !synth.hasVoices { return nil }
    guard frame < border else {
      isTailCut = threshold >= 0 && (synth.hasVoices || !isQuiet)
      return nil
    }
    return Int(min(Int64(Self.cycle), border - frame))
  }

  /// Renders a cycle.
  mutating func render(_ count: Int, with work: some ParallelWork) -> AudioBlock {
    var done = 0
    while done < count {
      let span = RenderCycle(firstFrame: frame - bouncer.leadInFrames, frameCount: count - done)
      let delivery = deliver(span)
      let length = Int(min(delivery.endFrame - span.firstFrame, Int64(count - done)))
      render(length, at: done, events: EventList(rebasing: events[..<delivery.count]), with: work)
      done += length
    }
    measure(count)
    return AudioBlock(channels: channels, channelCount: 2, frameCount: count)
  }

  /// The events of a span: the song's, and at its end the lifting of the pedals and the release of every key.
  private mutating func deliver(_ span: RenderCycle) -> (count: Int, endFrame: Int64) {
    let delivery = player.render(span, into: UnsafeMutableBufferPointer(rebasing: events.dropLast(Self.farewell)))
    guard frame >= songEnd, !isReleased, player.isAtEnd else { return (delivery.count, delivery.endFrame) }
    isReleased = true
    var count = delivery.count
    for (port, mask) in bouncer.timeline.channels.sorted(by: { $0.key < $1.key }) {
      for channel in UInt8(0)..<16 where mask & (1 << UInt16(channel)) != 0 {
        for controller: UInt8 in [64, 66, 123] {
          let message = ChannelMessage(status: 0xB0 | channel, controller, 0, port: port)
          events[count] = TimedEvent(offset: 0, message: message)
          count += 1
        }
      }
    }
    return (count, delivery.endFrame)
  }

  private mutating func render(_ count: Int, at offset: Int, events: EventList, with work: some ParallelWork) {
    withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: 2) { sides in
      sides.initialize(repeating: samples)
      sides[0] = channels[0] + offset
      sides[1] = channels[1] + offset
      guard let base = sides.baseAddress else { return }
      let block = AudioBlock(channels: base, channelCount: 2, frameCount: count)
      if synth.replicaCount > 1, count > 0 {
        synth.render(frames: count, events: events, into: block) { work.perform($0, $1) }
      } else {
        synth.render(RenderCycle(firstFrame: frame, frameCount: count), events: events, into: block)
      }
    }
    frame += Int64(count)
  }

  private mutating func measure(_ count: Int) {
    let frames = Int32(truncatingIfNeeded: count)
    let highest = max(tactus_peak(channels[0], frames), tactus_peak(channels[1], frames))
    peak = max(peak, highest)
    isQuiet = highest < threshold && synth.effectLevel < threshold
  }

  var progress: BounceProgress {
    BounceProgress(
      frame: frame, songFrames: songEnd, sampleRate: bouncer.settings.sampleRate, voices: synth.voiceCount)
  }

  var report: BounceReport {
    BounceReport(
      frameCount: frame, sampleRate: bouncer.settings.sampleRate, peak: peak, noteCount: bouncer.timeline.noteCount,
      synth: synth.counters, missingPresets: synth.missingPresets, isTailCut: isTailCut)
  }
}
