import TactusMIDI
import TactusRender

/// Checks the events of a source. Their offsets must ascend inside the cycle. A note-off, or a message that ends all notes
/// of the channel, must follow each note-on.
struct NoteBalance {
  private var sounding: [Int: Int] = [:]
  /// The channels on which a message has ended all notes. If channels are merged, such a message also ends notes that
  /// came from other channels, and their later note-offs end nothing.
  private var ended: Set<Int> = []

  /// The fault in the events of one cycle; nil if there is none.
  mutating func violation(of events: EventList, frameCount: Int) -> String? {
    var last: Int32 = 0
    for event in events {
      if event.offset < last || event.offset >= max(1, frameCount) { return "offset \(event.offset) after \(last)" }
      last = event.offset
      let message = event.message
      let key = Int(message.port) << 16 | Int(message.channel) << 8 | Int(message.data1)
      if message.startsNote {
        sounding[key, default: 0] += 1
      } else if message.endsNote {
        if sounding[key, default: 0] > 0 {
          sounding[key, default: 0] -= 1
        } else if !ended.contains(key >> 8) {
          return "a note-off of key \(message.data1), which does not sound"
        }
      } else if message.endsAllNotes {
        ended.insert(key >> 8)
        for note in sounding.keys where note >> 8 == key >> 8 { sounding[note] = 0 }
      }
    }
    return nil
  }

  /// The fault after the last cycle; nil if there is none.
  var violationAtEnd: String? {
    sounding.contains { $0.value != 0 } ? "a note hangs" : nil
  }
}
