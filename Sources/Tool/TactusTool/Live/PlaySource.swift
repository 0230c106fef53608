import ArgumentParser
import Tactus

/// The source of `tactus play`, which can be compiled for any sample rate.
struct PlaySource {
  let name: String
  let bank: SoundBank
  let banks: BankChoice
  let chain: ProcessorChain?
  let meters: MeterMap
  private(set) var remarks: [String] = []
  private let content: Content

  private enum Content {
    case song(BounceSource)
    /// A document; a sequencer converts it to a song at the required rate.
    case sequence(MIDISequence, FileBytes)
  }

  init(_ path: String?, _ options: PlayOptions, demo: Demo = Demo()) throws {
    let file = try path.map { try InputFile.bytes(named: $0) } ?? demo.file
    name = file.name
    var remarks: [String] = []
    if file.isDocument {
      let sequence = try InputFile.sequence(in: file, strict: options.strict, remarks: &remarks)
      content = .sequence(sequence, file)
      meters = sequence.meterMap
    } else {
      let source = try BounceSource(file, path: path, strict: options.strict, demo: demo)
      content = .song(source)
      meters = source.song.meterMap(.concatenated)
    }
    banks = try Self.banks(path, content, options)
    bank = banks.soundBank(velocityFilter: options.sound.velocityFilter)
    if let chain = options.chain {
      self.chain = try InputFile.chain(named: chain, strict: options.strict, remarks: &remarks)
    } else {
      chain = nil
    }
    self.remarks = banks.remarks + remarks
  }

  /// Chooses the banks as a bounce does.
  private static func banks(_ path: String?, _ content: Content, _ options: PlayOptions) throws(ToolError) -> BankChoice
  {
    guard options.bank.isEmpty else { return try .asked(options.bank, strict: options.strict) }
    if path == nil { return try .builtIn() }
    var choice = try BankChoice.found()
    if case .song(let source) = content { choice.addBank(of: source) }
    return choice
  }

  /// Returns the song compiled for a rate, and the frames of its loop.
  func bouncer(_ options: PlayOptions, sampleRate: Int) throws -> (bouncer: Bouncer, loop: Range<Int64>?) {
    var settings = options.settings(sampleRate: sampleRate)
    settings.chain = chain
    let source = try source(sampleRate)
    if options.sound.gain == nil { settings.synth.gain = source.gain(with: options.bank) }
    if source.hasExactEnd { settings.loopEnding = .endOfTrack }
    do throws(BounceError) { try settings.check() } catch { throw ValidationError("\(error)") }
    let tempoMap = try options.speed?.tempoMap(of: source) ?? source.tempoMap
    do throws(BounceError) {
      let bouncer = try Bouncer(
        source.song, bank: bank, settings: settings, choice: .concatenated, tempoMap: tempoMap)
      let clock = bouncer.timeline.clock
      let loop = source.song.markedLoop.map { clock.frame(atTick: $0.start)..<clock.frame(atTick: $0.end) }
      return (bouncer, loop)
    } catch {
      // the settings are right, so it is the song that does not allow them
      throw ToolError(name, error.isTooLong ? error.tooLongWords(settings) : "\(error)")
    }
  }

  /// Returns the ports of the song's messages, one bit each; the first one is always among them.
  func ports(_ options: PlayOptions) throws -> UInt16 {
    try bouncer(options, sampleRate: 48_000).bouncer.timeline.channels.keys.reduce(1) { $0 | 1 << UInt16($1 & 15) }
  }

  /// The tempi of the song itself, without `--speed`.
  var tempi: [TempoMap.Entry] {
    switch content {
    case .song(let source): (source.tempoMap ?? source.song.tempoMap(.concatenated)).entries
    case .sequence(let sequence, _): sequence.tempoMap.entries
    }
  }

  private func source(_ sampleRate: Int) throws(ToolError) -> BounceSource {
    switch content {
    case .song(let source): return source
    case .sequence(let sequence, let file):
      do {
        let played = try PlayedSequence(sequence, until: sequence.standardEnd, sampleRate: sampleRate)
        return BounceSource(try played.song(inPlayedOrder: true), sequence.tempoMap, from: file.name, name: file.name)
      } catch { throw ToolError(file.name, "\(error)") }
    }
  }

  /// Returns the command that renders the same song to a file.
  static func bounceCommand(_ path: String?, _ options: PlayOptions) -> String {
    let banks = options.bank.map { " --bank \($0.quotedForShell)" }.joined()
    guard let path, path != "-" else { return "tactus bounce" + (path == nil ? banks : "") }
    let isDocument = path.lowercased().hasSuffix(".json")
    let output = "\(OutputFolder.stem(of: path)).wav"
    let command = "tactus \(isDocument ? "sequence" : "bounce")"
    return "\(command) \(path.quotedForShell) -o \(output.quotedForShell)\(banks)"
  }
}
