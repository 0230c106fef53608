import TactusFiles

/// Which floors and residues the channels of a block use, and which channels are coupled (section 4.2.4 of the
/// specification).
struct BlockMapping: BitwiseCopyable {
  /// The floor and the residue of a group of channels.
  struct Group: BitwiseCopyable {
    let floor: Int
    let residue: Int
  }

  /// Two channels of which one contains magnitudes, the other angles.
  struct Coupling: BitwiseCopyable {
    let magnitude: Int
    let angle: Int
  }

  let groupCount: Int
  let groups: UnsafePointer<Group>
  /// For each channel, the number of its group.
  let groupOfChannel: UnsafePointer<UInt8>
  let couplingCount: Int
  let couplings: UnsafePointer<Coupling>
}

extension SetupReader {
  mutating func readMapping() throws(SampleDecodingError) -> BlockMapping {
    guard bits.read(16) == 0 else { throw .unreadable }
    let groupCount = bits.flag() ? readCount(bits: 4) : 1
    let couplings = bits.flag() ? try readCouplings() : []
    guard bits.read(2) == 0 else { throw .unreadable }
    var groupOfChannel = [UInt8](repeating: 0, count: identification.channelCount)
    if groupCount > 1 {
      for channel in 0..<groupOfChannel.count {
        let group = Int(bits.read(4))
        guard group < groupCount else { throw .unreadable }
        groupOfChannel[channel] = UInt8(group)
      }
    }
    var groups: [BlockMapping.Group] = []
    for _ in 0..<groupCount {
      _ = bits.read(8)  // a placeholder
      let group = BlockMapping.Group(floor: Int(bits.read(8)), residue: Int(bits.read(8)))
      guard group.floor < floors.count, group.residue < residues.count else { throw .unreadable }
      groups.append(group)
    }
    return BlockMapping(
      groupCount: groupCount, groups: memory.copy(groups), groupOfChannel: memory.copy(groupOfChannel),
      couplingCount: couplings.count, couplings: memory.copy(couplings))
  }

  private mutating func readCouplings() throws(SampleDecodingError) -> [BlockMapping.Coupling] {
    let channels = identification.channelCount
    let width = bitWidth(channels - 1)
    var couplings: [BlockMapping.Coupling] = []
    for _ in 0..<readCount(bits: 8) {
      let coupling = BlockMapping.Coupling(magnitude: Int(bits.read(width)), angle: Int(bits.read(width)))
      guard coupling.magnitude < channels, coupling.angle < channels, coupling.magnitude != coupling.angle else {
        throw .unreadable
      }
      couplings.append(coupling)
    }
    return couplings
  }
}
