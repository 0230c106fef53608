import TactusMIDI
import TactusRender

/// Checks what a source of events sends: offsets ascend inside the cycle, and each note-on gets one note-off.
struct NoteBalance {
  private var sounding: [Int: Int] = [:]

  /// What is wrong with the events of one cycle; nil for nothing.
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
        sounding[key, default: 0] -= 1
        if sounding[key] ?? 0 < 0 { return "a note-off of key \(message.data1), which does not sound" }
      }
    }
    return nil
  }

  /// What is wrong after the last cycle; nil for nothing.
  var violationAtEnd: String? {
    sounding.contains { $0.value != 0 } ? "a note hangs" : nil
  }
}
