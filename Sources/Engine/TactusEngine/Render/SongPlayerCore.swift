import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth

/// A ``SongPlayer`` on the audio thread.
///
///     position ─► events that are due ─► synthesizer ─► block up to the next event, loop end or end ─► position …
///
/// Each event is given to the synthesizer on its frame, and what lies between two of them is rendered without any: by the
/// partition law that is the same sound as in one piece, and no buffer can be too small. Places are kept in fixed point:
/// at the song's own speed they are whole, and the frames are those of its timeline.
/// - Thread: audio
package struct SongPlayerCore {
  private let synth: SynthRenderer
  private let plans: SnapshotReader<SongHeader>
  private let controls: StateReader<SongControls>
  private let told: StateWriter<SongPlace>
  private let sides: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private var notes: SongNotes
  private var plan: UnsafePointer<SongHeader>?
  private var set = SongControls()
  /// The index of the next event.
  private var next = 0
  /// The place of the next frame, in parts of ``SongSpeed/one``.
  private var position: Int64 = 0
  private var seekNumber: UInt32 = 0
  private var passes: Int64 = 0
  /// The loop's end, as it is known; 0 without one.
  private var loopEnd: Int64 = 0
  /// Until it has played, or something has come in, the synthesizer's first frame is still to come.
  private var hasBegun = false
  private var isOver = false

  init(
    synth: SynthRenderer, plans: SnapshotReader<SongHeader>, controls: StateReader<SongControls>,
    told: StateWriter<SongPlace>, sides: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, notes: SongNotes
  ) {
    (self.synth, self.plans, self.controls) = (synth, plans, controls)
    (self.told, self.sides, self.notes) = (told, sides, notes)
  }

  /// Renders a cycle of any length; what comes in is played along.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func render(_ cycle: RenderCycle, input: EventList, into block: AudioBlock) {
    let frames = min(max(0, cycle.frameCount), block.frameCount)
    takePlan()
    takeControls()
    var (done, nextInput) = (0, 0)
    if set.isPlaying || input.count > 0 { hasBegun = true }
    if !hasBegun { silence(block, from: 0, frames) }
    while hasBegun, done < frames {
      while nextInput < input.count, Int(input[nextInput].offset) <= done {
        synth.receive(input[nextInput].message)
        nextInput &+= 1
      }
      var span = frames &- done
      if nextInput < input.count { span = min(span, Int(input[nextInput].offset) &- done) }
      if set.isPlaying { span = play(span) }
      render(span, at: done, into: block)
      done &+= span
    }
    tell()
  }

  // MARK: What the control side says

  private mutating func takePlan() {
    guard plans.hasUpdate, let new = plans.acquire() else { return }
    plan = new
    let isNewLoop = new.pointee.loopEnd != loopEnd
    loopEnd = new.pointee.loopEnd
    if new.pointee.seekNumber != seekNumber {
      seek(new.pointee)
    } else if isNewLoop, !isOver, isJustBeyondLoop(new.pointee) {
      wrap(new.pointee)
    }
  }

  /// Goes elsewhere: what sounds fades out, and all channels become what the song has made of them by then.
  private mutating func seek(_ plan: SongHeader) {
    seekNumber = plan.seekNumber
    position = plan.seekFrame &<< SongSpeed.bits
    isOver = false
    findNext(plan)
    notes.reset()
    // at the first place the control side has set the channels
    guard seekNumber > 1 else { return }
    for port in 0..<16 where plan.ports & (1 &<< UInt16(port)) != 0 { synth.restart(port: port) }
    for index in 0..<plan.chaseCount { send(plan.chase.unsafelyUnwrapped[index]) }
    if !set.isPlaying { notes.liftPedals(synth) }
  }

  /// Finds the first event that is not before the position.
  private mutating func findNext(_ plan: SongHeader) {
    guard let events = plan.events else { return next = 0 }
    let frame = firstFrame()
    var (low, high) = (0, plan.eventCount)
    while low < high {
      let middle = low &+ (high &- low) / 2
      if events[middle].frame < frame { low = middle &+ 1 } else { high = middle }
    }
    next = low
  }

  private mutating func takeControls() {
    let new = controls.acquire()
    let old = set
    set = new
    if old.isPlaying, !new.isPlaying {
      notes.release(synth)
      notes.liftPedals(synth)
    } else if !old.isPlaying, new.isPlaying {
      notes.restorePedals(synth)
    }
    guard old.muted != new.muted else { return }
    for channel in 0..<SongNotes.channels {
      switch (Self.isMuted(channel, old), Self.isMuted(channel, new)) {
      case (false, true):
        notes.release(channel, synth)
        notes.liftPedals(channel, synth)
      case (true, false): if new.isPlaying { notes.restorePedals(channel, synth) }
      default: break
      }
    }
  }

  private func isMuted(_ channel: Int) -> Bool { Self.isMuted(channel, set) }

  private static func isMuted(_ channel: Int, _ set: SongControls) -> Bool {
    set.muted[channel &>> 6] & (1 &<< UInt64(channel & 63)) != 0
  }

  // MARK: The song

  /// The first whole frame that is not before the position.
  private func firstFrame() -> Int64 { (position &+ SongSpeed.one &- 1) &>> SongSpeed.bits }

  /// How many frames from now on lie before a frame of the song.
  private func frames(to frame: Int64) -> Int {
    let distance = frame &<< SongSpeed.bits &- position
    return distance <= 0 ? 0 : Int(truncatingIfNeeded: (distance &+ set.speed &- 1) / set.speed)
  }

  /// Sends what is due, and gives how many of so many frames come before something else is.
  private mutating func play(_ most: Int) -> Int {
    guard let plan = plan?.pointee else { return most }
    var span = most
    let loops = plan.loopEnd > plan.loopStart
    if loops, position >= plan.loopEnd &<< SongSpeed.bits, !isOver, cameFromLoop(plan) { wrap(plan) }
    sendDue(plan)
    if let events = plan.events, next < plan.eventCount, !isOver { span = min(span, frames(to: events[next].frame)) }
    if loops, position < plan.loopEnd &<< SongSpeed.bits { span = min(span, frames(to: plan.loopEnd)) }
    if position < plan.end &<< SongSpeed.bits { span = min(span, frames(to: plan.end)) }
    span = max(1, span)
    position &+= Int64(span) &* set.speed
    return span
  }

  /// Whether the loop's end has just been reached, and not gone beyond by a seek.
  private func cameFromLoop(_ plan: SongHeader) -> Bool {
    position &- plan.loopEnd &<< SongSpeed.bits < set.speed
  }

  /// Whether the end of a loop that has just been set was reached meanwhile: who sets it to where the song is, says so
  /// some cycles later.
  private func isJustBeyondLoop(_ plan: SongHeader) -> Bool {
    guard plan.loopEnd > plan.loopStart else { return false }
    let beyond = position &- plan.loopEnd &<< SongSpeed.bits
    return beyond >= 0 && beyond < plan.loopReach &<< SongSpeed.bits
  }

  /// Begins the loop anew: open notes end, channels stay as they are.
  private mutating func wrap(_ plan: SongHeader) {
    let length = (plan.loopEnd &- plan.loopStart) &<< SongSpeed.bits
    position = plan.loopStart &<< SongSpeed.bits &+ (position &- plan.loopEnd &<< SongSpeed.bits) % length
    passes &+= 1
    notes.release(synth)
    findNext(plan)
  }

  /// Gives the synthesizer the events of this frame; at the end pedals go up and keys are released.
  private mutating func sendDue(_ plan: SongHeader) {
    guard !isOver else { return }
    let isEnd = position >= plan.end &<< SongSpeed.bits
    if !(isEnd && plan.isCut), let events = plan.events {
      while next < plan.eventCount, frames(to: events[next].frame) == 0 {
        send(events[next].message)
        next &+= 1
      }
    }
    guard isEnd, plan.isCut || next >= plan.eventCount else { return }
    isOver = true
    for index in 0..<plan.finalReleaseCount { synth.receive(plan.finalReleases.unsafelyUnwrapped[index]) }
    notes.reset()
  }

  private mutating func send(_ message: ChannelMessage) {
    if message.startsNote, message.isForChannel, isMuted(SongNotes.channel(of: message)) { return }
    notes.note(message)
    synth.receive(message)
  }

  // MARK: Sound

  private func render(_ count: Int, at offset: Int, into block: AudioBlock) {
    let channels = min(block.channelCount, 2)
    for channel in 0..<channels { sides[channel] = block[channel] + offset }
    let none = EventList(start: nil, count: 0)
    synth.render(
      count, events: none, into: AudioBlock(channels: sides, channelCount: channels, frameCount: count))
  }

  private func silence(_ block: AudioBlock, from offset: Int, _ count: Int) {
    for channel in 0..<block.channelCount { (block[channel] + offset).update(repeating: 0, count: count) }
  }

  private func tell() {
    var place = SongPlace()
    place.frame = position &>> SongSpeed.bits
    (place.isPlaying, place.isAtEnd, place.passes) = (set.isPlaying, isOver, passes)
    place.voices = Int32(truncatingIfNeeded: synth.voiceCount())
    place.isQuiet = synth.isQuiet(below: 3.1622777e-5)
    place.seekNumber = seekNumber
    told.publish(place)
  }
}
