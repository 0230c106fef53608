import TactusLV2Atoms
import TactusMIDI
import TestSupport
import Testing

struct DeliveredNotesTests {
  /// However little room there is, and whenever the plug-in is reset: after all notes have ended, the host has received
  /// a note-off for every note-on.
  @Test func noNoteHangs() {
    for seed in 0..<UInt64(rounds(300)) {
      var random = SeededGenerator(seed: seed)
      let keys = UnsafeMutablePointer<DeliveredNotes.Key>.allocate(capacity: DeliveredNotes.count())
      keys.initialize(repeating: DeliveredNotes.Key(), count: DeliveredNotes.count())
      defer { keys.deallocate() }
      var notes = DeliveredNotes(keys)
      let most = Int.random(in: 0...12, using: &random)
      var (held, sounding): ([ChannelMessage], [Int: Int]) = ([], [:])
      for cycle in 0..<60 {
        // at last there is room for everything
        let memory = SequenceMemory(capacity: cycle < 50 ? Int.random(in: 0...8 + 24 * most, using: &random) : 4_096)
        var writer = AtomWriter(memory.sequence, urids)
        notes.settle(&writer)
        for _ in 0..<Int.random(in: 0...6, using: &random) where cycle < 50 {
          let position = Int.random(in: 0...held.count, using: &random)
          let key = UInt8.random(in: 60...62, using: &random)
          if position < held.count, Bool.random(using: &random) {
            notes.write(held.remove(at: position), at: 3, &writer)
          } else {
            held.append(ChannelMessage(status: 0x81, key, 64))
            notes.write(ChannelMessage(status: 0x91, key, 100), at: 3, &writer)
          }
        }
        if cycle < 50, Int.random(in: 0..<20, using: &random) == 0 {
          notes.release()
          held = []
        }
        if cycle == 50 {
          for note in held { notes.write(note, at: 5, &writer) }
        }
        for event in memory.events(frameCount: 64) {
          let position = Int(event.bytes[1])
          sounding[position, default: 0] += event.bytes[0] == 0x91 ? 1 : -1
          #expect(sounding[position, default: 0] >= 0, "seed \(seed), cycle \(cycle)")
        }
        #expect(memory.isIntact)
      }
      #expect(sounding.values.allSatisfy { $0 == 0 }, "seed \(seed): \(sounding)")
    }
  }

  @Test func whatHasRoomIsWrittenAsItIs() {
    let keys = UnsafeMutablePointer<DeliveredNotes.Key>.allocate(capacity: DeliveredNotes.count())
    keys.initialize(repeating: DeliveredNotes.Key(), count: DeliveredNotes.count())
    defer { keys.deallocate() }
    var notes = DeliveredNotes(keys)
    let memory = SequenceMemory(capacity: 1_024)
    var writer = AtomWriter(memory.sequence, urids)
    notes.settle(&writer)
    let bytes: [[UInt8]] = [
      [0x90, 60, 1], [0x80, 60, 9], [0x80, 70, 0], [0xB0, 1, 2], [0x90, 61, 1], [0x90, 61, 0],
    ]
    for message in bytes { notes.write(ChannelMessage(status: message[0], message[1], message[2]), at: 0, &writer) }
    #expect(memory.events(frameCount: 64).map(\.bytes) == bytes)
  }
}
