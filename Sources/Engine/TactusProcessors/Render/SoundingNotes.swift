import TactusMIDI

/// The notes that an effect has started by itself, and the frame on which each ends.
struct SoundingNotes {
  static let capacity = 256

  struct Note: BitwiseCopyable {
    var noteOff: ChannelMessage
    var due: Int64
  }

  private let notes: UnsafeMutablePointer<Note>
  private(set) var count = 0

  /// Creates an empty list in memory for ``capacity`` notes.
  init(_ notes: UnsafeMutablePointer<Note>) { self.notes = notes }

  var isFull: Bool { count >= Self.capacity }

  /// The frame on which the next note ends; `.max` if there is none.
  var nextDue: Int64 {
    var due = Int64.max
    for index in 0..<count where notes[index].due < due { due = notes[index].due }
    return due
  }

  /// Adds a note; there must be room.
  mutating func add(_ noteOff: ChannelMessage, due: Int64) {
    guard !isFull else { return }
    (notes + count).initialize(to: Note(noteOff: noteOff, due: due))
    count &+= 1
  }

  /// Ends the notes that are due by a frame, in the order in which they started.
  mutating func end(by frame: Int64, at offset: Int32, _ output: inout EventWriter) {
    var kept = 0
    for index in 0..<count {
      if notes[index].due > frame || !output.write(notes[index].noteOff, at: offset) {
        notes[kept] = notes[index]
        // there is always room for note-offs; if there were not, the note-off would be retried 512 frames later
        if notes[index].due <= frame { notes[kept].due = frame &+ 512 }
        kept &+= 1
      }
    }
    count = kept
  }

  /// Ends the notes of a key.
  mutating func end(on keyIndex: Int, at offset: Int32, _ output: inout EventWriter) {
    var kept = 0
    for index in 0..<count {
      if notes[index].noteOff.keyIndex != keyIndex || !output.write(notes[index].noteOff, at: offset) {
        notes[kept] = notes[index]
        kept &+= 1
      }
    }
    count = kept
  }

  /// Ends the notes of a message's channel.
  mutating func end(channelOf message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    var kept = 0
    for index in 0..<count {
      if notes[index].noteOff.keyIndex &>> 7 != message.keyIndex &>> 7
        || !output.write(notes[index].noteOff, at: offset)
      {
        notes[kept] = notes[index]
        kept &+= 1
      }
    }
    count = kept
  }

  mutating func removeAll() { count = 0 }
}
