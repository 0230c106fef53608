import TactusFiles
import TactusMIDI
import TactusProcessors
import TactusRender
import TactusSequencer

/// The law for players: for any input and any cycles, offsets ascend and no note hangs.
enum EventFuzzing {
  /// Packets into the sequencer and into a chain of all kinds of MIDI effects.
  static func violation(_ bytes: [UInt8]) -> String? {
    if let violation = violationPlaying(sequence, input: InputBytes(bytes)) { return "sequencer: " + violation }
    return chains.lazy.compactMap { violationProcessing($0, input: InputBytes(bytes)) }.first.map { "chain: " + $0 }
  }

  // MARK: The sequencer

  /// Plays a sequence for up to 48 cycles, with lengths and host contexts that the input chooses.
  static func violationPlaying(_ sequence: MIDISequence, input: InputBytes) -> String? {
    var settings = SequencerSettings()
    (settings.mostSounding, settings.mostEvents, settings.reports) = (64, 512, false)
    settings.passesInput = false
    let sequencer = Sequencer(sampleRate: 48_000, settings: settings)
    guard (try? sequencer.publish(sequence)) != nil else { return nil }
    var input = input
    let isLeading = input.byte() & 1 == 0
    if isLeading {
      sequencer.useInternalTransport(true)
      sequencer.play()
    }
    let room = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 1_024)
    defer { room.deallocate() }
    var (balance, frame, host) = (NoteBalance(), Int64(0), HostInput())
    for _ in 0..<48 where !input.isEmpty {
      let cycle = host.cycle(&input, firstFrame: frame)
      if isLeading { command(sequencer, &input) }
      let count = sequencer.render(cycle, into: room)
      if let violation = balance.violation(of: EventList(rebasing: room[..<count]), frameCount: cycle.frameCount) {
        return violation
      }
      frame += Int64(cycle.frameCount)
    }
    let count = sequencer.finish(into: room)
    return balance.violation(of: EventList(rebasing: room[..<count]), frameCount: 1) ?? balance.violationAtEnd
  }

  /// Sometimes sends a request to the sequencer's own transport.
  private static func command(_ sequencer: Sequencer, _ input: inout InputBytes) {
    let position = Int64(Int16(bitPattern: input.word())) * 100
    switch input.byte() {
    case 0: sequencer.locate(position)
    case 1: sequencer.play(from: position, countIn: 4_000)
    case 2: sequencer.cycle(position..<position + Int64(input.word()))
    case 3: sequencer.cycle(nil)
    case 4: sequencer.stop()
    case 5: sequencer.panic()
    case 6: sequencer.bypass(input.byte() & 1 == 0)
    case 7: sequencer.fill(input.byte() & 1 == 0)
    case 8: sequencer.play()
    default: break
    }
  }

  private static let sequence =
    DocumentSeeds.sequences
    .compactMap { try? MIDISequence(reading: FileBytes(copying: Array($0.utf8), name: "seed")) }
    .last ?? MIDISequence([])

  // MARK: Chains

  /// Sends packets through a chain in up to 64 cycles.
  static func violationProcessing(_ chain: ProcessorChain, input: InputBytes) -> String? {
    guard let processor = try? ChainProcessor(chain) else { return nil }
    var (balance, frame, host, input) = (NoteBalance(), Int64(0), HostInput(), input)
    var keyboard = Keyboard()
    for _ in 0..<64 where !input.isEmpty {
      let cycle = host.cycle(&input, firstFrame: frame)
      let events = events(&input, &keyboard, frameCount: cycle.frameCount)
      let violation = events.withUnsafeBufferPointer {
        balance.violation(of: processor.render(cycle, events: $0), frameCount: cycle.frameCount)
      }
      if let violation { return violation }
      frame += Int64(cycle.frameCount)
    }
    // the keys that are still held end first: an effect that holds no notes passes them on, and does not end them
    let cycle = RenderCycle(firstFrame: frame, frameCount: 1)
    let violation = keyboard.releases().withUnsafeBufferPointer {
      balance.violation(of: processor.render(cycle, events: $0), frameCount: cycle.frameCount)
    }
    return violation ?? balance.violation(of: processor.finish(), frameCount: 1) ?? balance.violationAtEnd
  }

  /// The messages of one cycle, at most seven.
  private static func events(_ input: inout InputBytes, _ keyboard: inout Keyboard, frameCount: Int) -> [TimedEvent] {
    guard frameCount > 0 else { return [] }
    let count = Int(input.byte() & 7)
    let offsets = (0..<count).map { _ in Int32(input.byte()) % Int32(frameCount) }.sorted()
    return offsets.map { TimedEvent(offset: $0, message: keyboard.message(&input)) }
  }

  private static let chains = DocumentSeeds.chains.compactMap { text in
    var unknown: [String] = []
    return try? ProcessorChain(reading: FileBytes(copying: Array(text.utf8), name: "seed"), unknown: &unknown)
  }

  /// An input in which a few notes start, are bent and end.
  static let gesture: [UInt8] = {
    var bytes: [UInt8] = []
    for cycle in 0..<24 {
      let kind: UInt8 = cycle % 3 == 2 ? 6 : UInt8(cycle % 3)
      bytes += [200, 0, 2, UInt8(cycle), 90, kind, 1, UInt8(60 + cycle / 3), 100]
      bytes += [1, 2, 64, 9]
    }
    return bytes
  }()
}

/// A keyboard. The fuzzer's input chooses its messages, but it sends a note-off only for a key that is held: a loose
/// note-off may pass an effect. After "all notes off" with an odd value, it still sends the note-offs of the ended notes;
/// after an even value, it does not. At the end, it releases the held keys.
private struct Keyboard {
  private var held: [UInt16: Int] = [:]

  mutating func message(_ input: inout InputBytes) -> ChannelMessage {
    let kinds: [UInt8] = [0x90, 0xB0, 0xE0, 0xA0, 0xC0, 0xD0, 0x80, 0xF8]
    let kind = kinds[Int(input.byte() & 7)]
    let channel = kind < 0xF0 ? input.byte() & 15 : 0
    let message = ChannelMessage(status: kind | channel, input.byte(), input.byte())
    let key = UInt16(channel) << 8 | UInt16(message.data1)
    if message.endsAllNotes, message.data2 & 1 == 0 { held = held.filter { $0.key >> 8 != UInt16(channel) } }
    if message.startsNote { held[key, default: 0] += 1 }
    if message.endsNote {
      guard let count = held[key], count > 0 else { return ChannelMessage(status: 0xF8, 0) }
      held[key] = count - 1
    }
    return message
  }

  /// The note-offs of all held keys.
  mutating func releases() -> [TimedEvent] {
    defer { held = [:] }
    return held.sorted { $0.key < $1.key }.flatMap { key, count in
      let message = ChannelMessage(status: 0x80 | UInt8(key >> 8), UInt8(key & 0xFF), 64)
      return Array(repeating: TimedEvent(offset: 0, message: message), count: count)
    }
  }
}
