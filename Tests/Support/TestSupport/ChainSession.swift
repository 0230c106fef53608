import Synchronization
import TactusFiles
import TactusMIDI
import TactusProcessors
import TactusRender

extension ProcessorChain {
  /// A chain of all existing effects.
  package static func all() throws -> ProcessorChain {
    let needed = ["transpose": "\"semitones\": 3", "quantise": "\"scale\": \"F minor\""]
    let map = "\"source\": \"pitchWheel\", \"target\": {\"nonRegistered\": 300}, \"keepSource\": true"
    let echo = "\"milliseconds\": 3, \"repeats\": 3, \"feedback\": 0.7"
    let humanise = "\"timing\": 2, \"length\": 1, \"velocity\": 9, \"lookAhead\": true"
    let more = [
      "controllerMap": map, "echo": echo, "humanise": humanise, "chordMemory": "\"chord\": [0, 7], \"strum\": 2",
      "zones": "\"zones\": [{}]", "filter": "\"conditions\": [{\"controllers\": [3]}]",
      "arpeggiator": "\"rate\": \"1/64\", \"order\": \"random\"",
    ]
    let members = needed.merging(more) { $1 }
    let effects = MIDIEffect.words.map { "{\"effect\": \"\($0)\"\(members[$0].map { ", \($0)" } ?? "")}" }
    var unknown: [String] = []
    let document = "{\"effects\": [\(effects.joined(separator: ", "))]}"
    return try ProcessorChain(reading: FileBytes(copying: Array(document.utf8), name: "all"), unknown: &unknown)
  }
}

/// A chain of all effects that one thread plays through while another one edits it.
package final class ChainSession: Sendable {
  private let processor: ChainProcessor
  private let chain: ProcessorChain
  private let seed: UInt64
  private let cycles: Int
  private let isOver = Atomic(false)
  private let published = Atomic(0)
  private let given = Atomic(0)
  private let stress = Stress()

  /// The minimum number of versions that are published; it plays until then.
  package static var fewestVersions: Int { 20 }
  /// The minimum number of output events; it plays until then. Some versions let little pass, and a busy machine may
  /// run the thread that replaces them late.
  private static var fewestEvents: Int { 2_001 }

  /// A session of at least this many cycles.
  package init(seed: UInt64, cycles: Int) throws {
    chain = try .all()
    processor = try ChainProcessor(chain)
    (self.seed, self.cycles) = (seed, cycles)
  }

  /// The number of versions published during playback.
  package var versions: Int { published.load(ordering: .relaxed) }
  /// The number of output events.
  package var events: Int { given.load(ordering: .relaxed) }

  /// Plays to the end.
  ///
  /// - Parameter audio: runs the audio thread's code: ``realtime(_:)``, or a function that counts.
  package func run(audio: @escaping @Sendable (() -> Void) -> Void) {
    together({ [self] in play(audio) }, { [self] in edit() })
  }

  private func play(_ audio: @escaping (() -> Void) -> Void) {
    let capacity = 16
    let input = UnsafeMutablePointer<TimedEvent>.allocate(capacity: capacity)
    defer { input.deallocate() }
    var random = SeededGenerator(seed: seed)
    var (frame, cycle) = (Int64(0), 0)
    while cycle < cycles || versions < Self.fewestVersions || events < Self.fewestEvents {
      if cycle >= cycles, !stress.giveWay() { break }
      let frames = Int.random(in: 1...512, using: &random)
      let offsets = (0..<Int.random(in: 0...capacity, using: &random)).map { _ in
        Int32.random(in: 0..<Int32(frames), using: &random)
      }
      for (index, offset) in offsets.sorted().enumerated() {
        (input + index).initialize(to: TimedEvent(offset: offset, message: message(&random)))
      }
      let events = EventList(start: input, count: offsets.count)
      let wanted = RenderCycle(
        firstFrame: frame, frameCount: frames, context: MusicalContext(tempo: 120, beat: Double(frame) / 24_000))
      var count = 0
      audio { count = processor.render(wanted, events: events).count }
      given.add(count, ordering: .relaxed)
      (frame, cycle) = (frame + Int64(frames), cycle + 1)
    }
    audio { _ = processor.finish() }
    isOver.store(true, ordering: .releasing)
  }

  private func message(_ random: inout SeededGenerator) -> ChannelMessage {
    let kinds: [UInt8] = [0x80, 0x80, 0x90, 0x90, 0x90, 0xA0, 0xB0, 0xC0, 0xD0, 0xE0]
    let key = UInt8.random(in: 48...72, using: &random)
    let channel = UInt8.random(in: 0...3, using: &random)
    return ChannelMessage(status: random.pick(kinds) | channel, key, UInt8.random(in: 0...127, using: &random))
  }

  private func edit() {
    var random = SeededGenerator(seed: seed + 1)
    while !isOver.load(ordering: .acquiring) {
      var edited = chain
      edited.links.shuffle(using: &random)
      edited.links.removeLast(Int.random(in: 0...4, using: &random))
      for index in edited.links.indices { edited.links[index].isBypassed = random.oneIn(4) }
      if (try? processor.publish(edited)) != nil { published.add(1, ordering: .relaxed) }
    }
  }
}
