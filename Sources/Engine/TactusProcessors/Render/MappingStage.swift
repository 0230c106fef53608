import TactusMIDI
import TactusRender

/// What an effect that knows no time does with single messages.
protocol NoteMapping: BitwiseCopyable {
  /// The notes that a note-on becomes; none, and it is left out with its note-off.
  func map(_ noteOn: ChannelMessage, _ targets: inout NoteTargets)
  /// Passes on any message that is not for a key.
  func pass(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter)
  /// Passes on such a message while the effect is bypassed.
  func passBypassed(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter)
  /// Whether a message for a key goes on, that is no note.
  func passes(_ message: ChannelMessage) -> Bool
  /// What a note-off becomes, besides that it goes where its note-on went.
  func released(_ noteOff: ChannelMessage) -> ChannelMessage
  /// Ends what it has begun besides notes, at offset 0.
  func release(_ output: inout EventWriter)
  /// Forgets what it remembers besides notes.
  func reset()
  /// Whether it remembers nothing besides notes.
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

/// An effect that makes other notes of each note, and remembers which: see ``HeldNotes``.
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
    }
  }

  private func start(_ noteOn: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    var list = NoteTargets(targets)
    if isBypassed {
      // what is not held needs no memory: its note-off passes as well
      if !held.pointee.isHeld(noteOn.keyIndex) {
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
  /// A note-on has come: writes the notes that it becomes, all or none, and remembers them.
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
      let note = notes[index]
      output.write(note, at: offset)
      add(Part(address: note.word0, isSounding: true, isLast: index &+ 1 == notes.count), at: keyIndex)
    }
  }
}
