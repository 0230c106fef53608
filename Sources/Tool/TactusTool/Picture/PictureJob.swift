import ArgumentParser
import Tactus
import TactusPictures

/// One run of `tactus picture`, from the file name to the picture and its report.
struct PictureJob {
  let command: PictureCommand

  /// A drawing and its report.
  private struct Picture {
    let drawing: Drawing
    let kind: String
    let words: String
    let facts: [JSON.Member]
  }

  func run() throws {
    let file = try command.file.map(InputFile.bytesOrBank) ?? Builtins.demoSong
    if let input = command.file, input != "-", command.output != "-" {
      try SameFile.refuse(command.output, over: BankChoice.location(of: input) ?? input)
    }
    let picture = try makePicture(of: file)
    let bytes =
      command.chosenFormat == .svg
      ? picture.drawing.svg(theme: command.theme) : picture.drawing.png(theme: command.theme)
    try WholeFile.write(bytes, to: command.output)
    try report(picture, byteCount: bytes.count)
  }

  private func makePicture(of file: FileBytes) throws -> Picture {
    if FileKind(file) == .bank { return try bankPicture(file) }
    if command.preset != nil { throw ToolError(file.name, "--preset requires a sound bank") }
    if AudioFileReader.recognizes(file) {
      do { return try audioPicture(AudioFileReader(file), file) } catch let error as AudioFileError {
        throw ToolError(nil, "\(error)")
      }
    }
    if CompressedAudioReader.recognizes(file) {
      do { return try audioPicture(CompressedAudioReader(file, library: .shared()), file) } catch let error
        as CodecError
      {
        throw ToolError(nil, "\(error)")
      }
    }
    let song: MIDIFile
    do { song = try MIDIFile(reading: file) } catch {
      throw ToolError(error, of: file, expected: "a MIDI file, WAV, AIFF, CAF, FLAC, Ogg, MP3 or a sound bank")
    }
    return try songPicture(song, name: shortName(file))
  }

  private func songPicture(_ song: MIDIFile, name: String) throws -> Picture {
    var settings = command.settings
    settings.channels = command.channels?.ofSong
    if let channel = command.channels?.first(beyond: 16) {
      throw ToolError(
        name, "--channels names channel \(channel); those of a song are 1 to 16, or 2:1 to 2:16 of port 2")
    }
    let contents = SongContents(song)
    settings.seconds = try command.part(of: name) { position in
      try position.checkBar(contents.meterMap, named: name)
      return position.seconds ?? contents.second(atTick: position.tick(contents.timeline.clock, contents.meterMap))
    }
    try check(settings.seconds, length: contents.length, name)
    let playing = Set(contents.notes.map { Int($0.channelIndex) })
    report(silent: command.channels?.silent(besides: playing) ?? [], name)
    let picture = SongPicture(contents, name: name, settings: settings)
    return Picture(
      drawing: picture.drawing, kind: "song",
      words: "piano roll of \(picture.noteCount.counted("note")), \(clock(picture.seconds))",
      facts: [.init(name: "noteCount", value: JSON(picture.noteCount))] + range(picture.seconds))
  }

  /// Throws if the range begins after everything.
  private func check(_ range: ClosedRange<Double>?, length: Double, _ name: String) throws(ToolError) {
    guard let range, range.lowerBound > 0, range.lowerBound >= length else { return }
    throw ToolError(name, "nothing lies after \(range.lowerBound.asClock); it lasts \(length.asClock)")
  }

  private func audioPicture(_ reader: some AudioPictureSource, _ file: FileBytes) throws -> Picture {
    var settings = command.settings
    settings.channels = command.channels?.ofRecording(reader.channelCount)
    if let channel = command.channels?.first(beyond: reader.channelCount) {
      throw ToolError(file.name, "has \(reader.channelCount.counted("channel")), and --channels names \(channel)")
    }
    settings.seconds = try command.part(of: file.name) { position in
      guard let seconds = position.seconds else {
        throw ToolError(file.name, "a recording has no bars or ticks; give --from and --to as times, such as 1:23.5")
      }
      return seconds
    }
    try check(settings.seconds, length: Double(reader.frameCount) / max(1, reader.sampleRate), file.name)
    let picture = try AudioPicture(reader, name: shortName(file), settings: settings)
    return Picture(
      drawing: picture.drawing, kind: "audio",
      words: "waveform and spectrogram of \((settings.channels?.count ?? reader.channelCount).counted("channel")), "
        + clock(picture.seconds),
      facts: [
        .init(name: "peakDecibels", value: picture.peakLevel.map { .number($0) } ?? .null),
        .init(name: "clippedSamples", value: JSON(picture.clippedCount)),
      ] + range(picture.seconds))
  }

  private func bankPicture(_ file: FileBytes) throws -> Picture {
    guard command.from == nil, command.to == nil, command.channels == nil else {
      throw ToolError(file.name, "a bank has neither time nor channels; --from, --to and --channels are for songs")
    }
    let bank = try InputFile.bank(in: file)
    guard let wanted = command.preset else {
      let count = bank.selectablePresets.count
      return Picture(
        drawing: BankPicture(bank, name: shortName(file), settings: command.settings).drawing, kind: "bank",
        words: "overview of \(count.counted("preset"))", facts: [.init(name: "presetCount", value: JSON(count))])
    }
    guard let preset = bank.preset(bank: wanted.bank, program: wanted.program) else {
      throw ToolError(
        file.name, "has no preset \(wanted.bank):\(wanted.program); `tactus inspect` lists those that it has")
    }
    let picture = PresetPicture(preset, of: bank, settings: command.settings)
    return Picture(
      drawing: picture.drawing, kind: "preset",
      words: "map of \(picture.regionCount.counted("region")) of \(bank.name(of: preset))",
      facts: [
        .init(name: "bank", value: JSON(wanted.bank)), .init(name: "program", value: JSON(wanted.program)),
        .init(name: "name", value: .string(bank.name(of: preset))),
        .init(name: "regions", value: JSON(picture.regionCount)),
      ])
  }

  /// Reports the requested channels that have no notes.
  private func report(silent: [String], _ name: String) {
    guard !silent.isEmpty, !command.quiet else { return }
    let list = silent.joined(separator: ", ")
    let words = silent.count == 1 ? "channel \(list) plays" : "channels \(list) play"
    StandardError.remark("\(name): \(words) nothing")
  }

  private func report(_ picture: Picture, byteCount: Int) throws(StandardOutput.Failure) {
    let drawing = picture.drawing
    if command.json {
      var output = StandardOutput()
      let head: [JSON.Member] = [
        .init(name: "kind", value: .string("picture")), .init(name: "of", value: .string(picture.kind)),
        .init(name: "file", value: .string(command.output)),
        .init(name: "format", value: .string(command.chosenFormat.rawValue)),
        .init(name: "width", value: JSON(drawing.width)), .init(name: "height", value: JSON(drawing.height)),
        .init(name: "bytes", value: JSON(byteCount)),
      ]
      try output.writeLine(JSON.object(head + picture.facts).prettyText)
      return try output.flush()
    }
    let line =
      "\(command.output == "-" ? "standard output" : command.output): \(picture.words), "
      + "\(drawing.width) × \(drawing.height) pixels, \(byteCount.asBytes)"
    guard !command.quiet else { return }
    guard command.output != "-" else { return StandardError.writeLine(line.printable) }
    var output = StandardOutput()
    try output.writeLine(line.printable)
    try output.flush()
  }

  /// The file name without its folders.
  private func shortName(_ file: FileBytes) -> String { FilePath.name(of: file.name) }

  private func clock(_ seconds: ClosedRange<Double>) -> String {
    seconds.lowerBound > 0
      ? "\(seconds.lowerBound.asClock) to \(seconds.upperBound.asClock)" : seconds.upperBound.asClock
  }

  private func range(_ seconds: ClosedRange<Double>) -> [JSON.Member] {
    [
      .init(name: "fromSeconds", value: .number(seconds.lowerBound)),
      .init(name: "toSeconds", value: .number(seconds.upperBound)),
    ]
  }
}

/// Compressed audio as the source of a picture.
extension CompressedAudioReader: AudioPictureSource {
  /// Reading never fails, because blocks that cannot be decoded are read as silence.
  public typealias Failure = Never
  /// The largest value of an integer sample; 1 for codecs without a bit depth.
  public var fullScale: Float { bitsPerSample.map { 1 - 1 / Float(1 << ($0 - 1)) } ?? 1 }
  /// The format, such as "16 bits, FLAC" or "MP3".
  public var sampleWords: String { (bitsPerSample.map { "\($0) bits, " } ?? "") + formatWords }
}
