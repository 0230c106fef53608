import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth

/// The audio side of a ``SongPlayer``.
///
///     position ─► events that are due ─► synthesizer ─► block up to the next event, loop end or end ─► position …
///                         └────────────► MIDI output
///
/// Each event is sent to the synthesizer on its frame, and the frames between two events are rendered without events.
/// By the partition law, this produces the same sound as rendering in one piece, and no event buffer is needed.
/// Positions are fixed-point numbers; at normal speed they are always whole frames of the timeline.
/// - Thread: audio
package struct SongPlayerCore {
  private let synth: SynthRenderer
  /// The receivers of the song's messages: without the MIDI output until playback begins, because only then are the
  /// output's ports connected.
  private var receiver: SongReceiver
  private let output: SongReceiver
  private var clock: SongClock?
  private var parts = SongParts()
  private let plans: SnapshotReader<SongHeader>
  private let controls: StateReader<SongControls>
  private let locations: StateWriter<SongLocation>
  private let sides: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private var notes: SongNotes
  private var plan: UnsafePointer<SongHeader>?
  private var set = SongControls()
  /// The index of the next event.
  private var next = 0
  /// The position of the next frame, in units of 1/``SongSpeed/one``.
  private var position: Int64 = 0
  private var seekNumber: UInt32 = 0
  private var passes: Int64 = 0
  /// The loop's end after the last update; 0 without a loop.
  private var loopEnd: Int64 = 0
  /// Whether playing has reached the loop's end, so that the next frame belongs to the next pass.
  private var isPassOver = false
  /// Whether playback has started or input has arrived; until then, the synthesizer does not render.
  private var hasBegun = false
  private var isOver = false

  init(
    _ receiver: SongReceiver, clock: SongClock?, plans: SnapshotReader<SongHeader>,
    controls: StateReader<SongControls>, locations: StateWriter<SongLocation>,
    sides: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, notes: SongNotes
  ) {
    (synth, self.receiver, output, self.clock) = (receiver.synth, receiver.sound, receiver.output, clock)
    (self.plans, self.controls) = (plans, controls)
    (self.locations, self.sides, self.notes) = (locations, sides, notes)
  }

  /// Renders a cycle of any length, including input events. Returns what is sent to MIDI outputs, if there are any.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func render(_ cycle: RenderCycle, input: EventList, into block: AudioBlock) -> LiveOutput? {
    let frames = min(max(0, cycle.frameCount), block.frameCount)
    output.events?.pointee.clear()
    clock?.clear()
    takePlan()
    takeControls()
    var (done, nextInput) = (0, 0)
    if set.isPlaying || input.count > 0 { hasBegun = true }
    if !hasBegun { block.silence(from: 0, frames) }
    while hasBegun, done < frames {
      while nextInput < input.count, Int(input[nextInput].offset) <= done {
        synth.receive(input[nextInput].message)
        nextInput &+= 1
      }
      var span = frames &- done
      if nextInput < input.count { span = min(span, Int(input[nextInput].offset) &- done) }
      output.events?.pointee.offset = Int32(truncatingIfNeeded: done)
      if set.isPlaying { span = play(span) }
      clock?.send(span, at: done, isMoving: set.isPlaying && !isOver)
      receiver.hasSound ? render(span, at: done, into: block) : block.silence(from: done, span)
      done &+= span
    }
    publishLocation()
    guard let events = output.events else { return nil }
    return LiveOutput(events: events.pointee.list, clock: clock?.list ?? EventList(start: nil, count: 0))
  }

  /// Returns the frame of the song that was heard `frames` frames before the end of the last cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func frame(beforeEnd frames: Int64) -> Int64 {
    (set.isPlaying ? position &- frames &* set.speed : position) &>> SongSpeed.bits
  }

  // MARK: Updates from the control side

  private mutating func takePlan() {
    guard plans.hasUpdate, let new = plans.acquire() else { return }
    plan = new
    let isNewLoop = new.pointee.loopEnd != loopEnd
    loopEnd = new.pointee.loopEnd
    if isNewLoop { isPassOver = false }
    if new.pointee.seekNumber != seekNumber {
      seek(new.pointee)
    } else if isNewLoop, !isOver, isJustBeyondLoop(new.pointee) {
      wrap(new.pointee, carrying: 0)
    }
  }

  /// Moves to another position: sounding notes fade out, and all channels are set to the song's state there.
  private mutating func seek(_ plan: SongHeader) {
    seekNumber = plan.seekNumber
    position = SongSpeed.position(ofFrame: plan.seekFrame)
    isOver = false
    isPassOver = plan.loopEnd > plan.loopStart && plan.seekFrame == plan.loopEnd
    next = plan.firstEvent(from: plan.seekFrame)
    notes.reset()
    parts.forget()
    clock?.jump(to: position)
    // for the first position, the control side has already set the channels of the synthesizer
    if seekNumber > 1 { restore(plan, to: receiver) } else { note(plan) }
  }

  /// Notes the song's pedals, volumes and programs at the first position.
  private mutating func note(_ plan: SongHeader) {
    for message in plan.chased {
      if message.isSystemExclusive || message.isSystem { notes.forgetPedals() }
      notes.note(message)
      parts.note(message)
    }
  }

  /// Sets all channels of receivers to the song's state at the position of the last seek.
  private mutating func restore(_ plan: SongHeader, to receiver: SongReceiver) {
    if seekNumber > 1 {
      for port in 0..<16 where plan.ports & (1 &<< UInt16(port)) != 0 { receiver.restart(port: port) }
    }
    if let events = receiver.events { reset(plan, events) }
    for message in plan.chased { send(message, to: receiver) }
    parts.restore(to: receiver)
    if !set.isPlaying { notes.liftPedals(receiver) }
  }

  /// Gives the receivers of the MIDI output the defaults of what they have been sent but the song has not set yet.
  private mutating func reset(_ plan: SongHeader, _ events: UnsafeMutablePointer<SongEvents>) {
    let (sent, chased) = (events.pointee.sent, events.pointee.chased)
    chased.clear()
    for message in plan.chased { chased.note(message) }
    for channel in 0..<SongNotes.channels {
      sent.reset(channel, unlessSetIn: chased) { parts.send($0, to: output) }
    }
  }

  private mutating func takeControls() {
    let new = controls.acquire()
    let old = set
    set = new
    if old.isPlaying, !new.isPlaying {
      notes.release(receiver)
      notes.liftPedals(receiver)
    } else if !old.isPlaying, new.isPlaying {
      notes.restorePedals(receiver)
      openOutput()
    }
    parts.set(new.parts, to: receiver)
    guard old.muted != new.muted else { return }
    for channel in 0..<SongNotes.channels {
      switch (Self.isMuted(channel, old), Self.isMuted(channel, new)) {
      case (false, true):
        notes.release(channel, receiver)
        notes.liftPedals(channel, receiver)
      case (true, false): if new.isPlaying { notes.restorePedals(channel, receiver) }
      default: break
      }
    }
  }

  /// Starts sending to the MIDI output, when playback begins: first the state of the channels.
  private mutating func openOutput() {
    guard receiver.events == nil, let events = output.events else { return }
    receiver = SongReceiver(synth: synth, hasSound: receiver.hasSound, events: events)
    if let plan = plan?.pointee { restore(plan, to: output) }
  }

  private func isMuted(_ channel: Int) -> Bool { Self.isMuted(channel, set) }

  private static func isMuted(_ channel: Int, _ set: SongControls) -> Bool {
    set.muted[channel &>> 6] & (1 &<< UInt64(channel & 63)) != 0
  }

  // MARK: The song

  /// Returns the number of frames from now until a frame of the song.
  private func frames(to frame: Int64) -> Int {
    let distance = SongSpeed.position(ofFrame: frame) &- position
    return distance <= 0 ? 0 : Int(truncatingIfNeeded: (distance &+ set.speed &- 1) / set.speed)
  }

  /// Sends the events that are due, and advances the position. Returns how many frames, at most `most`, to render
  /// before the next event, the loop's end or the song's end.
  private mutating func play(_ most: Int) -> Int {
    guard let plan = plan?.pointee else { return most }
    var span = most
    let loops = plan.loopEnd > plan.loopStart
    let end = SongSpeed.position(ofFrame: plan.loopEnd)
    if loops, isPassOver, !isOver {
      // events after the pass's last frame, but before its end
      sendEvents(plan, before: plan.loopEnd)
      wrap(plan, carrying: position &- end)
    }
    sendDue(plan)
    if let events = plan.events, next < plan.eventCount, !isOver { span = min(span, frames(to: events[next].frame)) }
    if loops, position < end { span = min(span, frames(to: plan.loopEnd)) }
    if position < SongSpeed.position(ofFrame: plan.end) { span = min(span, frames(to: plan.end)) }
    span = max(1, span)
    if let steady = clock?.begin(at: position, speed: set.speed, most: span) { span = steady }
    let isBefore = position < end
    position &+= Int64(span) &* set.speed
    isPassOver = loops && isBefore && position >= end
    return span
  }

  /// Whether playback is only a little past the end of a new loop. A user who sets the end to the current position
  /// always does so some cycles late.
  private func isJustBeyondLoop(_ plan: SongHeader) -> Bool {
    guard plan.loopEnd > plan.loopStart else { return false }
    let beyond = position &- SongSpeed.position(ofFrame: plan.loopEnd)
    return beyond >= 0 && beyond < SongSpeed.position(ofFrame: plan.loopReach)
  }

  /// Restarts the loop: open notes end, and channels keep their state.
  ///
  /// - Parameter overshoot: the distance, less than an output frame, of the position from the exact end of the pass; it
  ///   is carried over into the next pass. The events at the loop's start play nevertheless.
  private mutating func wrap(_ plan: SongHeader, carrying overshoot: Int64) {
    let start = SongSpeed.position(ofFrame: plan.loopStart)
    position = start &+ overshoot
    isPassOver = false
    passes &+= 1
    clock?.jump(to: start)
    notes.release(receiver)
    next = plan.firstEvent(from: plan.loopStart)
  }

  /// Sends the events of this frame; at the end, releases pedals and keys.
  private mutating func sendDue(_ plan: SongHeader) {
    guard !isOver else { return }
    sendEvents(plan, before: plan.isCut ? plan.end : .max)
    guard position >= SongSpeed.position(ofFrame: plan.end), plan.isCut || next >= plan.eventCount else { return }
    isOver = true
    for index in 0..<plan.finalReleaseCount { receiver.receive(plan.finalReleases.unsafelyUnwrapped[index]) }
    notes.reset()
  }

  /// Sends the events that are due and lie before a frame of the song.
  private mutating func sendEvents(_ plan: SongHeader, before limit: Int64) {
    guard let events = plan.events else { return }
    while next < plan.eventCount, events[next].frame < limit, frames(to: events[next].frame) == 0 {
      send(events[next].message, to: receiver)
      next &+= 1
    }
  }

  private mutating func send(_ message: ChannelMessage, to receiver: SongReceiver) {
    if message.startsNote, message.isForChannel, isMuted(SongNotes.channel(of: message)) { return }
    notes.note(message)
    parts.send(message, to: receiver)
    if SongParts.mayReset(message) { parts.restore(to: receiver) }
  }

  // MARK: Sound

  private func render(_ count: Int, at offset: Int, into block: AudioBlock) {
    let channels = min(block.channelCount, 2)
    for channel in 0..<channels { sides[channel] = block[channel] + offset }
    block.silence(fromChannel: channels, from: offset, count)
    let none = EventList(start: nil, count: 0)
    synth.render(
      count, events: none, into: AudioBlock(channels: sides, channelCount: channels, frameCount: count))
  }

  private func publishLocation() {
    var location = SongLocation()
    location.frame = position &>> SongSpeed.bits
    (location.isPlaying, location.isAtEnd, location.passes) = (set.isPlaying, isOver, passes)
    location.voices = Int32(truncatingIfNeeded: synth.voiceCount())
    location.isQuiet = synth.isQuiet(below: TailEnd.halfStep)
    location.seekNumber = seekNumber
    locations.publish(location)
  }
}
