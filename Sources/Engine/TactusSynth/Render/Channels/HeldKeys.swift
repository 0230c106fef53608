/// The keys that are down on a monophonic channel, in the order of their note-ons.
struct HeldKeys {
  /// The keys; the capacity is 128.
  var keys: UnsafeMutablePointer<HeldKey>
  var count = 0

  /// The key struck last.
  @inline(__always) var top: HeldKey? { count > 0 ? keys[count &- 1] : nil }

  /// Adds a key at the end, or moves it to the end if it is already held.
  mutating func push(_ key: UInt8, velocity: UInt8) {
    remove(key)
    guard count < 128 else { return }
    keys[count] = HeldKey(key: key, velocity: velocity)
    count &+= 1
  }

  /// Removes a key.
  mutating func remove(_ key: UInt8) {
    var kept = 0
    for index in 0..<count where keys[index].key != key {
      keys[kept] = keys[index]
      kept &+= 1
    }
    count = kept
  }
}

/// A key that is down, and its velocity. All bytes of the default value are 0, as in new memory.
package struct HeldKey: Equatable, BitwiseCopyable {
  package var key: UInt8 = 0
  package var velocity: UInt8 = 0

  package init(key: UInt8 = 0, velocity: UInt8 = 0) { (self.key, self.velocity) = (key, velocity) }
}

/// The keys from which a channel's portamento can start; −1 for none.
struct ChannelPortamento {
  /// The key struck last.
  var lastKey: Int32 = -1
  /// The source key that controller 84 has set for the next note.
  var namedKey: Int32 = -1
  /// The source key of the note that is being started.
  var sourceKey: Int32 = -1
}

extension Channel {
  static var portamentoTime: Int { 5 }
  static var portamentoPedal: Int { 65 }
  static var legatoPedal: Int { 68 }

  /// Whether the channel is in mono mode, by a message or by the part's setting.
  @inline(__always) var playsMono: Bool { isMono || shape.sound.pointee.modes & PartModes.mono != 0 }
  /// Whether the legato pedal is down, or the part's setting replaces it.
  @inline(__always) var playsLegato: Bool {
    controllers[Self.legatoPedal] >= 64 || shape.sound.pointee.modes & PartModes.legato != 0
  }
  /// Whether the channel plays one note at a time: in mono mode, or with the legato pedal down.
  @inline(__always) var isMonophonic: Bool { playsMono || playsLegato }
  @inline(__always) var glides: Bool {
    controllers[Self.portamentoPedal] >= 64 || shape.sound.pointee.modes & PartModes.portamento != 0
  }
  /// Whether a note-on simply starts a note, without mono mode, legato or portamento.
  @inline(__always) var playsPlainly: Bool { !isMonophonic && !glides && portamento.namedKey < 0 }
}
