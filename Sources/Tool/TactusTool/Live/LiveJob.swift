import ArgumentParser
import Tactus
import TactusDevices

/// One run of `tactus live`.
struct LiveJob {
  private let command: LiveCommand
  private let banks: BankChoice
  private let sampler: Sampler
  private let keyboard: Keyboard
  /// The file of the take; nil if nothing is recorded.
  private let take: TakeFile?
  /// The duration of earlier sessions, and the time of the first message, in seconds.
  private var takenSeconds = 0.0
  private var firstSecond: Double?
  private let output: AudioOutput
  private var shortSessions = ShortSessions()
  private var line: StatusLine
  private var report = LoadReport()
  /// The remarks printed so far; each is printed once.
  private var printedRemarks: Set<String> = []

  init(_ command: LiveCommand) throws {
    self.command = command
    take = try command.take.record.map { try TakeFile($0, MIDISequence(tempo: Tempo(bpm: command.tempo))) }
    banks = command.bank.isEmpty ? try .found() : try .asked(command.bank, strict: command.strict)
    sampler = try Sampler(settings: command.sound.synthSettings())
    var remarks = banks.remarks
    if let name = command.chain {
      let chain = try InputFile.chain(named: name, strict: command.strict, remarks: &remarks)
      do { try sampler.publish(chain) } catch { throw ToolError(name, "\(error)") }
    }
    for channel in command.program { sampler.set(channel.program, of: channel.part) }
    sampler.publish(banks.soundBank(velocityFilter: command.sound.velocityFilter))
    keyboard = Keyboard(readsAnything: false)
    output = AudioOutput(command.audio, command.jack, input: command.midi)
    line = StatusLine(isWanted: !command.quiet)
    guard !command.quiet else { return }
    for remark in remarks { StandardError.remark(remark) }
  }

  mutating func run() throws {
    do { try play() } catch {
      // the error that ends playback is thrown; that of the take is reported beside it
      if let failure = take?.failure, "\(failure)" != "\(error)" { report("\(failure)") }
      throw error
    }
  }

  private mutating func play() throws {
    Interruption.beginAsking()
    defer {
      line.hide()
      keyboard.restore()
    }
    defer { if let words = take?.summary { report(words) } }
    // the sample rate for the next session; nil when the user has quit
    var next: Int?? = .some(nil)
    // a requested preset must be available; a preset that MIDI selects later may be missing
    do { for failure in try sampler.runControlTasks() { report("\(failure)") } } catch {
      throw ToolError(nil, "\(error)")
    }
    while let rate = next {
      let session = try output.open(sampleRate: rate, insteadOf: "tactus bounce song.mid -o song.wav")
      if let words = output.remark(session) { report(words) }
      sampler.prepare(sampleRate: session.sampleRate, maximumFrameCount: session.maximumFrameCount)
      session.play(sampler)
      if let take { session.record(into: take.recorder) }
      do { try session.start() } catch { throw ToolError(nil, "\(error)") }
      if let remark = try output.connect(session) { report(remark) }
      next = try watch(session)
      try AudioOutput.checkRecording(session)
    }
    try conclude()
  }

  /// Runs the sampler's control tasks until the user quits or the server changes its sample rate.
  ///
  /// - Returns: nil if the user has quit; otherwise the sample rate for the next session, if it is known.
  private mutating func watch(_ session: any AudioSession) throws -> Int?? {
    defer {
      session.stop()
      collect(session)
      takenSeconds += Double(session.load.frames) / Double(session.sampleRate)
      finishTake()
      report.add(session)
    }
    var hardware = output.hardware(of: session)
    while true {
      if Interruption.signalNumber != nil { return nil }
      if let ending = session.ending {
        guard output.isAutomatic, shortSessions.allowAnother(after: session) else {
          throw ToolError(nil, session.driver == .file ? ending : "\(ending); start it again")
        }
        report(ending)
        return .some(nil)
      }
      if let rate = session.newSampleRate { return rate }
      let remarks = output.takeRemarks() + (hardware?.connectNew() ?? [])
      for words in remarks where !command.quiet { line.report(["tactus: \(words)"]) }
      collect(session)
      for key in keyboard.keys(within: 50) where key == .character("q") || key == .escape { return nil }
      do { for failure in try sampler.runControlTasks() { report("\(failure)") } } catch { report("\(error)") }
      let load = session.load
      let share = load.busy / max(1e-3, Double(load.frames) / Double(session.sampleRate))
      let voices = sampler.synth.voiceCount.counted("voice")
      line.show("\(session.title): \(voices)  \((share * 100).fixed(1)) % CPU  bank \(banks.words)")
    }
  }

  /// Passes what was played on to the take. Its first message is at tick 0.
  private mutating func collect(_ session: any AudioSession) {
    guard let take else { return }
    let base = takenSeconds
    var first = firstSecond
    do throws(ToolError) {
      try take.collect { frame in
        let seconds = base + Double(frame) / Double(session.sampleRate)
        first = first ?? seconds
        return tick(of: seconds - (first ?? seconds))
      }
    } catch { report("\(error)") }
    firstSecond = first
  }

  /// Writes the rest of the take; keys that are held until now end now. The take keeps an error until the end.
  private mutating func finishTake() {
    do throws(ToolError) {
      try take?.write(heldUntil: tick(of: takenSeconds - (firstSecond ?? takenSeconds)))
    } catch {}
  }

  private func tick(of seconds: Double) -> Tick {
    Tick((seconds * command.tempo / 60 * Double(take?.ticksPerQuarter ?? 1)).rounded())
  }

  private mutating func report(_ remark: String) {
    guard !command.quiet, printedRemarks.insert(remark).inserted else { return }
    line.report(["tactus: \(remark)"])
  }

  /// Reports the processor load, even after Ctrl-C, because that is how users usually quit an instrument.
  private mutating func conclude() throws {
    line.hide()
    keyboard.restore()
    if command.json || !command.quiet {
      var output = StandardOutput()
      let words = "\(report.words("live")), bank \(banks.words)".printable
      try output.writeLine(command.json ? report.json("live", banks.words).prettyText : words)
      try output.flush()
    }
    // a take that is lost matters more than the signal, with which playing usually ends
    if let failure = take?.failure {
      if printedRemarks.contains("\(failure)") { throw ReportedFailure() }
      throw failure
    }
    if let number = Interruption.signalNumber { throw Interrupted(signalNumber: number, output: nil) }
  }
}
