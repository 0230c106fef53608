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
      // no note has this id: nothing ends
      let end = notes.end(at: HostNotes.Address(number: 9, channel: 1, key: 60))
      #expect(notes.count == 1 && end.noteOffs == 0 && end.mustNotChoke)
    }
  }

  @Test func aNoteOffWithTheIDOfAnEndedNoteEndsNoOtherNote() {
    Self.withNotes(reportsEnds: true) { notes in
      let first = HostNotes.Address(number: 1, channel: 0, key: 60)
      notes.begin(HostNotes.Note(number: 1, channel: 0, key: 60))
      #expect(notes.end(at: first).noteOffs == 1)
      notes.begin(HostNotes.Note(number: 2, channel: 0, key: 60))
      let again = notes.end(at: first)
      #expect(again.noteOffs == 0 && again.mustNotChoke, "a choke must not cut the second note either")
      #expect(notes.endedCount == 1 && notes.first(HostNotes.Address(number: 2)) == 1)
    }
  }

  @Test func aNoteWithoutAnIDEndsWithAnyIDOfItsKey() {
    Self.withNotes { notes in
      notes.begin(HostNotes.Note(number: 3, channel: 0, key: 60))
      notes.begin(HostNotes.Note(number: -1, channel: 0, key: 60))
      #expect(notes.end(at: HostNotes.Address(number: 9, channel: 0, key: 60)).noteOffs == 1)
      #expect(notes.count == 1 && notes.note(0).number == 3)
    }
  }

  /// A host keeps one voice for each address: another end would end a voice that it has started later.
  @Test(arguments: [Int32(-1), 7]) func notesWithOneAddressHaveOneEnd(number: Int32) {
    Self.withNotes(reportsEnds: true) { notes in
      let (note, address) = (
        HostNotes.Note(number: number, channel: 0, key: 60), HostNotes.Address(number: number, channel: 0, key: 60)
      )
      notes.begin(note)
      notes.begin(note)
      notes.end(at: address)
      if number >= 0 {
        #expect(notes.endedCount == 0, "the second one is held")
        notes.end(at: address)
      }
      #expect(notes.count == 1 && notes.endedCount == 1)
      notes.begin(note)
      #expect(notes.count == 1 && notes.endedCount == 0, "its voice has been started again")
      notes.begin(HostNotes.Note(number: number, port: 1, channel: 0, key: 60))
      notes.endAll()
      #expect(notes.count == 2 && notes.endedCount == 2, "one end for each port")
    }
  }

  @Test func aHostThatRefusesAllEndsLosesNoNotes() {
    Self.withNotes(reportsEnds: true) { notes in
      for number in 0..<20 as Range<Int32> {
        notes.begin(HostNotes.Note(number: number, channel: 0, key: 60))
        #expect(notes.first(HostNotes.Address(number: number)) != nil)
        notes.end(at: HostNotes.Address(number: number, channel: 0, key: 60))
      }
      let hasLost = notes.takeLost()
      #expect(notes.count == 4 && notes.endedCount == 4 && !hasLost)
    }
  }

  @Test func aDroppedNoteEndsOnce() {
    Self.withNotes { notes in
      for number in 0..<5 as Range<Int32> { notes.begin(HostNotes.Note(number: number, channel: 0, key: 60)) }
      let dropped = HostNotes.Address(number: 4, channel: 0, key: 60)
      let end = notes.end(at: dropped)
      #expect(end.noteOffs == 1 && end.mustNotChoke && notes.count == 4)
      #expect(notes.end(at: dropped).noteOffs == 0)
    }
  }

  @Test func withoutAnIDAllNotesOfTheKeyEnd() {
    Self.withNotes { notes in
      for (number, key) in [(1, 60), (2, 61), (-1, 60), (4, 60), (5, 60)] as [(Int32, Int16)] {
        notes.begin(HostNotes.Note(number: number, channel: 0, key: key))
      }
      notes.end(at: HostNotes.Address(number: -1, channel: 0, key: 60))
      #expect(notes.count == 1 && notes.note(0).key == 61)
      let lost = [notes.takeLost(), notes.takeLost()]
      #expect(lost == [true, false], "the fifth has no room")
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
      #expect(first.noteOffs == 0 && first.mustNotChoke)
      let last = notes.end(at: key(3))
      #expect(last.noteOffs == 1 && !last.mustNotChoke, "the latest note ends at once")
      #expect(notes.end(at: key(2)).noteOffs == 2, "its own, and that of the first")
      #expect(notes.end(at: key(1)).noteOffs == 0, "it has ended before")
      #expect(notes.end(at: key(-1)).noteOffs == 1, "a note without an ID may have come as MIDI")
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
