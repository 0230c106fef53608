extension SoundFont {
  /// The sections of ``describe(_:to:)``.
  public struct Parts: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Name, version, counts and information strings.
    public static let summary = Parts(rawValue: 1)
    /// One line for each preset, by bank and program.
    public static let presets = Parts(rawValue: 2)
    /// The zones of each preset and of each instrument, with their generators and modulators.
    public static let zones = Parts(rawValue: 4)
    /// One line for each sample.
    public static let samples = Parts(rawValue: 8)
    /// The defects.
    public static let diagnostics = Parts(rawValue: 16)
  }

  /// Writes a description of the bank, line by line.
  ///
  /// Control characters in names from the file are replaced by "·".
  /// - Thread: control
  public func describe(_ parts: Parts = [.summary, .presets, .diagnostics], to output: inout some TextOutputStream) {
    if parts.contains(.summary) { describeSummary(to: &output) }
    if parts.contains(.presets) || parts.contains(.zones) { describePresets(parts, to: &output) }
    if parts.contains(.zones) { describeInstruments(to: &output) }
    if parts.contains(.samples) { describeSamples(to: &output) }
    if parts.contains(.diagnostics) { describeDiagnostics(to: &output) }
  }

  private func describeSummary(to output: inout some TextOutputStream) {
    let bits = pool.lowBytes == nil ? 16 : 24
    let usable = samples.count(where: { $0.isUsable })
    let info = info
    output.write(line: "\(info.name.printable): \(formatName)")
    let streams = samples.count { $0.stream != nil && $0.packing == nil }
    let compressed = streams > 0 ? ", \(streams) compressed" : ""
    output.write(
      line: "\(presets.count) presets, \(instrumentCount) instruments, "
        + "\(samples.count) samples (\(usable) usable\(compressed)), \(frameCount) frames of \(bits) bits")
    let strings = [
      ("by", info.engineers), ("made", info.creationDate), ("for", info.product), ("copyright", info.copyright),
      ("with", info.tools), ("comments", info.comments),
    ]
    for (word, text) in strings where !text.isEmpty { output.write(line: "\(word): \(text.printable)") }
  }

  /// The number of frames of all samples; of a DLS bank, those that are played without conversion.
  package var frameCount: Int {
    format == .soundFont ? pool.frameCount : Set(samples.map { $0.frames }).reduce(0) { $0 + $1.count }
  }

  /// The number of instruments in the file. In a DLS bank, each is a preset, which the reader may divide into two
  /// instruments of a SoundFont.
  package var instrumentCount: Int { format == .soundFont ? instruments.count : presets.count }

  /// The number of zones in the file; of a DLS bank, that of its regions.
  package var zoneCount: Int {
    format == .soundFont ? presetZones.count + instrumentZones.count : instrumentZones.count { !$0.isGlobal }
  }

  /// The number of zones of a preset in the file; of an instrument in a DLS bank, that of its regions.
  package func zoneCount(of preset: Preset) -> Int {
    guard format != .soundFont else { return preset.zones.count }
    return preset.localZones.reduce(0) { count, index in
      count + (presetZones[index].target.map { instruments[$0].localZones.count } ?? 0)
    }
  }

  private func describePresets(_ parts: Parts, to output: inout some TextOutputStream) {
    for index in selectablePresets {
      let preset = presets[index]
      let count = preset.localZones.count
      output.write(
        line: "\(padded(preset.bank, 3)):\(padded(preset.program, 3)) \(name(of: preset).printable)"
          + " (\(count) zone\(count == 1 ? "" : "s"))")
      if parts.contains(.zones) {
        describe(presetZones[preset.zones], to: &output) { "→ \(name(of: instruments[$0]).printable)" }
      }
    }
  }

  private func describeInstruments(to output: inout some TextOutputStream) {
    for (index, instrument) in instruments.enumerated() {
      output.write(line: "instrument \(index) \(name(of: instrument).printable)")
      describe(instrumentZones[instrument.zones], to: &output) { "→ \(name(of: samples[$0]).printable)" }
    }
  }

  private func describe(
    _ zones: ArraySlice<Zone>, to output: inout some TextOutputStream, target: (Int) -> String
  ) {
    for zone in zones {
      var line = "  keys \(zone.keyRange) velocities \(zone.velocityRange) \(zone.target.map(target) ?? "global")"
      for generator in generators[zone.generators] { line += " \(generator.kind)=\(generator.amount)" }
      output.write(line: line)
      for modulator in modulators[zone.modulators] { output.write(line: "    \(modulator)") }
    }
  }

  private func describeSamples(to output: inout some TextOutputStream) {
    for (index, sample) in samples.enumerated() {
      let loop = sample.loop.map { "loop \($0.lowerBound - sample.start)–\($0.upperBound - sample.start)" } ?? "no loop"
      let data = sample.packing.map { "\(8 * Int($0.bytesPerPoint)) bits" } ?? "Ogg"
      let position = sample.stream.map { "\($0.count) bytes of \(data) at \($0.lowerBound), " }
      let state =
        sample.fault.map { "unusable: \($0)" } ?? position.map { $0 + loop }
        ?? "\(sample.frames.count) frames at \(sample.start), \(loop)"
      output.write(
        line: "sample \(index) \(name(of: sample).printable): \(sample.sampleRate) Hz, key \(sample.rootKey)"
          + " \(sample.correction < 0 ? "" : "+")\(sample.correction) cents, \(sample.channel), \(state)")
    }
  }

  private func describeDiagnostics(to output: inout some TextOutputStream) {
    for diagnostic in diagnostics.entries { output.write(line: diagnostic.description) }
    for kind in SoundFontDiagnostic.Kind.allCases {
      let listed = diagnostics.entries.count { $0.kind == kind }
      let more = diagnostics.counts[kind, default: 0] - listed
      if more > 0 { output.write(line: "and \(more) more: \(kind.text)") }
    }
  }

  private func padded(_ number: UInt16, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension SoundFont.Modulator: CustomStringConvertible {
  /// Formats a modulator, such as "CC 1 linear → vibLfoToPitch 50".
  public var description: String {
    let scale = amountSource.isNone ? "" : " × \(amountSource)"
    let goal = linkedModulator.map { "modulator \($0)" } ?? destinationKind?.description ?? "unknown \(destination)"
    let shape = transform == 0 ? "" : transform == 2 ? " absolute" : " transform \(transform)"
    return "\(source)\(scale) → \(goal) \(amount)\(shape)"
  }
}

extension SoundFont.ModulatorSource: CustomStringConvertible {
  /// Formats a source, such as "velocity concave negative".
  public var description: String {
    let name = isController ? "CC \(number)" : index.map { "\($0)" } ?? "unknown \(number)"
    if isNone || isLink { return name }
    let shape = curve.map { "\($0)" } ?? "curve \(rawValue >> 10)"
    return "\(name) \(shape)\(isNegative ? " negative" : "")\(isBipolar ? " bipolar" : "")"
  }
}

extension String {
  /// Returns one line without control characters, so that a name from a file cannot control a terminal.
  fileprivate var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.lazy.map { $0.value < 32 || (127...159).contains($0.value) ? "·" as UnicodeScalar : $0 }))
  }
}

extension TextOutputStream {
  fileprivate mutating func write(line: String) { write(line + "\n") }
}
