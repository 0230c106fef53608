import CTactusShims
import TactusFiles
import TactusRealtime

/// One or several SoundFonts, ready to be played: presets are found by bank and program, and zones are flattened into
/// regions.
///
/// A bank is immutable. It keeps its fonts (and so their mapped files) alive, and any number of synthesizers may share
/// it.
/// - Thread: any
public final class SoundBank: @unchecked Sendable {  // immutable except for state under locks; owns its memory
  /// The stack of SoundFonts that form the bank, from bottom to top.
  public let layers: [Layer]
  let tables: BankTables
  let longestModulatorList: Int
  /// Whether zones or modulators were omitted because they exceed a limit that no real bank reaches.
  public let isCut: Bool
  let regions: FlatTable<Region>
  private let ranges: FlatTable<RegionRange>
  private let presetTable: FlatTable<PresetEntry>
  private let generators: FlatTable<Int16>
  private let fractions: FlatTable<UInt16>
  private let modulators: FlatTable<RegionModulator>
  /// The samples of the regions that are decoded or generated on demand.
  let deferred: DeferredSamples
  private let velocityFilter: VelocityFilter
  /// The programs whose presets have regions; nil for all.
  private let programs: ProgramSet?
  private let drafts: [RegionCompiler.Draft]
  /// The addresses of presets whose samples have been read into memory; see ``prepare(bank:program:)``.
  let readInPresets = Guarded<Set<Int32>>([])

  /// A SoundFont in the stack of a bank.
  public struct Layer: Sendable {
    /// The font.
    public let font: SoundFont
    /// The offset added to the bank number of each preset.
    public let bankOffset: Int
    /// Whether the offset applies to drum kits (bank 128) too.
    public let movesDrums: Bool
    /// Whether the font's melodic presets also replace those of the fonts below that have the same program in other
    /// banks. A bank that no font has then falls back to this font's preset with the program, that of its lowest bank.
    package let replacesPrograms: Bool

    /// Creates an entry of the stack from a SoundFont whose bank numbers are raised by `bankOffset`.
    public init(_ font: SoundFont, bankOffset: Int = 0, movesDrums: Bool = true) {
      self.init(font, bankOffset: bankOffset, movesDrums: movesDrums, replacesPrograms: false)
    }

    package init(_ font: SoundFont, bankOffset: Int, movesDrums: Bool, replacesPrograms: Bool) {
      self.font = font
      self.bankOffset = bankOffset
      self.movesDrums = movesDrums
      self.replacesPrograms = replacesPrograms
    }

    /// Returns the entry with its bank numbers raised further, for a stack that includes the entry's bank.
    package func raised(by offset: Int, movesDrums: Bool = true) -> Layer {
      Layer(
        font, bankOffset: bankOffset + offset, movesDrums: self.movesDrums && movesDrums,
        replacesPrograms: replacesPrograms && offset == 0)
    }
  }

  /// Flattens the fonts. If several have a preset with the same bank and program, the preset of the uppermost font is
  /// used.
  ///
  /// - Parameters:
  ///   - layers: from the bottom of the stack to its top.
  ///   - velocityFilter: whether quieter notes are darker by default, if a bank does not define that itself.
  ///   - decoder: the decoder for compressed samples (SF3); other fonts need none. The initializer decodes nothing; see
  ///     ``prepare(bank:program:)``.
  /// - Thread: control
  public convenience init(
    _ layers: [Layer], velocityFilter: VelocityFilter = .off, decoder: (any SampleDecoder)? = nil
  ) {
    self.init(layers, velocityFilter: velocityFilter, decoder: decoder, programs: nil)
  }

  /// Flattens only the presets with certain programs. The others can be selected, but do not sound.
  ///
  /// A score sounds as with all presets. So the whole bank is flattened if ``isCut`` could be true, or if samples are
  /// compressed: these are numbered by regions, and decoded in this order.
  /// - Parameter programs: all programs that the score may select; nil for all.
  /// - Thread: control
  package init(
    _ layers: [Layer], velocityFilter: VelocityFilter = .off, decoder: (any SampleDecoder)? = nil,
    programs: ProgramSet?
  ) {
    self.layers = layers
    self.velocityFilter = velocityFilter
    self.programs = programs
    let fonts = layers.map { $0.font }
    let addressed = Self.addresses(of: layers)
    let whole = RegionCompiler.Size(of: addressed, fonts, velocityFilter)
    let isWhole = whole.mayExceedLimits || fonts.contains { $0.samples.contains { $0.stream != nil } }
    let chosen = isWhole ? nil : programs
    func isNeeded(_ item: AddressedPreset) -> Bool { chosen?.contains(Int(item.preset.program)) ?? true }
    let size = chosen == nil ? whole : RegionCompiler.Size(of: addressed.filter(isNeeded), fonts, velocityFilter)
    var compiler = RegionCompiler(fonts, velocityFilter: velocityFilter, zonePairs: size.zonePairs)
    for item in addressed {
      compiler.add(
        isNeeded(item) ? item.preset : nil, of: fonts[item.layer], font: item.layer, address: item.address)
    }
    (generators, fractions, ranges) = (compiler.generators, compiler.fractions, compiler.ranges)
    modulators = FlatTable(compiler.modulators.modulators)
    presetTable = FlatTable(compiler.entries)
    drafts = compiler.drafts
    deferred = DeferredSamples(drafts, fonts, decoder)
    regions = Region.table(
      of: compiler, fonts, generators: generators.base, modulators: modulators.base, deferred: deferred)
    longestModulatorList = compiler.modulators.longestList
    isCut = compiler.isCut
    compiler.finish()
    tables = BankTables(
      regions: UnsafePointer(regions.base), ranges: UnsafePointer(ranges.base),
      presets: PresetTable(entries: UnsafePointer(presetTable.base), count: Int32(presetTable.count)))
  }

  /// Returns a new bank of the same SoundFonts, with no samples decoded.
  package func anew() -> SoundBank {
    SoundBank(layers, velocityFilter: velocityFilter, decoder: deferred.decoder, programs: programs)
  }

  /// Creates a bank of one font.
  /// - Thread: control
  public convenience init(
    _ font: SoundFont, velocityFilter: VelocityFilter = .off, decoder: (any SampleDecoder)? = nil
  ) {
    self.init([Layer(font)], velocityFilter: velocityFilter, decoder: decoder)
  }

  deinit {
    regions.free()
    ranges.free()
    presetTable.free()
    generators.free()
    fractions.free()
    modulators.free()
  }

  /// The number of presets.
  public var presetCount: Int { presetTable.count }
  /// The number of regions of all presets.
  public var regionCount: Int { regions.count }

  /// The presets, each with its first region and its number of regions, sorted by address (128 · bank + program).
  var presetEntries: UnsafeBufferPointer<PresetEntry> {
    UnsafeBufferPointer(start: presetTable.base, count: presetTable.count)
  }
  /// Returns the name of a region's sample; nil if there is no such region.
  func sampleName(ofRegion index: Int) -> String? {
    guard drafts.indices.contains(index) else { return nil }
    let font = layers[Int(drafts[index].font)].font
    return font.name(of: font.samples[Int(drafts[index].sample)])
  }

  /// A preset of a font in the stack, and where programs find it.
  struct AddressedPreset {
    /// bank · 128 + program.
    let address: Int32
    let layer: Int
    let preset: SoundFont.Preset
  }

  /// Returns the presets with their addresses, in ascending order of address.
  static func addresses(of layers: [Layer]) -> [AddressedPreset] {
    var addressed: [Int32: (layer: Int, preset: SoundFont.Preset)] = [:]
    for (index, layer) in layers.enumerated() {
      if layer.replacesPrograms { replacePrograms(of: layer, index, in: &addressed) }
      // Within a font, the first preset at an address applies, so it is written last.
      for preset in layer.font.presets.reversed() where preset.program < 128 {
        let bank = layer.bank(of: preset)
        guard (0..<65_536).contains(bank) else { continue }
        addressed[Int32(bank * 128 + Int(preset.program))] = (index, preset)
      }
    }
    return addressed.sorted { $0.key < $1.key }.map {
      AddressedPreset(address: $0.key, layer: $0.value.layer, preset: $0.value.preset)
    }
  }
}

extension SoundBank {
  /// Lets the melodic presets of a font replace those of the fonts below that have the same program, in every bank. The
  /// font's preset with the lowest bank is stored in bank 0 for each program, because presets of missing banks are
  /// looked up there.
  private static func replacePrograms(
    of layer: Layer, _ index: Int, in addressed: inout [Int32: (layer: Int, preset: SoundFont.Preset)]
  ) {
    var first: [UInt16: SoundFont.Preset] = [:]
    for preset in layer.font.presets where preset.program < 128 && preset.bank != 128 && preset.bank != 126 {
      if let other = first[preset.program], other.bank <= preset.bank { continue }
      first[preset.program] = preset
    }
    for address in addressed.keys where first[UInt16(address & 127)] != nil {
      let bank = address >> 7
      if bank != 128, bank != 126 { addressed[address] = nil }
    }
    for (program, preset) in first { addressed[Int32(program)] = (index, preset) }
  }
}

/// A table at a fixed address, for the audio thread; freed by its owner.
struct FlatTable<Element> {
  let base: UnsafeMutablePointer<Element>
  /// The number of initialized elements, starting at the first.
  var count: Int

  /// Allocates a table of fixed capacity, most of which will be written.
  init(capacity: Int) {
    let size = max(1, capacity) * MemoryLayout<Element>.stride
    guard let memory = ctactus_allocate_table(size) else { preconditionFailure("no memory for a table of the bank") }
    base = memory.bindMemory(to: Element.self, capacity: max(1, capacity))
    count = 0
  }

  func free() { ctactus_free(base) }

  /// Creates a copy of an array.
  init(_ source: [Element]) {
    self.init(capacity: source.count)
    base.initialize(from: source, count: source.count)
    count = source.count
  }

  /// Appends an element; the capacity must suffice.
  @inline(__always) mutating func append(_ element: Element) {
    (base + count).initialize(to: element)
    count += 1
  }
}

extension Region {
  /// Creates the regions of all drafts.
  fileprivate static func table(
    of compiler: RegionCompiler, _ fonts: [SoundFont], generators: UnsafePointer<Int16>,
    modulators: UnsafePointer<RegionModulator>, deferred: DeferredSamples
  ) -> FlatTable<Region> {
    var table = FlatTable<Region>(capacity: compiler.drafts.count)
    let (samples, pools, lists) = (fonts.map { $0.samples }, fonts.map { $0.pool }, compiler.modulators.lists)
    for draft in compiler.drafts {
      let list = lists[Int(draft.modulators)]
      var region = Region(
        draft, samples[Int(draft.font)][Int(draft.sample)], pools[Int(draft.font)],
        generators: generators + table.count * Gen.count, modulators: modulators + Int(list.first), list,
        decoded: deferred.destination(of: draft))
      if fonts[Int(draft.font)].format != .soundFont {
        region.follow(dls: draft, fractions: compiler.fractions.base + table.count * Gen.count)
      }
      table.append(region)
    }
    return table
  }

  /// Applies the rules of DLS: amounts have fractions, gain is exact and may be positive, and a choked voice has its
  /// own time to end.
  private mutating func follow(dls draft: RegionCompiler.Draft, fractions: UnsafePointer<UInt16>) {
    units = RegionUnits(
      fractions: fractions, attenuationFactor: 1, leastAttenuation: -SynthLimits.dlsGainCentibels,
      fadeSeconds: draft.shutdown.map(Double.init) ?? units.fadeSeconds)
  }

  private init(
    _ draft: RegionCompiler.Draft, _ sample: SoundFont.SampleHeader, _ pool: SamplePool,
    generators: UnsafePointer<Int16>, modulators: UnsafePointer<RegionModulator>, _ list: ModulatorTable.List,
    decoded: UnsafePointer<DecodedSample>?
  ) {
    let override = generators[Int(GeneratorKind.overridingRootKey.rawValue)]
    let mode = generators[Int(GeneratorKind.sampleModes.rawValue)] & 3
    let loop = sample.loop ?? sample.start..<sample.start
    // The loop of a deferred sample counts from the first frame of the sample.
    let origin = decoded == nil ? 0 : sample.start
    self.init(
      // Decoded streams have 16 bits; the low bytes at these indices belong to other samples.
      pool: UnsafeRawPointer(pool.frames), lowBytes: decoded == nil ? pool.lowBytes : nil,
      poolLength: Int64(pool.frameCount), decoded: decoded,
      start: Int64(sample.start - origin), end: Int64(sample.end - origin), loopStart: Int64(loop.lowerBound - origin),
      loopEnd: Int64(loop.upperBound - origin), sampleRate: Double(sample.sampleRate),
      rootKey: Int32(override >= 0 ? override : Int16(draft.rootKey)), correction: Int32(draft.correction),
      generators: generators,
      // The register steps of the original hardware scale attenuation by 0.4, and banks have been balanced by ear on
      // that hardware.
      units: RegionUnits(
        fractions: nil, attenuationFactor: 0.4, leastAttenuation: 0, fadeSeconds: SynthLimits.fadeSeconds),
      modulators: modulators, modulatorCount: list.count,
      modulatesTimes: list.modulatesTimes, modulatesFilter: list.modulatesFilter,
      ownSoundControllers: list.ownSoundControllers,
      loopMode: mode == 2 ? 0 : UInt8(mode))
  }
}
