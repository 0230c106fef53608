/// The ports, with their indices in `Bundle/arpeggiator.ttl`.
enum ArpeggiatorPort {
  static var input: Int { 0 }
  static var output: Int { 1 }
  static var enabled: Int { 2 }
  static var order: Int { 3 }
  static var octaves: Int { 4 }
  static var rate: Int { 5 }
  static var gate: Int { 6 }
  static var swing: Int { 7 }
  static var latch: Int { 8 }
  static var pedalHolds: Int { 9 }
  static var restart: Int { 10 }
  static var restartBeats: Int { 11 }
  static var startsWithKey: Int { 12 }
  static var playsWhenStopped: Int { 13 }
  static var velocity: Int { 14 }
  static var fixedVelocity: Int { 15 }
  static var seed: Int { 16 }
  static var channel: Int { 17 }
  /// The number of ports.
  static var count: Int { 18 }
}
