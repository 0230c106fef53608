/// Decodes the packets of a stream to frames. Each block overlaps with the previous one, so the first packet yields no
/// frames.
///
/// - Thread: any, one at a time
final class BlockDecoder {
  private let setup: VorbisSetup
  private let memory = SetupMemory()
  private let transform: BlockTransform
  private let channelCount: Int
  /// The spectra of the channels, and one more spectrum for interleaved residues.
  private let spectra: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let interleaved: UnsafeMutablePointer<Float>
  /// The spectra of the channels whose residue is decoded together.
  private let group: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let classes: UnsafeMutablePointer<UInt8>
  private let points: UnsafeMutablePointer<Floor1Points>
  private let cosines: UnsafeMutablePointer<UnsafeMutablePointer<Double>>
  /// The steps of the scale of each floor of type 0 for short and for long blocks; nil until a block needs them.
  private let scales: UnsafeMutablePointer<UnsafePointer<Int32>?>
  /// For each channel, the amplitude of its floor (1 for floors of type 1); nil if it has none in the block.
  private let amplitudes: UnsafeMutablePointer<Double?>
  /// For each channel, whether its residue is coded.
  private let isCoded: UnsafeMutablePointer<Bool>
  private let values: UnsafeMutablePointer<Float>
  /// The values of the previous block's transform that overlap with the next block.
  private let early: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let output: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  /// The base-2 logarithm of the previous block's length; nil at the start.
  private var previousBits: Int?

  init(_ setup: VorbisSetup) {
    self.setup = setup
    let half = 1 << (setup.identification.longBits - 1)
    let (memory, channels) = (memory, setup.identification.channelCount)
    func buffers(_ size: Int) -> UnsafeMutablePointer<UnsafeMutablePointer<Float>> {
      let first = memory.array(Float(0), count: size * channels)
      let buffers = memory.array(first, count: channels)
      for channel in 0..<channels { buffers[channel] = first + channel * size }
      return buffers
    }
    channelCount = channels
    transform = BlockTransform(longestBits: setup.identification.longBits, memory: memory)
    spectra = buffers(half)
    early = buffers(half / 2)
    output = buffers(half)
    interleaved = memory.array(0, count: channels > 1 ? half * channels : 0)
    group = memory.array(interleaved, count: channels)
    classes = memory.array(0, count: half * channels)
    values = memory.array(0, count: half)
    scales = memory.array(nil, count: 2 * setup.floorCount)
    amplitudes = memory.array(nil, count: channels)
    isCoded = memory.array(false, count: channels)
    (points, cosines) = Self.floorBuffers(channels, memory)
  }

  private static func floorBuffers(
    _ channels: Int, _ memory: SetupMemory
  ) -> (UnsafeMutablePointer<Floor1Points>, UnsafeMutablePointer<UnsafeMutablePointer<Double>>) {
    let count = Floor1.maximumPoints
    let heights = memory.array(Int32(0), count: count * channels)
    let isUsed = memory.array(false, count: count * channels)
    let coefficients = memory.array(0.0, count: 256 * channels)
    let points = memory.array(Floor1Points(heights: heights, isUsed: isUsed), count: channels)
    let cosines = memory.array(coefficients, count: channels)
    for channel in 0..<channels {
      points[channel] = Floor1Points(heights: heights + count * channel, isUsed: isUsed + count * channel)
      cosines[channel] = coefficients + 256 * channel
    }
    return (points, cosines)
  }

  /// Returns a channel's frames of the last block.
  func frames(channel: Int) -> UnsafePointer<Float> { UnsafePointer(output[channel]) }

  /// Returns the length of a packet's block as a base-2 logarithm and the rest of the packet; nil if the packet is not
  /// a valid audio packet.
  private func block(_ packet: UnsafeRawBufferPointer) -> (bits: PacketBits, mode: BlockMode, lengthBits: Int)? {
    var bits = PacketBits(packet)
    guard !bits.flag() else { return nil }  // a header
    let number = Int(bits.read(setup.modeBits))
    guard number < setup.modeCount, !bits.isExhausted else { return nil }
    let mode = setup.modes[number]
    guard mode.isLong else { return (bits, mode, setup.identification.shortBits) }
    // Skips the flags for the lengths of the neighboring blocks. The neighbors themselves have these lengths, unless
    // packets are missing.
    bits.skip(2)
    return bits.isExhausted ? nil : (bits, mode, setup.identification.longBits)
  }

  /// Returns the base-2 logarithm of a packet's block length; nil if the packet is not a valid audio packet.
  func lengthBits(of packet: UnsafeRawBufferPointer) -> Int? { block(packet)?.lengthBits }

  /// Decodes a packet and returns the number of frames that are complete: 0 for the first packet, and for one that is
  /// not a valid audio packet.
  func decode(_ packet: UnsafeRawBufferPointer) -> Int {
    guard let (start, mode, lengthBits) = block(packet) else { return 0 }
    var bits = start
    let mapping = setup.mappings[mode.mapping]
    let half = 1 << (lengthBits - 1)
    readFloors(&bits, mapping)
    readResidues(&bits, mapping, half)
    for index in (0..<mapping.couplingCount).reversed() {
      let coupling = mapping.couplings[index]
      ChannelCoupling.separate(spectra[coupling.magnitude], spectra[coupling.angle], half)
    }
    let tables = BlockTables.tables(bits: lengthBits)
    for channel in 0..<channelCount {
      finish(channel, floorNumber(of: channel, mapping), tables)
    }
    return advance(lengthBits)
  }

  /// Skips a packet and returns the number of frames that `decode` would return. The frames of the next packet that is
  /// decoded are wrong, because its block overlaps with the one that was skipped.
  func skip(_ packet: UnsafeRawBufferPointer) -> Int { lengthBits(of: packet).map(advance) ?? 0 }

  /// The maximum number of frames that a packet completes.
  var maximumFrameCount: Int { 1 << (setup.identification.longBits - 1) }

  /// Makes a block the previous one, and returns the number of frames that it completes.
  private func advance(_ lengthBits: Int) -> Int {
    defer { previousBits = lengthBits }
    guard let previousBits else { return 0 }
    return (1 << (previousBits - 2)) + (1 << (lengthBits - 2))
  }

  private func floorNumber(of channel: Int, _ mapping: BlockMapping) -> Int {
    mapping.groups[Int(mapping.groupOfChannel[channel])].floor
  }

  /// Returns the steps of the scale of a floor of type 0. They are computed when a block needs them: a header of a
  /// kilobyte can declare 64 floors, and the steps of each take as long as a block.
  private func scale(of floor: Floor0, _ number: Int, lengthBits: Int) -> UnsafePointer<Int32> {
    let index = 2 * number + (lengthBits == setup.identification.longBits ? 1 : 0)
    if let known = scales[index] { return known }
    let new = memory.copy(floor.steps(1 << (lengthBits - 1)))
    scales[index] = new
    return new
  }

  private func readFloors(_ bits: inout PacketBits, _ mapping: BlockMapping) {
    for channel in 0..<channelCount {
      switch setup.floors[floorNumber(of: channel, mapping)] {
      case .zero(let floor): amplitudes[channel] = floor.read(&bits, setup.codebooks, into: cosines[channel])
      case .one(let floor): amplitudes[channel] = floor.read(&bits, setup.codebooks, into: points[channel]) ? 1 : nil
      }
      isCoded[channel] = amplitudes[channel] != nil
    }
    for index in 0..<mapping.couplingCount {
      let coupling = mapping.couplings[index]
      guard isCoded[coupling.magnitude] || isCoded[coupling.angle] else { continue }
      (isCoded[coupling.magnitude], isCoded[coupling.angle]) = (true, true)
    }
  }

  private func readResidues(_ bits: inout PacketBits, _ mapping: BlockMapping, _ half: Int) {
    for channel in 0..<channelCount { spectra[channel].update(repeating: 0, count: half) }
    for number in 0..<mapping.groupCount {
      let residue = setup.residues[mapping.groups[number].residue]
      let isInterleaved = residue.layout == .interleaved
      var (count, isAnyCoded) = (0, false)
      for channel in 0..<channelCount where Int(mapping.groupOfChannel[channel]) == number {
        isAnyCoded = isAnyCoded || isCoded[channel]
        guard isInterleaved || isCoded[channel] else { continue }
        group[count] = spectra[channel]
        count += 1
      }
      guard isAnyCoded else { continue }
      if isInterleaved, count > 1 {
        decodeInterleaved(residue, &bits, count, half)
      } else {
        residue.decode(&bits, setup.codebooks, into: group, spectrumCount: count, count: half, classes: classes)
      }
    }
  }

  /// Decodes one interleaved spectrum, and distributes its values to the spectra in `group`.
  private func decodeInterleaved(_ residue: Residue, _ bits: inout PacketBits, _ channels: Int, _ half: Int) {
    interleaved.update(repeating: 0, count: half * channels)
    var all = interleaved
    residue.decode(&bits, setup.codebooks, into: &all, spectrumCount: 1, count: half * channels, classes: classes)
    for channel in 0..<channels {
      let spectrum = group[channel]
      for index in 0..<half { spectrum[index] = interleaved[index * channels + channel] }
    }
  }

  /// Applies a channel's floor, transforms its spectrum, and joins the block with the previous one.
  private func finish(_ channel: Int, _ floorNumber: Int, _ tables: BlockTables) {
    let half = 1 << (tables.bits - 1)
    if let amplitude = amplitudes[channel] {
      switch setup.floors[floorNumber] {
      case .zero(let floor):
        let steps = scale(of: floor, floorNumber, lengthBits: tables.bits)
        floor.apply(amplitude: amplitude, cosines[channel], steps, to: spectra[channel], count: half)
      case .one(let floor): floor.apply(points[channel], to: spectra[channel], count: half)
      }
      transform.transform(spectra[channel], into: values, tables)
    } else {
      values.update(repeating: 0, count: half)
    }
    if let previousBits {
      let window = previousBits < tables.bits ? BlockTables.tables(bits: previousBits).window : tables.window
      BlockOverlap.join(
        early[channel], 1 << (previousBits - 2), values, half / 2, window: window, to: output[channel])
    }
    early[channel].update(from: values, count: half / 2)
  }
}
