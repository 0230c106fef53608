import TactusMIDI
import TactusRealtime
import TactusRender
import TactusTime

extension SequencerCore {
  /// Sends a note-on and schedules its note-off.
  ///
  /// - Parameter cutsNotes: whether the note ends sounding notes on its key, if the track requires it.
  mutating func start(
    _ noteOn: ChannelMessage, _ note: CompiledNote, _ track: UnsafePointer<CompiledTrack>, began: Tick,
    in pass: TrackPass, at offset: Int64, cutsNotes: Bool = true, _ output: inout EventOutput
  ) {
    let due = track.pointee.end(of: note, began: began, in: pass)
    let sounding = SoundingNote(
      due: due, order: 0, noteOff: noteOn.noteOff(velocity: note.releaseVelocity), began: began,
      track: track.pointee.id, onsetInPass: note.tick, writtenKeyBits: note.message.keyBits, pass: pass)
    let again = cutsNotes && track.pointee.retriggers ? tracker.sounding(at: sounding.keyIndex) : 0
    guard output.room >= tracker.count &+ 2, again > 0 || !tracker.isFull else {
      counters.droppedNotes &+= 1
      return
    }
    for _ in 0..<again {
      if let before = tracker.remove(at: sounding.keyIndex) {
        emit(before.noteOff, at: offset, tick: began, track: before.track, &output)
      }
    }
    tracker.add(sounding)
    emit(noteOn, at: offset, tick: began, track: track.pointee.id, &output)
    counters.notes &+= 1
  }

  /// Sends a message other than a note, if the buffer has more room than the note-offs of all sounding notes need.
  mutating func send(
    _ message: ChannelMessage, at offset: Int64, tick: Tick, track: UInt32, _ output: inout EventOutput
  ) {
    if message.isSystemExclusive {
      switch message.packetForm {
      case .whole, .start: isDroppingPackets = false
      default: break
      }
    }
    guard output.room > tracker.count, !(isDroppingPackets && message.isSystemExclusive) else {
      if message.isSystemExclusive { isDroppingPackets = true }
      counters.droppedMessages &+= 1
      return
    }
    emit(message, at: offset, tick: tick, track: track, &output)
    chase.note(sent: message, by: track)
  }

  /// Sends the note-offs of all sounding notes as far as there is room; returns true if no note is left.
  @discardableResult
  mutating func releaseAll(at offset: Int64, _ output: inout EventOutput) -> Bool {
    while tracker.count > 0, output.room > 0 {
      let note = tracker.removeNext()
      emit(note.noteOff, at: offset, tick: position, track: note.track, &output)
    }
    return tracker.count == 0
  }

  /// Writes an event, for which there must be room, and reports it to the control side.
  mutating func emit(
    _ message: ChannelMessage, at offset: Int64, tick: Tick, track: UInt32, _ output: inout EventOutput
  ) {
    guard output.write(message, at: offset) else { return }
    if offset < 0 { counters.late &+= 1 }
    guard settings.reports else { return }
    let frame = firstFrame &+ Int64(output.offset)
    reports.push(PlayedEvent(frame: frame, tick: tick, message: message, track: track, isInput: false))
  }

  /// Reports the position to the control side. At the end of the cycle region, it is the start of the region.
  mutating func publishPlayhead(frame: Int64) {
    var tick = position
    if isRolling, let region = regionToWrap(), tick >= region.end { tick = region.start }
    playhead.publish(Playhead(frame: frame, tick: tick, isRolling: isRolling, counters: counters))
  }

  /// Reports the input before an offset to the control side, with its ticks in the sequence: each has the first tick
  /// that is not before it. No tick is earlier than the one at which this cycle started. After the last tick of the
  /// cycle region, this is the first tick of the next pass, so the ticks are always within the region.
  mutating func reportInput(before end: Int64) {
    guard settings.reports, reported < input.count else { return }
    let region = isRolling ? regionToWrap() : nil
    while reported < input.count {
      let event = input[reported]
      guard Int64(event.offset) < end else { return }
      let offset = max(0, Int64(event.offset))
      var tick = isRolling ? max(begun, firstTick(notBefore: now &+ offset)) : position
      if let region, tick >= region.end { tick = region.start }
      reports.push(
        PlayedEvent(frame: firstFrame &+ offset, tick: tick, message: event.message, track: 0, isInput: true))
      reported &+= 1
    }
  }
}
