import TactusFiles
import TactusSynth

/// The report of `tactus inspect` for a bank.
package struct BankInspection {
  let bank: SoundFont
  private let presetKeys: PresetKeys
  private let sampleLengths: SampleLengths
  /// The number of regions of each preset, by its index; 0 for one that cannot be selected.
  private let regionCounts: [Int]

  package init(bank: SoundFont) {
    self.bank = bank
    presetKeys = PresetKeys(bank)
    sampleLengths = SampleLengths(bank)
    var counter = RegionCounter(bank)
    var counts = Array(repeating: 0, count: bank.presets.count)
    for index in bank.selectablePresets { counts[index] = counter.count(of: bank.presets[index]) }
    regionCounts = counts
  }

  private var usableSamples: Int { bank.samples.count(where: \.isUsable) }
  private var bytes: Int { bank.file.bytes.count }
  private var kind: String {
    bank.format == .soundFont ? "SoundFont bank, version \(bank.version)" : "DLS bank, \(bank.formatName)"
  }
  private var bits: Int { bank.pool.lowBytes == nil ? 16 : 24 }

  /// The number of the file's zones, which a DLS bank calls regions.
  private var zones: String { bank.zoneCount.counted(bank.format == .soundFont ? "zone" : "region") }
}

extension BankInspection {
  /// The report as text.
  package func report(style: Style) -> Report {
    var report = Report(
      title: "\(bank.file.name): \(kind), \(bytes.asBytes)", style: style)
    let info = bank.info
    report.fact("name", info.name)
    report.fact("made by", info.engineers)
    report.fact("made", info.creationDate)
    report.fact("made for", [info.product, info.soundEngine].filter { !$0.isEmpty }.joined(separator: ", "))
    report.fact("made with", info.tools)
    report.fact("copyright", info.copyright)
    report.fact("comment", String(info.comments.prefix(400)))
    report.fact(
      "ROM", [info.romName, info.romVersion.map { "\($0)" } ?? ""].filter { !$0.isEmpty }.joined(separator: " "))
    report.fact(
      "contents",
      [
        bank.presets.count.counted("preset"), bank.instrumentCount.counted("instrument"), zones,
        bank.samples.count.counted("sample"),
      ].joined(separator: ", "))
    report.fact("samples", sampleSentence)
    report.section("presets", presetTable)
    let findings = bank.diagnostics
    let total = findings.counts.values.reduce(0, +)
    report.findings(
      "\(total.counted("finding"))", findings.entries.map(\.description), omitted: total - findings.entries.count)
    return report
  }

  private var sampleSentence: String {
    let unusable = bank.samples.count - usableSamples
    let silent = unusable > 0 ? "; \(unusable.grouped) cannot be played" : ""
    let streams = bank.samples.filter { $0.packing == nil }.compactMap(\.stream)
    guard streams.isEmpty else {
      let bytes = Set(streams).reduce(0) { $0 + $1.count }
      let frames = bank.samples.reduce(0) { $0 + sampleLengths.frames(of: $1) }
      return "\(streams.count.counted("sample")) of \(bank.samples.count.grouped) compressed (SF3, Ogg), "
        + "\(bytes.asBytes); \((2 * frames).asBytes) when all are decoded" + silent
    }
    let data = "\(bits) bits, \(bank.frameCount.counted("frame")), \((bank.frameCount * bits / 8).asBytes)"
    let packed = bank.samples.count { $0.packing != nil }
    let converted = packed > 0 ? "; \(packed.counted("sample")) converted when played" : ""
    return data + ", read in place" + converted + silent
  }

  private var presetTable: TextTable {
    var table = TextTable(("bank", .right), ("program", .right), ("keys", .left), ("regions", .right), ("name", .left))
    for index in bank.selectablePresets {
      let preset = bank.presets[index]
      table.add(
        "\(preset.bank)", "\(preset.program)", presetKeys.keys(of: preset)?.description ?? "none",
        regionCounts[index].grouped, bank.name(of: preset))
    }
    return table
  }
}

extension BankInspection {
  /// The report as JSON.
  package var json: JSON {
    [
      "kind": "bank", "file": .string(bank.file.name), "bytes": JSON(bytes), "version": .string("\(bank.version)"),
      "format": .string(bank.formatName),
      "info": info, "presetCount": JSON(bank.presets.count), "instrumentCount": JSON(bank.instrumentCount),
      "zoneCount": JSON(bank.zoneCount),
      "sampleCount": JSON(bank.samples.count), "usableSampleCount": JSON(usableSamples),
      "sampleBits": JSON(bits), "sampleFrames": JSON(bank.frameCount),
      "compressedSampleCount": JSON(bank.samples.count { $0.stream != nil && $0.packing == nil }),
      "defaultModulatorCount": bank.defaultModulators.map { JSON($0.count) } ?? nil,
      "presets": .array(bank.selectablePresets.map { presetJSON(bank.presets[$0], regions: regionCounts[$0]) }),
      "samples": .array(bank.samples.map(sampleJSON)), "findings": findings,
    ]
  }

  private var info: JSON {
    let info = bank.info
    let fields: [(String, String)] = [
      ("name", info.name), ("soundEngine", info.soundEngine), ("product", info.product),
      ("engineers", info.engineers), ("created", info.creationDate), ("tools", info.tools),
      ("copyright", info.copyright), ("comments", info.comments), ("rom", info.romName),
    ]
    return .object(fields.filter { !$0.1.isEmpty }.map { JSON.Member(name: $0.0, value: .string($0.1)) })
  }

  private func presetJSON(_ preset: SoundFont.Preset, regions: Int) -> JSON {
    let keys = presetKeys.keys(of: preset).map { JSON.array([JSON($0.low), JSON($0.high)]) } ?? nil
    return [
      "bank": JSON(preset.bank), "program": JSON(preset.program), "name": .string(bank.name(of: preset)),
      "zones": JSON(bank.zoneCount(of: preset)), "regions": JSON(regions), "keys": keys,
    ]
  }

  private func sampleJSON(_ sample: SoundFont.SampleHeader) -> JSON {
    [
      "name": .string(bank.name(of: sample)), "frames": JSON(sampleLengths.frames(of: sample)),
      "compressedBytes": (sample.packing == nil ? sample.stream : nil).map { JSON($0.count) } ?? nil,
      "rate": JSON(sample.sampleRate), "key": JSON(sample.rootKey), "correction": JSON(sample.correction),
      "loop": sample.loop.map { .array([JSON($0.lowerBound - sample.start), JSON($0.upperBound - sample.start)]) }
        ?? nil,
      "fault": JSON(sample.fault.map { "\($0)" }),
    ]
  }

  private var findings: JSON {
    .array(
      bank.diagnostics.entries.map {
        [
          "chunk": .string($0.chunk), "record": $0.record.map { JSON($0) } ?? nil, "offset": JSON($0.offset),
          "kind": .string($0.kind.rawValue), "breaksSpecification": .bool($0.kind.isDefect),
          "text": .string($0.kind.text),
        ]
      })
  }
}
