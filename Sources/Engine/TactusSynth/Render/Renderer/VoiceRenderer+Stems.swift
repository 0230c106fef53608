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

extension VoiceRenderer {
  /// Adds each lane of a group to the buses of its own stem.
  mutating func mixStems(_ run: GroupRun, at offset: Int, into stems: UnsafeMutablePointer<StemBuses>) {
    var rest = run.lanes
    while rest != 0 {
      let stem = voices[run.index &* 8 &+ rest.trailingZeroBitCount].stem
      let mine = lanesOf(stem, in: rest, of: run.index)
      rest &= ~mine
      mix(run, lanes: mine, to: note(stem, run, stems).advanced(by: offset))
    }
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
  private func note(_ stem: Int32, _ run: GroupRun, _ stems: UnsafeMutablePointer<StemBuses>) -> VoiceBuses {
    let stripe = run.index % SynthLimits.stripes
    let place = stems + Int(stem)
    let bit: UInt32 = 1 &<< UInt32(stripe)
    place.pointee.used |= bit
    if run.reverb { place.pointee.reverb |= bit }
    if run.chorus { place.pointee.chorus |= bit }
    return place.pointee.stripes[stripe]
  }
}
