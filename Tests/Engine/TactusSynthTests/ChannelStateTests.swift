import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Records commands instead of playing them, and tracks which keys are held.
private final class CommandRecorder: VoiceCommands {
  private(set) var commands: [String] = []
  /// Whether sounding voices can move to other keys.
  var movesNotes = false
  private var held: [(part: Int, key: HeldKey)] = []

  func take() -> [String] {
    defer { commands = [] }
    return commands
  }

  func startNote(_ part: Int, preset: Int32, key: UInt8, velocity: UInt8) {
    commands.append("start \(part) preset \(preset) key \(key) velocity \(velocity)")
    held.append((part, HeldKey(key: key, velocity: velocity)))
  }
  func releaseKey(_ part: Int, key: UInt8) {
    commands.append("release \(part) key \(key)")
    held.removeAll { $0.part == part && $0.key.key == key }
  }
  func releaseKeys(_ part: Int) {
    commands.append("release all \(part)")
    held.removeAll { $0.part == part }
  }
  func releaseSustained(_ part: Int) { commands.append("sustain up \(part)") }
  func catchHeldKeys(_ part: Int) { commands.append("sostenuto down \(part)") }
  func releaseCaughtKeys(_ part: Int) { commands.append("sostenuto up \(part)") }
  func fade(_ part: Int) {
    commands.append("fade \(part)")
    held.removeAll { $0.part == part }
  }
  func fadeDisplaced(_ part: Int, by key: UInt8?) {
    commands.append("displace \(part) \(key.map { "\($0)" } ?? "none")")
    held.removeAll { $0.part == part }
  }
  func moveNote(_ part: Int, preset: Int32, from old: UInt8, to new: UInt8) -> Bool {
    guard movesNotes else { return false }
    commands.append("move \(part) \(old) to \(new)")
    return true
  }
  func holds(_ part: Int, key: UInt8) -> Bool { held.contains { $0.part == part && $0.key.key == key } }
  func nextHeldKey(_ part: Int, after note: inout UInt64) -> HeldKey? {
    let keys = held.filter { $0.part == part }
    guard Int(note) < keys.count else { return nil }
    note += 1
    return keys[Int(note) - 1].key
  }
  func channelChanged(_ part: Int, reachesReleased: Bool) {
    commands.append("changed \(part)" + (reachesReleased ? "" : " but released"))
  }
  func dampersChanged(_ part: Int) { commands.append("dampers \(part)") }
  func tuningChanged(_ part: Int) { commands.append("tuning \(part)") }
  func drumsChanged(_ part: Int) { commands.append("drums \(part)") }
  func expressionChanged(_ part: Int, key: UInt8, _ expression: NoteExpression) {
    commands.append("expression \(part) key \(key)" + (expression == NoteExpression() ? " default" : ""))
  }
  func expressionsReset(_ part: Int) { commands.append("expressions reset \(part)") }
  func detachNotes(_ part: Int, key: UInt8) { commands.append("detach \(part) key \(key)") }
  func chokeKey(_ part: Int, key: UInt8) { commands.append("choke \(part) key \(key)") }
}

/// Channels that send their commands to a recorder, with presets that have no sound.
private final class Channels {
  let recorder = CommandRecorder()
  private let entries: UnsafeMutableBufferPointer<PresetEntry>
  private let interpreter: ChannelInterpreter<CommandRecorder>

  /// - Parameter presets: addresses, bank · 128 + program, in ascending order.
  init(presets: [Int32] = [0, 5, 8 * 128 + 5, 128 * 128]) {
    entries = .allocate(capacity: presets.count)
    _ = entries.initialize(from: presets.map { PresetEntry(address: $0) })
    interpreter = ChannelInterpreter(
      presets: PresetTable(entries: UnsafePointer(entries.baseAddress!), count: Int32(presets.count)),
      startSystem: .gs, voices: recorder)
    _ = recorder.take()
  }

  deinit { entries.deallocate() }

  /// The commands that messages produce.
  func send(_ messages: ChannelMessage...) -> [String] { send(all: messages) }

  func send(all messages: [ChannelMessage]) -> [String] {
    for message in messages { interpreter.receive(message) }
    return recorder.take()
  }

  func send(exclusive bytes: [UInt8], port: UInt8 = 0) -> [String] {
    send(all: Array(SystemExclusivePackets(bytes, port: port)))
  }
}

/// The commands that MIDI messages send to voices, tested without a voice, a bank or any audio.
@Suite struct ChannelStateTests {
  @Test func notes() {
    let channels = Channels()
    #expect(channels.send(.noteOn(60, 100)) == ["start 0 preset 0 key 60 velocity 100"])
    #expect(channels.send(.noteOn(61, 1, channel: 3, port: 2)) == ["start 35 preset 0 key 61 velocity 1"])
    #expect(channels.send(.noteOn(60, 0)) == ["release 0 key 60"])
    #expect(channels.send(.noteOff(61, channel: 3, port: 2)) == ["release 35 key 61"])
    #expect(channels.send(.controller(123, 0)) == ["release all 0"])
    #expect(channels.send(.controller(120, 0)) == ["fade 0"])
  }

  /// A bank select takes effect with the next program change; a missing preset falls back to bank 0, then to that
  /// bank's first program.
  @Test func programs() {
    let channels = Channels()
    func preset(channel: UInt8 = 0) -> String? {
      channels.send(.noteOn(60, channel: channel)).first?.split(separator: " ").dropFirst(3).first.map(String.init)
    }
    #expect(preset() == "0")
    _ = channels.send(.controller(0, 8))
    #expect(preset() == "0")
    _ = channels.send(.program(5))
    #expect(preset() == "2")
    _ = channels.send(.controller(0, 9), .program(5))
    #expect(preset() == "1")
    _ = channels.send(.program(77))
    #expect(preset() == "0")
    #expect(preset(channel: 9) == "3")
  }

  @Test func pedals() {
    let channels = Channels()
    #expect(channels.send(.controller(64, 127)) == [])
    #expect(channels.send(.controller(64, 40)) == ["dampers 0", "sustain up 0"])
    #expect(channels.send(.controller(64, 0)) == ["dampers 0", "sustain up 0"])
    #expect(channels.send(.controller(66, 127)) == ["sostenuto down 0"])
    #expect(channels.send(.controller(66, 100)) == [])
    #expect(channels.send(.controller(66, 0)) == ["sostenuto up 0"])
  }

  @Test func controllersReachVoices() {
    let channels = Channels()
    #expect(channels.send(.controller(7, 3)) == ["changed 0"])
    #expect(channels.send(.pressure(3)) == ["changed 0"])
    #expect(channels.send(.pitchBend(0)) == ["changed 0"])
    #expect(channels.send(.keyPressure(60, 3)) == ["changed 0"])
    #expect(channels.send(all: ChannelMessage.registered(0, 12)).last == "changed 0")
    // bank selects and the soft pedal take effect with the next note
    #expect(channels.send(.controller(0, 3), .controller(32, 3), .controller(67, 127)) == [])
    #expect(channels.send(.controller(121, 0)) == ["sustain up 0", "sostenuto up 0", "changed 0"])
  }

  /// In mono mode the last key sounds and, when it is released, the previous one.
  @Test(arguments: [false, true]) func monoMode(isLegato: Bool) {
    let channels = Channels()
    channels.recorder.movesNotes = isLegato
    _ = channels.send(.controller(126, 1), .controller(68, isLegato ? 127 : 0))
    #expect(channels.send(.noteOn(60)).last == "start 0 preset 0 key 60 velocity 127")
    let up = channels.send(.noteOn(64, 90))
    #expect(up == (isLegato ? ["move 0 60 to 64"] : ["displace 0 60", "start 0 preset 0 key 64 velocity 90"]))
    let down = channels.send(.noteOff(64))
    if isLegato {
      // the recorder still holds the key that was struck first
      #expect(down == ["release 0 key 64"])
    } else {
      #expect(down == ["displace 0 64", "start 0 preset 0 key 60 velocity 127"])
    }
  }

  @Test func resetsFadeTheirPort() {
    for message in [Exclusive.gmOn, Exclusive.gm2On, Exclusive.gsReset, Exclusive.xgOn] {
      let channels = Channels()
      let fades = channels.send(exclusive: message, port: 1).filter { $0.hasPrefix("fade") }
      #expect(fades == (16..<32).map { "fade \($0)" })
    }
  }

  /// GS lets a part receive another channel, and scales velocities.
  @Test func parts() {
    let channels = Channels()
    // part 2 (block 2) receives channel 1 as well, at half the velocity
    #expect(channels.send(exclusive: Exclusive.gs(0x40, 0x12, 0x02, 0)) == ["release all 1"])
    _ = channels.send(exclusive: Exclusive.gs(0x40, 0x12, 0x1A, 32))
    #expect(
      channels.send(.noteOn(60, 100)) == [
        "start 0 preset 0 key 60 velocity 100", "start 1 preset 0 key 60 velocity 50",
      ])
    #expect(channels.send(.noteOn(60, 100, channel: 1)) == [])
    #expect(channels.send(.noteOff(60)) == ["release 0 key 60", "release 1 key 60"])
  }

  /// An MPE zone: the manager's messages reach its members, and a member's pressure, timbre and bend reach its held
  /// notes.
  @Test func expressionZones() {
    let channels = Channels()
    _ = channels.send(all: ChannelMessage.registered(6, 3))
    #expect(channels.send(.pressure(9, channel: 2)) == ["changed 2 but released"])
    let all = channels.send(.pressure(20))
    for member in 1...3 { #expect(all.contains("changed \(member)")) }
    #expect(!all.contains("changed 4"))
    #expect(channels.send(.program(5, channel: 2)) == [])
  }

  @Test func tunings() {
    let channels = Channels()
    let octave: [UInt8] = [0x7F, 0x7F, 8, 8, 0, 0, 1] + [UInt8](repeating: 64, count: 12)
    #expect(channels.send(exclusive: octave) == ["tuning 0"])
    let later: [UInt8] = [0x7E, 0x7F, 8, 8, 0, 0, 1] + [UInt8](repeating: 64, count: 12)
    #expect(channels.send(exclusive: later) == [])
  }

  /// Messages of all kinds, sensible and extreme: messages to a port reach its own parts or, with GS and XG, those of
  /// the neighboring port; and equal messages produce equal commands.
  @Test func anyMessages() {
    var random = SeededGenerator(seed: seed(of: "anyMessages"))
    for _ in 0..<rounds(20) {
      let (first, second) = (Channels(), Channels())
      for _ in 0..<400 {
        let port = UInt8.random(in: 0...15, using: &random)
        let messages: [ChannelMessage]
        if Int.random(in: 0..<4, using: &random) == 0 {
          messages = Array(SystemExclusivePackets(random.exclusive(isWild: true), port: port))
        } else {
          messages = [
            ChannelMessage(
              status: UInt8.random(in: 0x80...0xEF, using: &random), UInt8.random(in: 0...127, using: &random),
              UInt8.random(in: 0...127, using: &random), port: port)
          ]
        }
        let commands = first.send(all: messages)
        #expect(commands == second.send(all: messages))
        // The state that all ports share, which is the tuning, reaches all ports.
        for command in commands where !command.hasPrefix("changed") && !command.hasPrefix("tuning") {
          let part = command.split(separator: " ").lazy.compactMap { Int($0) }.first
          #expect(part.map { UInt8($0 / 16) | 1 } == port | 1, "\(command) on port \(port)")
        }
      }
    }
  }

  @Test("per-note messages reach the notes of a key, on the parts that receive their channel") func expressions() {
    let channels = Channels()
    let volume = NoteExpressionMessage.message(.volume, 0.5, channel: 2, key: 60)
    let reset = NoteExpressionMessage.resetMessage(channel: 2, key: 60)
    #expect(channels.send(reset) == [], "nothing to reset")
    #expect(channels.send(volume) == ["expression 2 key 60"])
    #expect(channels.send(reset) == ["detach 2 key 60", "expression 2 key 60 default"])
    #expect(channels.send(NoteExpressionMessage.chokeMessage(channel: 2, key: 60)) == ["choke 2 key 60"])
    #expect(channels.send(.controller(121, 0, channel: 2)).contains("expressions reset 2"))
    #expect(!channels.send(.controller(121, 0, channel: 3)).contains("expressions reset 3"))
    // controllers that are not assigned
    for word: UInt32 in [0x4002_3C63, 0x4012_3C63] {
      #expect(channels.send(ChannelMessage(word0: word, word1: 1)) == [])
    }
  }
}
