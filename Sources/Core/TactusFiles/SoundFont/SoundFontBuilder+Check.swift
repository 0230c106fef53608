extension SoundFontBuilder {
  /// Throws if the format cannot store the contents, or if a reader would change them.
  func check(_ layout: SampleLayout) throws(SoundFontWriteError) {
    guard version.major == 2 || version == .v3_01 else { throw .unsupportedVersion(version) }
    if version < .v2_04, samples.contains(where: { !$0.lowBytes.isEmpty }) { throw .lowBytesNeedVersion204 }
    if version != .v3_01, samples.contains(where: { !$0.stream.isEmpty }) { throw .streamsNeedVersion301 }
    for (index, sample) in samples.enumerated() { try check(sample, index) }
    for (index, owner) in instruments.enumerated() {
      try check(owner.zones, of: .instrument, index, targets: samples.count)
    }
    for (index, owner) in presets.enumerated() {
      try check(owner.zones, of: .preset, index, targets: instruments.count)
    }
    try checkCounts("samples", samples.count)
    try checkCounts("instruments", instruments.count)
    try checkCounts(.instrument, instruments.lazy.map { $0.zones })
    try checkCounts(.preset, presets.lazy.map { $0.zones })
    let byteCount = fileSize(layout)
    guard byteCount <= UInt32.max else { throw .tooLarge(byteCount: byteCount) }
  }

  private func check(_ sample: Sample, _ index: Int) throws(SoundFontWriteError) {
    func refuse(_ reason: String) -> SoundFontWriteError { .unsoundSample(index: index, reason: reason) }
    if !sample.lowBytes.isEmpty, sample.lowBytes.count != sample.frames.count {
      throw refuse("has \(sample.frames.count) frames but \(sample.lowBytes.count) low bytes")
    }
    if !sample.stream.isEmpty, !sample.frames.isEmpty || !sample.lowBytes.isEmpty {
      throw refuse("has both frames and a compressed stream")
    }
    let limit = sample.stream.isEmpty ? sample.frameCount : Int(Int32.max)
    if let loop = sample.loop, loop.isEmpty || loop.lowerBound < 0 || loop.upperBound > limit {
      throw refuse("has its loop at \(loop) outside its \(sample.frameCount) frames")
    }
    guard SoundFont.SampleHeader.practicalSampleRates.contains(sample.sampleRate) else {
      throw refuse("has the impractical sample rate \(sample.sampleRate)")
    }
    guard samples.indices.contains(sample.link) || sample.link == 0 else {
      throw refuse("is linked to sample \(sample.link), which does not exist")
    }
  }

  private func check(
    _ zones: [Zone], of level: ZoneLevel, _ owner: Int, targets: Int
  ) throws(SoundFontWriteError) {
    for (index, zone) in zones.enumerated() {
      if let target = zone.target {
        guard target >= 0, target < targets else {
          throw .targetOutOfRange(level: level, owner: owner, zone: index, target: target, count: targets)
        }
      } else if index > 0 {
        throw .zoneWithoutTarget(level: level, owner: owner, zone: index)
      }
      for generator in zone.generators where !generator.kind.isWritable(at: level) {
        throw .illegalGenerator(level: level, owner: owner, zone: index, kind: generator.kind)
      }
    }
  }

  private func checkCounts(
    _ level: ZoneLevel, _ zones: some Sequence<[Zone]>
  ) throws(SoundFontWriteError) {
    var zoneCount = 0
    var generatorCount = 0
    var modulatorCount = 0
    for zone in zones.joined() {
      zoneCount += 1
      generatorCount += zone.recordCount
      modulatorCount += zone.modulators.count
    }
    try checkCounts("\(level.rawValue) zones", zoneCount)
    try checkCounts("\(level.rawValue) generators", generatorCount)
    try checkCounts("\(level.rawValue) modulators", modulatorCount)
  }

  /// Throws if there are too many records: indices have 16 bits, and the index of the terminal record is the count.
  private func checkCounts(_ what: String, _ count: Int) throws(SoundFontWriteError) {
    guard count <= 0xFFFF else { throw .tooMany(what: what, count: count, limit: 0xFFFF) }
  }
}

extension GeneratorKind {
  /// Whether a zone at this level may contain the generator; ranges and targets are properties of the zone.
  func isWritable(at level: ZoneLevel) -> Bool {
    hasFunction && !isStructural && (level == .instrument || isLegalAtPresetLevel)
  }
}

extension SoundFontBuilder.Zone {
  /// The number of generator records of the zone: ranges, generators, target.
  var recordCount: Int {
    generators.count + (keyRange == nil ? 0 : 1) + (velocityRange == nil ? 0 : 1) + (target == nil ? 0 : 1)
  }
}
