extension DLSBuilder {
  /// Returns the bytes of the file.
  package func write() -> [UInt8] {
    var writer = ChunkWriter(capacity: 1 << 16)
    writer.list("DLS ", as: "RIFF") {
      $0.condition(condition)
      $0.chunk("colh") { $0.u32(UInt32(instruments.count)) }
      $0.list("lins") { lins in
        for instrument in instruments { write(instrument, to: &lins) }
      }
      let pool = pool
      if hasPoolTable {
        $0.chunk("ptbl") { table in
          table.u32(8)
          table.u32(UInt32(waves.count))
          for offset in pool.offsets { table.u32(UInt32(offset)) }
        }
      }
      $0.list("wvpl") { $0.append(pool.bytes) }
      $0.information(name)
    }
    return writer.bytes
  }

  /// The contents of the wave pool, and the offset of each wave.
  private var pool: (bytes: [UInt8], offsets: [Int]) {
    var writer = ChunkWriter(capacity: 1 << 16)
    var offsets: [Int] = []
    for wave in waves {
      offsets.append(writer.position)
      writer.list("wave") {
        $0.format(of: wave)
        if let playback = wave.playback { $0.playback(playback) }
        $0.chunk("data") { $0.frames(of: wave) }
        $0.information(wave.name)
      }
    }
    return (writer.bytes, offsets)
  }

  private func write(_ instrument: Instrument, to writer: inout ChunkWriter) {
    writer.list("ins ") {
      $0.condition(instrument.condition)
      $0.chunk("insh") {
        $0.u32(UInt32(instrument.regions.count))
        $0.u32(instrument.locale)
        $0.u32(instrument.program)
      }
      $0.list("lrgn") { regions in
        for region in instrument.regions { write(region, to: &regions) }
      }
      $0.articulation(instrument.connections, level: level)
      $0.information(instrument.name)
    }
  }

  private func write(_ region: Region, to writer: inout ChunkWriter) {
    writer.list(level == 1 ? "rgn " : "rgn2") {
      $0.condition(region.condition)
      $0.chunk("rgnh") {
        for value in [region.keys.low, region.keys.high, region.velocities.low, region.velocities.high] {
          $0.u16(UInt16(value))
        }
        $0.u16(0)
        $0.u16(region.keyGroup)
      }
      if let playback = region.playback { $0.playback(playback) }
      $0.chunk("wlnk") {
        let isMaster = region.isPhaseMaster ?? (region.channel == 1)
        $0.u16(region.channel == 0 ? 0 : isMaster ? 3 : 2)
        $0.u16(region.phaseGroup)
        $0.u32(max(1, region.channel))
        $0.u32(UInt32(region.wave))
      }
      $0.articulation(region.connections, level: level)
    }
  }
}

extension ChunkWriter {
  fileprivate mutating func condition(_ program: [UInt8]) {
    if !program.isEmpty { chunk("cdl ") { $0.append(program) } }
  }

  fileprivate mutating func information(_ name: String) {
    list("INFO") {
      $0.chunk("INAM") {
        $0.append(name.utf8Prefix(255))
        $0.u8(0)
      }
    }
  }

  fileprivate mutating func articulation(_ connections: [DLSConnection], level: Int) {
    guard !connections.isEmpty else { return }
    list(level == 1 ? "lart" : "lar2") {
      $0.chunk(level == 1 ? "art1" : "art2") {
        $0.u32(8)
        $0.u32(UInt32(connections.count))
        for connection in connections {
          $0.u16(connection.source.rawValue)
          $0.u16(connection.control.rawValue)
          $0.u16(connection.destination.rawValue)
          $0.u16(connection.transform.rawValue)
          $0.u32(UInt32(bitPattern: connection.scale))
        }
      }
    }
  }

  fileprivate mutating func playback(_ playback: DLSBuilder.Playback) {
    chunk("wsmp") {
      $0.u32(20)
      $0.u16(playback.unityNote)
      $0.u16(UInt16(bitPattern: playback.fineTune))
      $0.u32(UInt32(bitPattern: playback.gain))
      $0.u32(0)
      $0.u32(playback.loop == nil ? 0 : 1)
      guard let loop = playback.loop else { return }
      $0.u32(16)
      $0.u32(playback.endsAtRelease ? 1 : 0)
      $0.u32(UInt32(loop.lowerBound))
      $0.u32(UInt32(loop.count))
    }
  }

  fileprivate mutating func format(of wave: DLSBuilder.Wave) {
    let block = wave.channels * wave.bits / 8
    chunk("fmt ") {
      $0.u16(1)
      $0.u16(UInt16(wave.channels))
      $0.u32(UInt32(wave.sampleRate))
      $0.u32(UInt32(wave.sampleRate * block))
      $0.u16(UInt16(block))
      $0.u16(UInt16(wave.bits))
    }
  }

  fileprivate mutating func frames(of wave: DLSBuilder.Wave) {
    guard wave.bits != 16 || wave.channels > 1 else { return append(wave.frames) }
    for frame in wave.frames {
      for _ in 0..<wave.channels {
        if wave.bits == 8 {
          u8(UInt8(truncatingIfNeeded: (Int(frame) >> 8) + 128))
        } else {
          zeros(wave.bits / 8 - 2)
          u16(UInt16(bitPattern: frame))
        }
      }
    }
  }
}
