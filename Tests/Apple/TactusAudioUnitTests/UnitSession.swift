#if !canImport(Darwin)
  import AVFAudio
  import TactusMIDI
  import TactusPlugin
  import TactusRealtime
  import TactusRender
  import TactusSynth
  import TestSupport
  import TactusAudioUnit

  /// A small bank that replaces the built-in one.
  struct TestBanks: PluginBanks {
    static let shared = TestBanks()
    let builtIn = SoundBank.sines(programs: [0, 40])

    func bank(atPath path: String) throws(PluginStateError) -> PluginBank { throw .missingBank(path) }
  }

  /// A unit and its host, as tests use them.
  struct UnitSession {
    let unit: PluginAudioUnit
    let host: StandInHost

    init(_ component: AudioUnitComponent, _ values: [String: Double] = [:], manners: StandInHost.Manners? = nil) throws
    {
      unit = try PluginAudioUnit(component.description, banks: TestBanks.shared)
      host = StandInHost(unit)
      if let manners { host.manners = manners }
      for (symbol, value) in values { set(symbol, value) }
    }

    /// A unit that passes its input: a sequencer whose host is stopped.
    static func passing(manners: StandInHost.Manners? = nil) throws -> UnitSession {
      let session = try UnitSession(.sequencer, manners: manners)
      session.host.transport = []
      return session
    }

    func set(_ symbol: String, _ value: Double) {
      if let index = unit.plugin.descriptor.index(ofParameter: symbol) { unit.plugin.setParameter(index, to: value) }
    }

    func value(_ symbol: String) -> Double {
      unit.plugin.descriptor.index(ofParameter: symbol).map { unit.plugin.value(ofParameter: $0) } ?? .nan
    }

    func address(_ symbol: String) -> AUParameterAddress {
      unit.plugin.descriptor.index(ofParameter: symbol).map { UInt64(unit.plugin.descriptor.parameters[$0].id) } ?? .max
    }

    func parameter(_ symbol: String) -> AUParameter? { unit.parameterTree?.parameter(withAddress: address(symbol)) }

    func schedule(_ bytes: [UInt8], at time: AUEventSampleTime) {
      unit.scheduleMIDIEventBlock?(time, 0, bytes.count, bytes)
    }

    /// A call of the render block with a list of the test's own.
    func call(
      at time: Double, _ frames: Int, _ events: [RenderEventList.Element] = [],
      _ manners: StandInHost.Manners = StandInHost.Manners()
    ) -> Call {
      let buffers = StandInBuffers(channels: 2, frames: frames, manners)
      var (flags, stamp) = (AudioUnitRenderActionFlags(), AudioTimeStamp(sampleTime: time, hostTime: 1))
      let status = RenderEventList.withList(events) { head in
        unit.internalRenderBlock(&flags, &stamp, UInt32(frames), 0, buffers.list, head, nil)
      }
      return Call(status: status, flags: flags, sound: buffers.sound(), problem: buffers.problem)
    }

    struct Call {
      let status: OSStatus
      let flags: AudioUnitRenderActionFlags
      let sound: [[Float]]
      let problem: String?
    }
  }

  extension StandInHost.Output {
    /// Its messages as MIDI 1.0, regardless of how they were sent.
    var messages: [[UInt8]] {
      if words.isEmpty { return UnitSession.split(bytes) }
      var result: [[UInt8]] = []
      var rest = words[...]
      while let first = rest.first {
        let count = UniversalPacket.wordCount(first: first)
        let message = ChannelMessage(word0: first, word1: count > 1 ? rest[rest.startIndex + 1] : 0)
        rest = rest.dropFirst(count)
        if message.isSystemExclusive {
          result += ByteConversion.messages([message.word0, message.word1])
        } else {
          result += message.midi1.map { [$0.status, $0.data1, $0.data2] }.map { Array($0.prefix(Self.length($0[0]))) }
        }
      }
      return result
    }

    private static func length(_ status: UInt8) -> Int { status & 0xE0 == 0xC0 ? 2 : 3 }
  }

  extension UnitSession {
    /// The bytes of several channel messages, as separate arrays.
    static func split(_ bytes: [UInt8]) -> [[UInt8]] {
      bytes.reduce(into: []) { messages, byte in
        if byte >= 0x80, byte != 0xF7 { messages.append([byte]) } else { messages[messages.count - 1].append(byte) }
      }
    }
  }

  /// For each key, the number of notes that still sound at the host.
  struct HeldKeys {
    private(set) var counts: [Int: Int] = [:]
    /// The number of note-offs for keys that did not sound.
    private(set) var orphans = 0

    mutating func take(_ outputs: [StandInHost.Output]) {
      for message in outputs.flatMap(\.messages) where message[0] & 0xE0 == 0x80 {
        let key = Int(message[0] & 15) << 7 | Int(message[1])
        if message[0] & 0xF0 == 0x90, message[2] > 0 {
          counts[key, default: 0] += 1
        } else if let count = counts[key], count > 0 {
          counts[key] = count > 1 ? count - 1 : nil
        } else {
          orphans += 1
        }
      }
    }
  }

  /// The same plug-in without an audio unit around it.
  final class PlainPlugin {
    let unit: PluginUnit
    private var frame: Int64 = 0

    init(_ descriptor: PluginDescriptor, sampleRate: Double = 48_000) {
      unit = PluginUnit(descriptor, banks: TestBanks.shared)
      unit.activate(sampleRate: sampleRate, maximumFrameCount: 4_096)
    }

    /// The input of a cycle: events and parameters, with their offsets.
    struct Input {
      var messages: [(offset: Int, bytes: [UInt8])] = []
      var changes: [(offset: Int, index: Int, value: Double)] = []
    }

    func render(_ frames: Int, _ input: Input = Input()) -> [[Float]] {
      let memory = (0..<2).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: max(1, frames)) }
      defer { memory.forEach { $0.deallocate() } }
      let core = unit.core
      core.pointee.begin(RenderCycle(firstFrame: frame, frameCount: frames))
      for change in input.changes { core.pointee.change(parameter: change.index, to: change.value, at: change.offset) }
      for message in input.messages {
        core.pointee.receive(message.bytes, count: message.bytes.count, at: message.offset)
      }
      memory.withUnsafeBufferPointer { channels in
        guard let base = channels.baseAddress else { return }
        core.pointee.render(into: AudioBlock(channels: base, channelCount: 2, frameCount: frames))
      }
      frame += Int64(frames)
      return memory.map { Array(UnsafeBufferPointer(start: $0, count: frames)) }
    }
  }
#endif
