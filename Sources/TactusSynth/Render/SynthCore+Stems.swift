import CTactusKernels
import TactusMIDI

// Stems: what is mixed together otherwise, voice by voice into buses of its own. Who plays, steals and chokes is decided
// as in the mix, and each voice sounds the same bits.

/// Where one stem's voices add their sound: a set of buses for each stripe, and which of them have sounded, a bit each.
struct StemBuses {
  var stripes: UnsafeMutablePointer<VoiceBuses>
  var used: UInt32 = 0
  var reverb: UInt32 = 0
  var chorus: UInt32 = 0
}

extension ChannelMessage {
  /// Says which stem a channel's next notes sound in. It is for the synthesizer alone, in a packet of a reserved type.
  /// - Thread: any
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func stemChoice(_ stem: Int32, channel: UInt8, port: UInt8) -> ChannelMessage {
    ChannelMessage(
      word0: 0xE000_0000 | UInt32(port & 15) &<< 24 | UInt32(channel & 15) &<< 16, word1: UInt32(bitPattern: stem))
  }

  /// Whether this is a stem choice.
  @inline(__always) package var isStemChoice: Bool { word0 &>> 28 == 0xE }
}

extension SynthCore {
  mutating func chooseStem(_ message: ChannelMessage) {
    channels[Int(message.port) &* 16 &+ Int(message.channel)].stem = Int32(bitPattern: message.word1)
  }

  /// Renders a group, and adds each lane to the buses of its own stem: once for each stem that has a lane in it, the
  /// lanes of the others silent.
  mutating func runStems(_ index: Int, _ count: Int, at offset: Int, into stems: UnsafeMutablePointer<StemBuses>) {
    read(index, count, into: 0)
    let active = groups[index].active
    let before = groups[index]
    var moved = before
    var rest = active
    while rest != 0 {
      let stem = voices[index &* 8 &+ rest.trailingZeroBitCount].stem
      let mine = lanesOf(stem, in: rest, of: index)
      rest &= ~mine
      let buses = note(stem, index % SynthLimits.stripes, before.work, stems).advanced(by: offset)
      groups[index] = before
      if mine != active { groups[index].silence(lanes: ~mine) }
      let lanes = UnsafeMutableRawPointer(groups + index).assumingMemoryBound(to: TactusLanes.self)
      let group = TactusGroup(lanes: lanes, rows: rows.rows, work: before.work, buses: buses)
      withUnsafePointer(to: group) { render($0, 1, count) }
      if mine == active { return }
      moved.takeGains(of: mine, from: &groups[index])
    }
    // Envelopes and filters have moved alike each time; the gains are those of each lane's own stem.
    groups[index].takeGains(of: active, from: &moved)
  }

  /// The lanes of a stem among some of a group.
  @inline(__always)
  private func lanesOf(_ stem: Int32, in lanes: UInt8, of group: Int) -> UInt8 {
    var mine: UInt8 = 0
    for lane in 0..<8 where lanes & VoiceGroup.bit(lane) != 0 && voices[group &* 8 &+ lane].stem == stem {
      mine |= VoiceGroup.bit(lane)
    }
    return mine
  }

  /// Notes that a stem sounds in a stripe, and gives its buses there.
  @inline(__always)
  private func note(
    _ stem: Int32, _ stripe: Int, _ work: TactusWork, _ stems: UnsafeMutablePointer<StemBuses>
  ) -> VoiceBuses {
    let place = stems + Int(stem)
    let bit: UInt32 = 1 &<< UInt32(stripe)
    place.pointee.used |= bit
    if work.reverb { place.pointee.reverb |= bit }
    if work.chorus { place.pointee.chorus |= bit }
    return place.pointee.stripes[stripe]
  }
}

extension VoiceGroup {
  /// Lets lanes give nothing to any bus.
  @inline(__always)
  fileprivate mutating func silence(lanes: UInt8) {
    for lane in 0..<8 where lanes & Self.bit(lane) != 0 {
      left[lane] = 0
      leftStep[lane] = 0
      right[lane] = 0
      rightStep[lane] = 0
    }
  }

  /// Takes over where the gains of lanes have got to, and where they go.
  @inline(__always)
  fileprivate mutating func takeGains(of lanes: UInt8, from other: inout VoiceGroup) {
    for lane in 0..<8 where lanes & Self.bit(lane) != 0 {
      left[lane] = other.left[lane]
      leftStep[lane] = other.leftStep[lane]
      right[lane] = other.right[lane]
      rightStep[lane] = other.rightStep[lane]
    }
  }
}
