/// The keys that are down on a channel that plays one note at a time, in the order in which they were struck.
struct HeldKeys {
  /// Room for 128.
  var keys: UnsafeMutablePointer<HeldKey>
  var count = 0

  /// The key struck last.
  @inline(__always) var top: HeldKey? { count > 0 ? keys[count &- 1] : nil }

  /// Puts a key on top, also one that is already there.
  mutating func push(_ key: UInt8, velocity: UInt8) {
    remove(key)
    guard count < 128 else { return }
    keys[count] = HeldKey(key: key, velocity: velocity)
    count &+= 1
  }

  /// Takes a key out.
  mutating func remove(_ key: UInt8) {
    var kept = 0
    for index in 0..<count where keys[index].key != key {
      keys[kept] = keys[index]
      kept &+= 1
    }
    count = kept
  }
}

/// A key that is down, and how hard it was struck.
package struct HeldKey: Equatable {
  package var key: UInt8 = 0
  package var velocity: UInt8 = 0

  package init(key: UInt8 = 0, velocity: UInt8 = 0) { (self.key, self.velocity) = (key, velocity) }
}

/// From which key a channel's portamento comes; −1 for none.
struct ChannelPortamento {
  /// The key struck last.
  var lastKey: Int32 = -1
  /// The key that controller 84 has named for the next note.
  var namedKey: Int32 = -1
  /// The key from which the note that is being started glides.
  var sourceKey: Int32 = -1
}

extension Channel {
  static var portamentoTime: Int { 5 }
  static var portamentoPedal: Int { 65 }
  static var legatoPedal: Int { 68 }

  /// One note at a time: mono mode, or the legato pedal.
  @inline(__always) var isMonophonic: Bool { isMono || controllers[Self.legatoPedal] >= 64 }
  @inline(__always) var glides: Bool { controllers[Self.portamentoPedal] >= 64 }
  /// Whether a note-on is nothing but a note-on.
  @inline(__always) var playsPlainly: Bool { !isMonophonic && !glides && portamento.namedKey < 0 }
}
