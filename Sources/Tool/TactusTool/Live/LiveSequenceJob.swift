import ArgumentParser
import Tactus
import TactusJACK

/// One run of `tactus sequence --jack`.
struct LiveSequenceJob {
  private let command: SequenceCommand
  private let sequence: MIDISequence
  /// The tick at which playback ends; nil for endless playback.
  private let end: Tick?
  private let name: String
  private let keyboard: Keyboard
  private var line: StatusLine
  private var report = LoadReport()
  /// The remarks printed so far; each is printed once.
  private var printedRemarks: Set<String> = []

  init(_ command: SequenceCommand, _ sequence: MIDISequence, until end: Tick, name: String) {
    (self.command, self.sequence, self.name) = (command, sequence, name)
    let isEndless = sequence.tracks.contains { sequence.isAudible($0) && $0.end == nil }
    self.end = command.length.isAsked || !isEndless ? end : nil
    keyboard = Keyboard(readsAnything: false)
    line = StatusLine(isWanted: !command.options.quiet)
  }

  private var timebase: LiveSequenceOptions.Timebase { command.live.timebase ?? .none }
  private var hasSound: Bool { !command.options.bank.isEmpty }

  mutating func run() throws {
    Interruption.beginAsking()
    defer {
      line.hide()
      keyboard.restore()
    }
    let bank = hasSound ? try BankChoice.asked(command.options.bank, strict: command.options.strict) : nil
    let sound = bank?.soundBank(velocityFilter: command.options.sound.velocityFilter)
    var (rate, location): (Int?, Position) = (nil, Position(tick: 0, isPlaying: true))
    repeat {
      let session = try open(rate)
      let live = try make(session, sound)
      session.play(live)
      try lead(session)
      do { try session.start() } catch { throw ToolError(nil, "\(error)") }
      if let remark = try command.live.jack.connect(session) { report(remark) }
      session.settle()
      rate = session.newSampleRate
      if rate != nil {
        session.stop()
      } else {
        begin(session, live, location)
        rate = try watch(session, live, &location)
      }
    } while rate != nil
    try conclude()
  }

  /// The playback position that a session passes on to the next session.
  private struct Position {
    var tick: Tick
    var isPlaying: Bool
  }

  private mutating func report(_ remark: String) {
    guard !command.options.quiet, printedRemarks.insert(remark).inserted else { return }
    line.report(["tactus: \(remark)"])
  }

  // MARK: Making

  private func open(_ rate: Int?) throws -> JACKSession {
    let client = try command.live.jack.open("tactus", insteadOf: bounceCommand)
    var ports = JACKSession.Ports()
    (ports.hasAudio, ports.hasMIDIInput, ports.hasClock) = (hasSound, false, command.live.clock)
    ports.midiOutputs = try usedPorts(rate ?? client.sampleRate)
    do { return try JACKSession(client, ports: ports, sampleRate: rate) } catch { throw ToolError(nil, "\(error)") }
  }

  private var bounceCommand: String {
    guard command.file != "-" else { return "tactus sequence … -o sequence.wav" }
    let output = "\(OutputFolder.stem(of: command.file)).wav"
    return "tactus sequence \(command.file.quotedForShell) -o \(output.quotedForShell)"
  }

  /// Returns the ports of the played messages as a bit mask, which always includes the first port.
  private func usedPorts(_ sampleRate: Int) throws(ToolError) -> UInt16 {
    do {
      let played = try PlayedSequence(sequence, until: sequence.standardEnd, sampleRate: sampleRate)
      return played.events.reduce(1) { $0 | 1 << UInt16($1.message.port) }
    } catch { throw ToolError(name, "\(error)") }
  }

  private mutating func make(_ session: JACKSession, _ bank: SoundBank?) throws -> LiveSequence {
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
      let effects = try InputFile.chain(named: chain, strict: command.options.strict, remarks: &remarks)
      do { try live.sampler.publish(effects) } catch { throw ToolError(chain, "\(error)") }
    }
    if let bank {
      live.sampler.publish(bank)
      runControlTasks(live.sampler)
    }
    return live
  }

  private func lead(_ session: JACKSession) throws(ToolError) {
    guard timebase == .master else { return }
    do { try session.lead(sequence.tempoMap, sequence.meterMap) } catch { throw ToolError(nil, "\(error)") }
  }

  /// Runs the sampler's control tasks, and reports samples that cannot be decoded; the others play.
  private mutating func runControlTasks(_ sampler: Sampler) {
    do { for failure in try sampler.runControlTasks() { report("\(failure)") } } catch { report("\(error)") }
  }

  private func begin(_ session: JACKSession, _ live: LiveSequence, _ location: Position) {
    switch timebase {
    case .none where location.isPlaying: live.sequencer.play(from: location.tick)
    case .none: live.sequencer.locate(location.tick)
    case .follow: break
    case .master:
      let clock = FrameClock(map: sequence.tempoMap, sampleRate: session.sampleRate)
      let frame = max(0, clock.frame(atTick: location.tick))
      session.client.locateTransport(UInt32(clamping: frame))
      if location.isPlaying { session.client.startTransport() }
    }
  }

  /// Ends sounding notes, if the connection still exists, and leaves the server.
  private func end(_ session: JACKSession, _ live: LiveSequence) {
    if !session.client.watch.isServerGone {
      if timebase == .master { session.client.stopTransport() }
      live.sequencer.stop()
      live.sequencer.bypass(true)
      session.settle()
    }
    session.stop()
  }

  // MARK: Playing

  /// Plays until the end, until the user quits, or until the server changes its sample rate.
  ///
  /// - Returns: the new sample rate; nil if playback is over.
  private mutating func watch(_ session: JACKSession, _ live: LiveSequence, _ location: inout Position) throws -> Int? {
    defer {
      end(session, live)
      report.add(session)
    }
    var quietPauses = 0
    while true {
      if Interruption.signalNumber != nil { return nil }
      if let ending = session.ending { throw ToolError(nil, "\(ending); start it again") }
      let playhead = live.sequencer.report().playhead
      location.tick = max(0, playhead.tick)
      if let rate = session.newSampleRate {
        if timebase == .master { location.isPlaying = session.client.transport.isRolling }
        return rate
      }
      for key in keyboard.keys(within: 50) {
        switch key {
        case .character("q"), .escape: return nil
        case .character(" "):
          location.isPlaying = timebase == .none ? !location.isPlaying : !session.client.transport.isRolling
          toggle(location.isPlaying, session, live)
        default: break
        }
      }
      if hasSound { runControlTasks(live.sampler) }
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

  /// Reports the processor load, even after Ctrl-C, because that is how users usually end an endless sequence.
  private mutating func conclude() throws {
    line.hide()
    keyboard.restore()
    if command.options.json || !command.options.quiet {
      var output = StandardOutput()
      let words = "\(name): \(report.words("played"))".printable
      try output.writeLine(command.options.json ? report.json("live sequence", name).prettyText : words)
      try output.flush()
    }
    if let number = Interruption.signalNumber { throw Interrupted(signalNumber: number, output: nil) }
  }
}
