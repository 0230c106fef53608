import Foundation
import TactusFiles
import TactusProcessors
import TestSupport
import Testing

/// Documents of chains: the guide, the examples.
@Suite("Documents of effects") struct EffectDocumentTests {
  @Test("the guide names every effect and members that are read, and no others")
  func guide() {
    #expect(Set(EffectGuide.effects.map(\.word)) == Set(MIDIEffect.words))
    for effect in EffectGuide.effects {
      // without the members that a document requires
      let needed = ["source": "\"pitchWheel\"", "target": "\"pitchWheel\"", "scale": "\"C major\""]
      for member in effect.members + EffectGuide.common {
        var members = needed.filter { name, _ in
          name != member.name && effect.members.contains { $0.name == name }
            && !["pressure", "velocity"].contains(effect.word)
        }
        if effect.word == "transpose", member.name == "steps" || member.name == "scale" { members["steps"] = "1" }
        members[member.name] = "{\"nothing\": []}"
        let text = members.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ")
        let document = "{\"effects\": [{\"effect\": \"\(effect.word)\", \(text)}]}"
        var unknown: [String] = []
        let path = "effects[0].\(member.name)"
        do throws(DocumentError) {
          let file = FileBytes(copying: Array(document.utf8), name: "x")
          _ = try ProcessorChain(reading: file, unknown: &unknown)
          #expect(!unknown.contains(path), "\(document)")
        } catch {
          #expect("\(error)".contains(path), "\(document): \(error)")
        }
      }
    }
  }

  @Test("the examples are chains of which everything is known")
  func examples() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples/Chains")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
    #expect(names.count >= 4)
    for name in names {
      let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
      var unknown: [String] = []
      let chain = try ProcessorChain(reading: FileBytes(copying: bytes, name: name), unknown: &unknown)
      #expect(unknown.isEmpty && !chain.links.isEmpty, "\(name)")
      _ = try ChainProcessor(chain)
    }
  }

  @Test("whatever effects are set to, their documents can be read and say what works")
  func wildSettings() throws {
    for (number, effect) in Self.wild.enumerated() {
      var chain = ProcessorChain([effect])
      chain.sync = .timeCode(tempo: [5_000, -1, .nan, .infinity][number % 4])
      let written = chain.document()
      let text = String(decoding: written, as: UTF8.self)
      var unknown: [String] = []
      do throws(DocumentError) {
        let read = try ProcessorChain(reading: FileBytes(copying: written, name: "x"), unknown: &unknown)
        let isSame = read.document() == written
        #expect(isSame && unknown.isEmpty, "\(text)")
      } catch { Issue.record("\(error): \(text)") }
    }
  }

  @Test("a seed comes back whole")
  func seeds() throws {
    for seed in [0, 1, UInt64.max >> 1, UInt64.max >> 1 + 1, .max] {
      let chain = ProcessorChain([.humanise(Humanise(seed: seed))])
      var unknown: [String] = []
      #expect(
        try ProcessorChain(reading: FileBytes(copying: chain.document(), name: "x"), unknown: &unknown) == chain)
    }
  }

  /// Every effect, with settings far outside their ranges.
  private static var wild: [MIDIEffect] {
    let numbers = [Int.min, -1_000, 0, 1_000, .max]
    let fractions: [Double] = [-.infinity, -1e9, .nan, 1e9, .infinity]
    let channels: Set<UInt8> = [0, 15, 16, 255]
    return zip(numbers, fractions).flatMap { number, fraction in
      wild(number, fraction, UInt8(clamping: number), channels)
    }
  }

  private static func wild(_ number: Int, _ fraction: Double, _ byte: UInt8, _ channels: Set<UInt8>) -> [MIDIEffect] {
    let range = byte...255
    var echo = Echo(.milliseconds(fraction), repeats: number, feedback: fraction)
    (echo.transpose, echo.channels) = (number, channels)
    var humanise = Humanise(seed: .max)
    (humanise.timing, humanise.velocity, humanise.length) = (fraction, number, fraction)
    var velocity = VelocityMap()
    velocity.curve = .exponent(fraction)
    (velocity.scale, velocity.offset, velocity.range) = (fraction, number, range)
    (velocity.fixed, velocity.keys) = (byte, [3: fraction, 200: 1])
    var condition = EventFilter.Condition()
    (condition.keys, condition.velocities, condition.controllers) = (range, range, [1, 127, 128, 255])
    condition.channels = channels
    var controllers = ControllerMap(.registered(.max), to: .controller(255))
    let points = (0..<300).map { ValueCurve.Point(fraction, Double($0)) }
    (controllers.range, controllers.threshold, controllers.curve) = (range, byte, .points(points))
    var pressure = PressureMap(.keys, to: .controller(255))
    (pressure.range, pressure.curve) = (range, .points([]))
    var zone = Zones.Zone()
    (zone.from, zone.keys, zone.velocities, zone.velocityRange) = (channels, range, range, range)
    (zone.channel, zone.port, zone.transpose) = (byte, 255, number)
    var chords = ChordMemory(Array(repeating: number, count: 40))
    let note = ChordMemory.ChordNote(number, delay: fraction, velocityScale: fraction)
    (chords.keys, chords.strum) = ([60: Array(repeating: note, count: 40), 200: []], fraction)
    var toChannel = MPEToChannel()
    (toChannel.members, toChannel.channel) = (byte, 255)
    (toChannel.memberRange, toChannel.managerRange, toChannel.receiverRange) = (number, number, number)
    var toZone = ChannelToMPE()
    (toZone.channel, toZone.members, toZone.managerRange, toZone.memberRange) = (255, byte, number, number)
    var arpeggiator = Arpeggiator(octaves: number, rate: StepLength(number, number), gate: fraction)
    (arpeggiator.swing, arpeggiator.restart, arpeggiator.velocity) = (fraction, .beats(number), .fixed(byte))
    (arpeggiator.accents, arpeggiator.seed) = (Array(repeating: number, count: 500), .max)
    var transpose = Transpose(number)
    transpose.exemptChannels = channels
    return [
      .echo(echo), .echo(Echo(.beats(fraction))), .humanise(humanise), .velocity(velocity),
      .filter(EventFilter(.stop, Array(repeating: condition, count: 100))), .controllerMap(controllers),
      .pressure(pressure), .zones(Zones(Array(repeating: zone, count: 40))), .chordMemory(chords),
      .mpeToChannel(toChannel), .channelToMPE(toZone), .arpeggiator(arpeggiator), .transpose(transpose),
      .bendRange(BendRange(senderCents: number, receiverCents: number)),
      .chordDetector(ChordDetector(settling: fraction)),
      .channelMap(ChannelMap([ChannelMap.Route(from: channels, to: 255, port: byte)])),
    ]
  }
}
