import ArgumentParser
import Tactus
import TactusJACK

/// One run of `tactus sequence --jack`.
struct LiveSequenceJob {
  private let command: SequenceCommand
  private let sequence: MIDISequence
  /// Where it ends by itself; nil for nowhere.
  private let end: Tick?
  private let name: String
  private let keyboard: Keyboard
  private var line: StatusLine
  private var report = LoadReport()

  init(_ command: SequenceCommand, _ sequence: MIDISequence, until end: Tick, name: String) {
    (self.command, self.sequence, self.name) = (command, sequence, name)
    let isEndless = sequence.tracks.contains { sequence.isAudible($0) && $0.end == nil }
    self.end = command.stretch.isAsked || !isEndless ? end : nil
    keyboard = Keyboard(readsAnything: false)
    line = StatusLine(isWanted: !command.options.quiet)
  }

  private var timebase: LiveSequenceOptions.Timebase { command.live.timebase ?? .none }
  private var hasSound: Bool { !command.options.bank.isEmpty }

  mutating func run() throws {
    defer {
      line.hide()
      keyboard.restore()
    }
    let bank = hasSound ? try BankChoice.asked(command.options.bank, strict: command.options.strict) : nil
    let sound = try bank?.soundBank(velocityFilter: command.options.sound.velocityFilter)
    var rate: Int?
    repeat {
      let session = try open(rate)
      let live = try make(session, sound)
      session.play(live)
      try lead(session)
      do { try session.start() } catch { throw ToolError(nil, "\(error)") }
      try command.live.jack.connect(session)
      session.settle()
      begin(session, live)
      rate = try watch(session, live)
    } while rate != nil
    try conclude()
  }

  // MARK: Making

  private func open(_ rate: Int?) throws -> JACKSession {
    let file = "\(OutputFolder.stem(of: command.file)).wav"
    let client = try command.live.jack.open("tactus", insteadOf: "tactus sequence \(command.file) -o \(file)")
    var ports = JACKSession.Ports()
    (ports.hasAudio, ports.hasMIDIInput, ports.hasClock) = (hasSound, false, command.live.clock)
    ports.midiOutputs = try usedPorts(rate ?? client.sampleRate)
    do { return try JACKSession(client, ports: ports, sampleRate: rate) } catch { throw ToolError(nil, "\(error)") }
  }

  /// The ports of the messages that are played; the first in any case.
  private func usedPorts(_ sampleRate: Int) throws(ToolError) -> UInt16 {
    do {
      let played = try PlayedSequence(sequence, until: sequence.standardEnd, sampleRate: sampleRate)
      return played.events.reduce(1) { $0 | 1 << UInt16($1.message.port) }
    } catch { throw ToolError(name, "\(error)") }
  }

  private func make(_ session: JACKSession, _ bank: SoundBank?) throws -> LiveSequence {
    let lead: LiveLead =
      switch timebase {
      case .none: .own
      case .master: .frames
      case .follow: .beats
      }
    let live: LiveSequence
    do {
      live = try LiveSequence(
        sequence, sampleRate: session.sampleRate, lead: lead, hasSound: hasSound, hasClock: command.live.clock,
        end: end, synth: command.options.sound.synthSettings())
    } catch let error as LiveSequence.Failure { throw ToolError(name, "\(error)") }
    live.sequencer.fill(command.edits.fill)
    if let chain = command.options.chain {
      var remarks: [String] = []
      let functions = try InputFile.chain(named: chain, strict: command.options.strict, remarks: &remarks)
      do { try live.sampler.publish(functions) } catch { throw ToolError(chain, "\(error)") }
    }
    if let bank {
      live.sampler.publish(bank)
      _ = try? live.sampler.attend()
    }
    return live
  }

  private func lead(_ session: JACKSession) throws(ToolError) {
    guard timebase == .master else { return }
    do { try session.lead(sequence.tempoMap, sequence.meterMap) } catch { throw ToolError(nil, "\(error)") }
  }

  private func begin(_ session: JACKSession, _ live: LiveSequence) {
    switch timebase {
    case .none: live.sequencer.play(from: 0)
    case .follow: break
    case .master:
      session.client.locateTransport(0)
      session.client.startTransport()
    }
  }

  // MARK: Playing

  /// Plays until it is over, or the server has another rate, which it gives.
  private mutating func watch(_ session: JACKSession, _ live: LiveSequence) throws -> Int? {
    defer {
      if timebase == .master { session.client.stopTransport() }
      session.stop()
      report.add(session)
    }
    var (quietPauses, isPlaying) = (0, true)
    while true {
      if let number = Interruption.signalNumber { throw Interrupted(signalNumber: number, output: nil) }
      let server = session.client.watch
      if server.isServerGone { throw ToolError(nil, "the JACK server has gone; start it again") }
      if let rate = session.newSampleRate { return rate }
      let playhead = live.sequencer.report().playhead
      for key in keyboard.keys(within: 50) {
        switch key {
        case .character("q"), .escape: return nil
        case .character(" "):
          isPlaying.toggle()
          toggle(isPlaying, session, live)
        default: break
        }
      }
      if hasSound { _ = try? live.sampler.attend() }
      let isOver = end.map { playhead.tick >= $0 && !playhead.isRolling } ?? false
      quietPauses = isOver && timebase != .follow && live.sampler.synth.voiceCount == 0 ? quietPauses + 1 : 0
      if quietPauses > (hasSound ? 40 : 5) { return nil }
      line.show(text(playhead, session))
    }
  }

  private func toggle(_ isPlaying: Bool, _ session: JACKSession, _ live: LiveSequence) {
    switch (timebase, isPlaying) {
    case (.none, true): live.sequencer.play()
    case (.none, false): live.sequencer.stop()
    case (_, true): session.client.startTransport()
    case (_, false): session.client.stopTransport()
    }
  }

  private func text(_ playhead: Playhead, _ session: JACKSession) -> String {
    let position = sequence.meterMap.position(atTick: max(0, playhead.tick))
    let load = session.load
    let share = load.busy / max(1e-3, Double(load.frames) / Double(session.sampleRate))
    let sign = playhead.isRolling ? "▶" : "‖"
    let sent = Int(playhead.counters.notes)
    return "\(sign) \(position.bar):\(position.beat)  \(sent.counted("note"))  \((share * 100).fixed(1)) % CPU"
  }

  private func conclude() throws {
    keyboard.restore()
    guard command.options.json || !command.options.quiet else { return }
    var output = StandardOutput()
    let words = "\(name): \(report.words("played"))".printable
    try output.writeLine(command.options.json ? report.json("live sequence", name).prettyText : words)
    try output.flush()
  }
}
