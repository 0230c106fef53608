import CTactusKernels
import TactusDSP
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth

/// One rendering pass of a bounce: produces the sound of the instrument.
///
///     pre-roll (unheard) │ lead-in │ song ──────── last event, pedals up │ tail ─── silence │ end
///
/// - Thread: control
struct BounceRun {
  private let bouncer: Bouncer
  private let renderRange: RenderRange
  private let instrument: any ScoreInstrument
  private let timeline: EventTimeline
  private var player: SequencePlayer
  private var events: UnsafeMutableBufferPointer<TimedEvent>
  private var memory: BlockMemory
  /// The memory of the block that `keepBlock` has kept.
  private var keptMemory: BlockMemory
  private let channelCount: Int
  private var channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>> { memory.channels }
  /// The events to play on the first audible frame before all others.
  private var opening: [TimedEvent] = []
  /// The messages that set the channel state before the first audible frame.
  private var preparation: [TimedEvent] = []
  private var crossfade: LoopCrossfade?
  /// Collects voice events, if the bounce is traced.
  private let tracer: VoiceTracer?
  private var frame: Int64 = 0
  /// The number of frames that the instrument has rendered.
  private var playedFrames: Int64 = 0
  /// The number of frames that the instrument rendered before the first audible frame.
  private var unheardFrames: Int64 = 0
  /// The number of pre-roll frames that have been played.
  private var preRollDone: Int64 = 0
  private var isReleased = false
  private(set) var isTailCut = false
  private let songEnd: Int64
  private let lastFrame: Int64
  /// Whether the mix of the last cycle stayed below the tail's threshold.
  private var isQuiet = false
  private let threshold: Float

  /// The number of frames rendered at a time after the end of the song, and by one thread. The length of a tail depends
  /// on it.
  private static var cycle: Int { BouncePreRoll.cycle }
  /// The maximum length of a cycle that several threads render: frames for each thread, and frames in total. In
  /// longer cycles, fewer frames are rendered twice, but a cycle takes 32 bytes of memory for each frame, and then exceeds
  /// the cache.
  private static var longCycle: (forEach: Int, most: Int) { (300_000, 2_400_000) }
  /// The maximum number of events in a long cycle. If there are more, the cycle ends before the next one.
  private static var longEvents: Int { 1 << 15 }
  /// The capacity for the messages that end a song: three for each channel.
  private static var finalReleases: Int { 3 * 256 }

  /// - Parameters:
  ///   - instrument: the instrument; the last two channels of its blocks are the mix.
  ///   - timeline: the bouncer's timeline, or a copy of it with stem-choice messages (see ``StemPlan``).
  ///   - gain: the gain that is applied to the output afterwards. The tail's threshold is divided by it, because the
  ///     threshold is a level of the output.
  ///   - isTraced: whether voice events are recorded.
  init(
    _ bouncer: Bouncer, _ instrument: some ScoreInstrument, _ timeline: EventTimeline, gain: Float,
    isTraced: Bool = false
  ) {
    self.bouncer = bouncer
    self.instrument = instrument
    self.timeline = timeline
    renderRange = bouncer.renderRange
    let settings = bouncer.settings
    player = SequencePlayer(timeline)
    channelCount = instrument.channelCount
    if renderRange.first > 0, renderRange.heldNotes != .sounding {
      let state = RangeOpening(timeline, before: renderRange.first)
      preparation = state.settings
      opening = state.struck(if: renderRange.heldNotes == .struck)
    }
    let room = max(4_096, timeline.mostEventsInOneFrame) + Self.finalReleases + opening.count
    events = .allocate(capacity: room)
    tracer = isTraced ? VoiceTracer(bouncer.bank, capacity: min(1 << 21, max(1 << 17, 64 * room))) : nil
    instrument.setTracer(tracer)
    memory = BlockMemory(channelCount: channelCount, capacity: Self.cycle)
    keptMemory = BlockMemory(channelCount: channelCount, capacity: Self.cycle)
    crossfade = renderRange.period > 0 ? LoopCrossfade(renderRange, channelCount: channelCount) : nil
    songEnd = bouncer.songFrames
    let tail = TailEnd(settings.tail, bouncer.sampleFormat)
    threshold = tail.quiet > 0 ? tail.quiet / max(gain, .leastNormalMagnitude) : -1
    lastFrame = bouncer.maximumFrames
  }

  func free() {
    instrument.setTracer(nil)
    events.deallocate()
    memory.free()
    keptMemory.free()
    crossfade?.free()
  }

  // MARK: The pre-roll

  /// Plays the song up to the first audible frame if its notes sustain into the range; if not, plays only the messages
  /// that set the channel state. Returns false if `shouldContinue` returns false.
  mutating func playPreRoll(with work: any ParallelWork, _ shouldContinue: (BounceProgress) -> Bool) -> Bool {
    guard renderRange.first > 0 else { return true }
    if renderRange.heldNotes == .sounding {
      while preRollDone < renderRange.first {
        let count = Int(min(Int64(Self.cycle), renderRange.first - preRollDone))
        play(count, from: preRollDone, with: work) {}
        crossfade?.take(block(count), at: preRollDone)
        preRollDone += Int64(count)
        guard shouldContinue(progress) else { return false }
      }
    } else {
      player.seek(toFrame: renderRange.first)
      let count = BouncePreRoll(bouncer).frameCount
      preparation.withUnsafeBufferPointer { perform(count, at: 0, events: $0, with: work) {} }
      preparation = []
    }
    unheardFrames = playedFrames
    return true
  }

  // MARK: The audible part

  /// Returns the number of frames to render next on a number of threads; nil at the end.
  mutating func nextCycle(threads: Int) -> Int? {
    let border = frame < bouncer.leadInFrames ? bouncer.leadInFrames : frame < songEnd ? songEnd : lastFrame
    if frame >= songEnd, isQuiet, isSongDone, !instrument.hasVoices { return nil }
    guard frame < border else {
      let mayEnd = threshold < 0 && !bouncer.isCutByLength
      isTailCut = renderRange.hasTail && !mayEnd && (instrument.hasVoices || !isQuiet)
      return nil
    }
    return Int(min(Int64(cycle(threads: threads)), border - frame))
  }

  /// The length of a cycle that a number of threads render. It divides the song into equal cycles, and is a multiple of
  /// the length of one thread's cycles.
  private func cycle(threads: Int) -> Int {
    guard threads > 1, channelCount == 2, frame >= bouncer.leadInFrames, frame < songEnd else { return Self.cycle }
    let most = min(threads * Self.longCycle.forEach, Self.longCycle.most)
    let usual = (renderRange.length + Int64(Self.cycle) - 1) / Int64(Self.cycle)
    let parts = (usual * Int64(Self.cycle) + Int64(most) - 1) / Int64(most)
    return Int((usual + parts - 1) / parts) * Self.cycle
  }

  /// Provides the memory for a cycle.
  private mutating func makeRoom(_ count: Int) {
    memory.makeRoom(count)
    guard count > Self.cycle, events.count < Self.longEvents else { return }
    events.deallocate()
    events = .allocate(capacity: Self.longEvents)
  }

  /// Keeps the last block valid during the next call of `render`.
  mutating func keepBlock() { swap(&memory, &keptMemory) }

  /// Renders a cycle. The block is valid until the next call.
  ///
  /// - Parameter whileIdle: may be called, on any thread, when a thread has nothing to do.
  mutating func render(
    _ count: Int, with work: any ParallelWork, whileIdle: @Sendable () -> Void = {}
  ) -> AudioBlock {
    makeRoom(count)
    if frame < bouncer.leadInFrames {
      for channel in 0..<channelCount { channels[channel].update(repeating: 0, count: count) }
    } else {
      let location = position
      play(count, from: location, with: work, whileIdle)
      crossfade?.take(block(count), at: location)
      crossfade?.blend(block(count), at: location)
    }
    frame += Int64(count)
    measure(count)
    return block(count)
  }

  /// The next frame of the song to be heard.
  private var position: Int64 { renderRange.first + frame - bouncer.leadInFrames }
  /// Whether the song has no more events to play.
  private var isSongDone: Bool { player.isAtEnd || renderRange.isCut && frame >= songEnd }

  private func block(_ count: Int) -> AudioBlock {
    AudioBlock(channels: channels, channelCount: channelCount, frameCount: count)
  }

  /// Renders `count` frames of the song, starting at `location`, into the first frames of the block.
  private mutating func play(
    _ count: Int, from location: Int64, with work: any ParallelWork, _ whileIdle: @Sendable () -> Void
  ) {
    var done = 0
    while done < count {
      let span = RenderCycle(firstFrame: location + Int64(done), frameCount: count - done)
      let delivery = deliver(span)
      let length = Int(min(delivery.endFrame - span.firstFrame, Int64(count - done)))
      perform(length, at: done, events: EventList(rebasing: events[..<delivery.count]), with: work, whileIdle)
      done += length
    }
  }

  /// Writes the events of a span to `events`: those of the song and, at the song's end, the messages that release all
  /// pedals and keys.
  private mutating func deliver(_ span: RenderCycle) -> (count: Int, endFrame: Int64) {
    var count = 0
    if !opening.isEmpty, span.firstFrame >= renderRange.first {
      for event in opening {
        events[count] = event
        count += 1
      }
      opening = []
    }
    var endFrame = span.firstFrame + Int64(span.frameCount)
    let isOver = renderRange.isCut && span.firstFrame >= renderRange.end
    if !isOver {
      let room = UnsafeMutableBufferPointer(rebasing: events[count..<(events.count - Self.finalReleases)])
      let delivery = player.render(span, into: room)
      count += delivery.count
      endFrame = delivery.endFrame
    }
    guard span.firstFrame >= renderRange.end, !isReleased, isOver || player.isAtEnd else { return (count, endFrame) }
    isReleased = true
    for message in Self.finalReleases(timeline) {
      events[count] = TimedEvent(offset: 0, message: message)
      count += 1
    }
    return (count, endFrame)
  }

  /// Returns the messages that release all pedals and keys of the channels that play.
  static func finalReleases(_ timeline: EventTimeline) -> [ChannelMessage] {
    timeline.channels.sorted { $0.key < $1.key }.flatMap { port, mask in
      (UInt8(0)..<16).filter { mask & (1 << UInt16($0)) != 0 }.flatMap { channel in
        [64, 66, 123].map { ChannelMessage(status: 0xB0 | channel, $0, 0, port: port) }
      }
    }
  }

  private mutating func perform(
    _ count: Int, at offset: Int, events: EventList, with work: any ParallelWork, _ whileIdle: @Sendable () -> Void
  ) {
    block(offset + count).withPart(offset..<offset + count) { part in
      instrument.play(
        frames: count, events: events, into: part, perform: { work.perform($0, $1) }, whileIdle: whileIdle)
    }
    playedFrames += Int64(count)
    tracer?.collect()
  }

  /// Determines whether the mix is quiet, which matters only after the end of the song.
  ///
  /// Of a long cycle, it measures only the frames that would be the last cycle with one thread, so that the end of a
  /// tail does not depend on the number of threads.
  private mutating func measure(_ count: Int) {
    guard frame >= songEnd else { return }
    let first = (count - 1) / Self.cycle * Self.cycle
    let frames = Int32(truncatingIfNeeded: count - first)
    let (left, right) = (channels[channelCount - 2] + first, channels[channelCount - 1] + first)
    isQuiet =
      max(ctactus_peak(left, frames), ctactus_peak(right, frames)) < threshold
      && instrument.effectLevel < threshold
  }

  // MARK: Voice events

  /// Returns the voice events since the last call, with frames counted from the start of the output.
  func takeVoiceEvents() -> [VoiceEvent] { shifted(tracer?.take(before: playedFrames)) }

  /// Returns the remaining voice events, including an end event for each voice that still sounds.
  func finishVoiceEvents() -> [VoiceEvent] { shifted(tracer?.finish(at: playedFrames)) }

  /// The number of voice events that were not recorded because too many happened at once.
  var lostVoiceEvents: Int { tracer?.lostCount ?? 0 }

  /// Converts frames of the instrument to frames of the output.
  private func shifted(_ events: [VoiceEvent]?) -> [VoiceEvent] {
    let shift = bouncer.leadInFrames - unheardFrames
    return (events ?? []).map { event in
      var event = event
      event.frame += shift
      return event
    }
  }

  // MARK: Reporting

  var progress: BounceProgress {
    BounceProgress(
      frame: frame, songFrames: songEnd, preRollDone: preRollDone,
      preRollFrames: renderRange.heldNotes == .sounding ? renderRange.first : 0,
      sampleRate: bouncer.settings.sampleRate,
      voices: instrument.voiceCount)
  }

  var counters: SynthCounters { instrument.counters }
  var missingPresets: [MissingPreset] { instrument.missingPresets }
}
