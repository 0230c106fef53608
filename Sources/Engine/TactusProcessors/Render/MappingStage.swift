import TactusMIDI
import TactusRender

/// How an effect without delays transforms messages, one at a time.
protocol NoteMapping: BitwiseCopyable {
  /// Adds the notes into which a note-on is transformed. If none is added, the note-on and its note-off are dropped.
  func map(_ noteOn: ChannelMessage, _ targets: inout NoteTargets)
  /// Handles a message that is not for a key.
  func pass(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter)
  /// Handles a message that is not for a key while the effect is bypassed.
  func passBypassed(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter)
  /// Whether a message for a key, other than a note-on or note-off, passes.
  func passes(_ message: ChannelMessage) -> Bool
  /// Transforms a note-off; its destination is always that of its note-on.
  func released(_ noteOff: ChannelMessage) -> ChannelMessage
  /// Ends what the effect has started, except notes, at offset 0.
  func release(_ output: inout EventWriter)
  /// Clears the effect's state, except notes.
  func reset()
  /// Whether the effect has no state, not counting notes.
  func isIdle() -> Bool
}

extension NoteMapping {
  func passBypassed(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    output.write(message, at: offset)
  }
  func passes(_ message: ChannelMessage) -> Bool { true }
  func released(_ noteOff: ChannelMessage) -> ChannelMessage { noteOff }
  func release(_ output: inout EventWriter) {}
  func reset() {}
  func isIdle() -> Bool { true }
  func pass(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    output.write(message, at: offset)
  }
}

/// An effect that derives notes from each incoming note, and stores the derived notes: see ``HeldNotes``.
struct MappingStage<Mapping: NoteMapping>: EffectStage {
  var mapping: Mapping
  var isBypassed: Bool
  let held: UnsafeMutablePointer<HeldNotes>
  let targets: UnsafeMutablePointer<ChannelMessage>

  func render(_ cycle: StageCycle, _ input: EventList, _ output: inout EventWriter) {
    for event in input { take(event.message, at: event.offset, &output) }
  }

  private func take(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    if message.startsNote {
      start(message, at: offset, &output)
    } else if message.endsNote {
      held.pointee.release(isBypassed ? message : mapping.released(message), at: offset, &output)
    } else if message.isForKey {
      if isBypassed || mapping.passes(message) { held.pointee.pass(message, at: offset, &output) }
    } else {
      if message.endsAllNotes { held.pointee.releaseChannel(of: message, at: offset, &output) }
      if isBypassed {
        mapping.passBypassed(message, at: offset, &output)
      } else {
        mapping.pass(message, at: offset, &output)
      }
      if message.endsAllNotes { output.endPassed(channelOf: message, at: offset) }
    }
  }

  private func start(_ noteOn: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    var list = NoteTargets(targets)
    if isBypassed {
      // usually the note-on need not be stored: it and its note-off pass unchanged
      if !held.pointee.mustStore(noteOn) {
        output.pass(noteOn, at: offset)
        return
      }
      list.add(noteOn)
    } else {
      mapping.map(noteOn, &list)
    }
    held.pointee.start(noteOn, list, at: offset, &output)
  }

  func release(_ output: inout EventWriter) {
    held.pointee.releaseAll(at: 0, &output)
    mapping.release(&output)
  }
  func reset() {
    held.pointee.reset()
    mapping.reset()
  }
  func isIdle() -> Bool { held.pointee.isEmpty && mapping.isIdle() }
}

extension HeldNotes {
  /// Handles a note-on: writes and stores all notes derived from it, or none if there is no room for all.
  mutating func start(_ noteOn: ChannelMessage, _ notes: NoteTargets, at offset: Int32, _ output: inout EventWriter) {
    let keyIndex = noteOn.keyIndex
    guard room >= max(1, notes.count) else {
      output.refuse(noteOn)
      return
    }
    guard notes.count > 0, output.hasRoom(for: notes.count) else {
      if notes.count > 0 { output.drop() }
      add(Part(address: 0, isSounding: false, isLast: true), at: keyIndex)
      return
    }
    for index in 0..<notes.count {
      start(
        notes[index], isLast: index &+ 1 == notes.count, for: keyIndex, at: offset, &output)
    }
  }
}
