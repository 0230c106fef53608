extension DLSReader {
  /// Reads all instruments; each becomes a preset.
  mutating func readInstruments(_ list: Chunk, count: Chunk?) {
    var found = 0
    for chunk in chunks(of: list) {
      guard chunk.tag == "LIST", form(of: chunk) == "ins " else {
        parts.diagnostics.add(.unknownChunk, chunk.tag, at: chunk.offset)
        continue
      }
      found += 1
      readInstrument(chunk, found - 1)
    }
    var reader = ByteReader(file.bytes, range: count?.body ?? 0..<0)
    let declared = reader.u32le()
    if declared != nil, declared.map({ Int(clamping: $0) }) != found {
      parts.diagnostics.add(.countDisagrees, "colh", at: count?.offset ?? list.offset)
    }
  }

  private mutating func readInstrument(_ list: Chunk, _ index: Int) {
    var instrument = DLSInstrument(list: list)
    var (articulations, articulations2): ([Chunk], [Chunk]) = ([], [])
    for chunk in chunks(of: list) {
      switch chunk.tag == "LIST" ? form(of: chunk) ?? chunk.tag : chunk.tag {
      case "insh": instrument.header = DLSInstrument.Header(ByteReader(file.bytes, range: chunk.body))
      case "cdl ":
        guard holds(chunk) else {
          parts.diagnostics.add(.conditionFalse, "ins ", record: index, at: list.offset)
          return
        }
      case "lrgn": readRegions(chunk, &instrument)
      case "lart": articulations.append(chunk)
      case "lar2": articulations2.append(chunk)
      case "INFO": readName(chunk, of: list)
      default: break
      }
    }
    guard instrument.header != nil else {
      parts.diagnostics.add(.recordCut, "insh", record: index, at: list.offset)
      return
    }
    instrument.articulation = articulation(articulations, articulations2)
    add(instrument)
  }

  private mutating func readRegions(_ list: Chunk, _ instrument: inout DLSInstrument) {
    for chunk in chunks(of: list) {
      let form = chunk.tag == "LIST" ? form(of: chunk) : nil
      guard form == "rgn " || form == "rgn2" else {
        parts.diagnostics.add(.unknownChunk, chunk.tag, at: chunk.offset)
        continue
      }
      if form == "rgn2" { isLevel2 = true }
      if let region = region(chunk, instrument.regions.count) { instrument.regions.append(region) }
    }
  }

  /// Returns a region; nil if its condition is false or if it is too damaged to sound.
  private mutating func region(_ list: Chunk, _ index: Int) -> DLSRegion? {
    var region = DLSRegion()
    var (articulations, articulations2): ([Chunk], [Chunk]) = ([], [])
    var (hasHeader, link): (Bool, Bool) = (false, false)
    for chunk in chunks(of: list) {
      let reader = ByteReader(file.bytes, range: chunk.body)
      switch chunk.tag == "LIST" ? form(of: chunk) ?? chunk.tag : chunk.tag {
      case "rgnh": hasHeader = region.readHeader(reader)
      case "wlnk": link = region.readLink(reader)
      case "wsmp": region.playback = playback(chunk)
      case "lart": articulations.append(chunk)
      case "lar2": articulations2.append(chunk)
      case "cdl ":
        guard holds(chunk) else {
          parts.diagnostics.add(.conditionFalse, "rgn ", record: index, at: list.offset)
          return nil
        }
      default: break
      }
    }
    guard hasHeader, link else {
      parts.diagnostics.add(.recordCut, hasHeader ? "wlnk" : "rgnh", record: index, at: list.offset)
      return nil
    }
    guard let wave = wave(ofCue: region.cue) else {
      parts.diagnostics.add(.targetOutOfRange, "wlnk", record: index, at: list.offset)
      return nil
    }
    if region.keys.isEmpty || region.velocities.isEmpty {
      parts.diagnostics.add(.emptyRange, "rgnh", record: index, at: list.offset)
    }
    region.wave = wave
    region.articulation = articulation(articulations, articulations2)
    region.replacesArticulation = articulations2.isEmpty
    return region
  }

  /// Reads articulations: those of level 2 if there are any, otherwise those of level 1. Nil if there are none.
  private mutating func articulation(_ level1: [Chunk], _ level2: [Chunk]) -> DLSArticulation? {
    guard !level1.isEmpty || !level2.isEmpty else { return nil }
    if !level2.isEmpty { isLevel2 = true }
    var result = DLSArticulation()
    var isFound = false
    for list in level2.isEmpty ? level1 : level2 {
      let content = chunks(of: list)
      guard holds(content.first { $0.tag == "cdl " }) else {
        parts.diagnostics.add(.conditionFalse, "lart", at: list.offset)
        continue
      }
      for chunk in content where chunk.tag == "art1" || chunk.tag == "art2" {
        readConnections(chunk, into: &result)
        isFound = true
      }
    }
    return isFound ? result : nil
  }

  private mutating func readConnections(_ chunk: Chunk, into articulation: inout DLSArticulation) {
    var reader = ByteReader(file.bytes, range: chunk.body)
    guard let size = reader.u32le(), let count = reader.u32le() else {
      return parts.diagnostics.add(.recordCut, chunk.tag, at: chunk.offset)
    }
    if chunk.tag == "art2" { isLevel2 = true }
    reader.seek(to: chunk.body.lowerBound + Int(clamping: max(8, min(size, 1 << 20))))
    for record in 0..<Int(clamping: count) {
      let offset = reader.offset
      guard let connection = DLSConnection(&reader) else {
        return parts.diagnostics.add(.recordCut, chunk.tag, record: record, at: offset)
      }
      if !articulation.add(connection, isLevel1: chunk.tag == "art1") {
        parts.diagnostics.add(.connectionIgnored, chunk.tag, record: record, at: offset)
      }
    }
  }
}
