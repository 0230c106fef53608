import TactusMIDI
import TactusRender

/// How an effect with delays transforms a note.
protocol DelayMapping: BitwiseCopyable {
  /// Adds the notes into which a note-on is transformed.
  func map(_ noteOn: ChannelMessage, _ cycle: StageCycle, at offset: Int32, _ targets: inout DelayTargets)
  /// Returns the delay in frames of all messages that are not for a key.
  func delay() -> Int64
  /// Clears the effect's state.
  func reset()
}

extension DelayMapping {
  func delay() -> Int64 { 0 }
  func reset() {}
}

/// An effect whose notes may start later than the incoming ones.
struct DelayedStage<Mapping: DelayMapping>: EffectStage {
  var mapping: Mapping
  var isBypassed: Bool
  let held: UnsafeMutablePointer<HeldNotes>
  let delayed: UnsafeMutablePointer<DelayedNotes>
  let targets: UnsafeMutablePointer<DelayTarget>

  func render(_ cycle: StageCycle, _ input: EventList, _ output: inout EventWriter) {
    for event in input {
      let now = OutputTime(frame: cycle.firstFrame &+ Int64(event.offset), offset: event.offset)
      // messages that have waited for a frame come before those that arrive on it
      delayed.pointee.emit(before: now.frame &+ 1, cycle, &output)
      take(event.message, now, cycle, &output)
    }
    delayed.pointee.emit(before: cycle.firstFrame &+ Int64(cycle.frames), cycle, &output)
  }

  private func take(
    _ message: ChannelMessage, _ now: OutputTime, _ cycle: StageCycle, _ output: inout EventWriter
  ) {
    if message.startsNote {
      start(message, now, cycle, &output)
    } else if message.endsNote {
      end(message, now, &output)
    } else if message.isForKey {
      follow(message, now, &output)
    } else {
      let delay = isBypassed ? 0 : mapping.delay()
      if message.endsAllNotes { endAll(message, after: delay, now, &output) }
      delayed.pointee.pass(message, delay: delay, now, &output)
    }
  }

  private func start(
    _ noteOn: ChannelMessage, _ now: OutputTime, _ cycle: StageCycle, _ output: inout EventWriter
  ) {
    var list = DelayTargets(targets)
    let keyIndex = noteOn.keyIndex
    if isBypassed {
      // while the effect's own notes sound or wait, it keeps account of all notes, because they may share a key
      if !held.pointee.isHeld(keyIndex), delayed.pointee.isEmpty {
        output.pass(noteOn, at: now.offset)
        return
      }
      list.add(noteOn)
    } else {
      mapping.map(noteOn, cycle, at: now.offset, &list)
    }
    guard held.pointee.room >= max(1, list.count) else {
      output.refuse(noteOn)
      return
    }
    guard list.count > 0, delayed.pointee.hasRoom(for: list.count, held: held.pointee.count) else {
      if list.count > 0 { output.drop() }
      held.pointee.add(HeldNotes.Part(address: 0, isSounding: false, isLast: true), at: keyIndex)
      return
    }
    for index in 0..<list.count {
      let target = list[index]
      let wanted = now.frame &+ target.onDelay
      let due = max(wanted, delayed.pointee.earliest(target.message, now))
      delayed.pointee.start(target.message, at: due, now, &output)
      let part = HeldNotes.Part(
        address: target.message.word0, isSounding: true, isLast: index &+ 1 == list.count, onFrame: due,
        offDelay: target.offDelay &+ due &- wanted)
      held.pointee.add(part, at: keyIndex)
    }
  }

  private func end(_ noteOff: ChannelMessage, _ now: OutputTime, _ output: inout EventWriter) {
    let keyIndex = noteOff.keyIndex
    guard held.pointee.isHeld(keyIndex, besides: output) else { return output.pass(noteOff, at: now.offset) }
    while let part = held.pointee.takeFirst(at: keyIndex) {
      if part.isSounding { delayed.pointee.end(noteOff.moved(to: part.address), of: part, now, &output) }
      if part.isLast { break }
    }
  }

  private func follow(_ message: ChannelMessage, _ now: OutputTime, _ output: inout EventWriter) {
    var index = held.pointee.firstIndex(at: message.keyIndex)
    if index < 0 { output.write(message, at: now.offset) }
    while index >= 0 {
      let part = held.pointee.part(index)
      if part.isSounding { delayed.pointee.follow(message.moved(to: part.address), part, now, &output) }
      index = held.pointee.index(after: index)
    }
  }

  /// Ends all notes of a channel: at once, with those that wait, or after the delay of all messages, with those that
  /// would start later.
  private func endAll(_ message: ChannelMessage, after delay: Int64, _ now: OutputTime, _ output: inout EventWriter) {
    let noteOff = ChannelMessage(status: 0x80, 0, 64)
    output.forgetRefused(channelOf: message)
    var key = 0
    while var part = held.pointee.takeEnded(channelOf: message, from: &key, &output) {
      part.offDelay = delay
      if delay > 0, part.isSounding {
        delayed.pointee.end(noteOff.moved(to: part.address), of: part, now, &output)
      }
    }
    if delay == 0 {
      delayed.pointee.releaseChannel(of: message, at: now.offset, &output)
    } else {
      delayed.pointee.dropNotes(channelOf: message, after: now.frame &+ delay)
    }
  }

  func release(_ output: inout EventWriter) {
    held.pointee.reset()
    delayed.pointee.releaseAll(&output)
  }

  func reset() {
    held.pointee.reset()
    delayed.pointee.reset()
    mapping.reset()
  }

  func isIdle() -> Bool { held.pointee.isEmpty && delayed.pointee.isEmpty }
  func nextFrame(_ line: HostTickMap?) -> Int64 { delayed.pointee.nextFrame }
}
