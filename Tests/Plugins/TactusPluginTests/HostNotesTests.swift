import TactusMIDI
import TactusPlugin
import Testing

/// What the formats whose notes have ids share.
@Suite("Notes of hosts with ids") struct HostNotesTests {
  private static func withNotes(reportsEnds: Bool = false, _ body: (inout HostNotes) -> Void) {
    let memory = UnsafeMutableBufferPointer<HostNotes.Note>.allocate(capacity: 4)
    defer { memory.deallocate() }
    var notes = HostNotes(memory, reportsEnds: reportsEnds)
    body(&notes)
  }

  @Test func aNoteIsFoundByItsIDAlone() {
    Self.withNotes { notes in
      notes.begin(HostNotes.Note(number: 5, channel: 1, key: 60))
      notes.begin(HostNotes.Note(number: 6, channel: 1, key: 60))
      #expect(notes.first(HostNotes.Address(number: 6)) == 1)
      #expect(notes.first(HostNotes.Address(number: 7)) == nil)
      notes.end(at: HostNotes.Address(number: 6, channel: 1, key: 60))
      #expect(notes.count == 1 && notes.note(0).number == 5)
      // no note has this id: the first of the key ends
      notes.end(at: HostNotes.Address(number: 9, channel: 1, key: 60))
      #expect(notes.count == 0)
    }
  }

  @Test func withoutAnIDAllNotesOfTheKeyEnd() {
    Self.withNotes { notes in
      for (number, key) in [(1, 60), (2, 61), (-1, 60), (4, 60), (5, 60)] as [(Int32, Int16)] {
        notes.begin(HostNotes.Note(number: number, channel: 0, key: key))
      }
      #expect(notes.hasLost, "the fifth has no room")
      notes.end(at: HostNotes.Address(number: -1, channel: 0, key: 60))
      #expect(notes.count == 1 && notes.note(0).key == 61)
    }
  }

  @Test func velocitiesKeepTheirValues() {
    for velocity in 1...127 {
      let message = ChannelMessage(hostNote: 0x90, channel: 3, key: 60, velocity: Double(velocity) / 127)
      #expect(message == ChannelMessage(status: 0x93, 60, UInt8(velocity)))
      // single precision, as VST3 has it
      let single = ChannelMessage(hostNote: 0x90, channel: 3, key: 60, velocity: Double(Float(velocity) / 127))
      #expect(single == message)
    }
    let between = ChannelMessage(hostNote: 0x90, channel: 0, key: 1, velocity: 0.3)
    #expect(between.isMIDI2 && between.word1 >> 16 == 19_661)
    #expect(ChannelMessage(hostNote: 0x90, channel: 0, key: 1, velocity: 0).isMIDI2)
    #expect(ChannelMessage(hostNote: 0x80, channel: 0, key: 1, velocity: 0) == ChannelMessage(status: 0x80, 1, 0))
    for odd in [Double.nan, .infinity, -.infinity] {
      #expect(ChannelMessage(hostNote: 0x80, channel: 0, key: 1, velocity: odd).startsNote == false)
    }
    #expect(ChannelMessage(hostNote: 0x80, channel: 0, key: 1, velocity: 7) == ChannelMessage(status: 0x80, 1, 127))
  }

  @Test func parametersAreFoundByTheirIDs() {
    for descriptor in Plugins.all {
      let addresses = ParameterAddresses(of: descriptor)
      defer { addresses.deallocate() }
      for (index, parameter) in descriptor.parameters.enumerated() {
        #expect(addresses.index(of: parameter.id) == index)
        #expect(addresses.id(of: index) == parameter.id)
      }
      #expect(addresses.index(of: 0xFFFF_FFFF) == nil)
      #expect(addresses.id(of: -1) == nil && addresses.id(of: descriptor.parameters.count) == nil)
    }
  }

  /// A note-off in MIDI would end the later note, so it waits for that one's. Each note-on has a note-off in the end.
  @Test func aNoteThatIsStruckAgainWaitsWithItsNoteOff() {
    Self.withNotes(reportsEnds: true) { notes in
      let key = { (number: Int32) in HostNotes.Address(number: number, channel: 0, key: 60) }
      for number in [1, 2, 3] as [Int32] { notes.begin(HostNotes.Note(number: number, channel: 0, key: 60)) }
      let first = notes.end(at: key(1))
      #expect(first.noteOffs == 0 && first.sparesKey)
      let last = notes.end(at: key(3))
      #expect(last.noteOffs == 1 && !last.sparesKey, "the latest note ends at once")
      #expect(notes.end(at: key(2)).noteOffs == 2, "its own, and that of the first")
      #expect(notes.end(at: key(1)).noteOffs == 1, "an unknown note may have come as MIDI")
    }
    Self.withNotes { notes in
      for number in [1, 2] as [Int32] { notes.begin(HostNotes.Note(number: number, channel: 0, key: 60)) }
      notes.begin(HostNotes.Note(number: 3, channel: 0, key: 61))
      let all = notes.end(at: HostNotes.Address(number: -1, channel: 0, key: 60))
      #expect(all.noteOffs == 2, "one note-off for each note-on")
      #expect(notes.count == 1)
    }
  }
}
