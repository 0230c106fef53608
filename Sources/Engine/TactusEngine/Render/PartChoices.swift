/// The volumes and programs that a user has chosen for the 256 parts of a song.
///
/// - Thread: any
struct PartChoices: BitwiseCopyable, Sendable {
  /// The volume of each part in percent of the song's, 0…200.
  var volumes = PartBytes(repeating: 100)
  /// The program of each part; ``songProgram`` for that of the song.
  var programs = PartBytes(repeating: PartChoices.songProgram)
  /// Counts the changes.
  var changes: UInt32 = 0

  /// The program number that selects the song's own program.
  static var songProgram: UInt8 { 255 }
}

/// A byte for each of 256 parts.
///
/// - Thread: any
struct PartBytes: BitwiseCopyable, Sendable {
  private var rows: (SIMD64<UInt8>, SIMD64<UInt8>, SIMD64<UInt8>, SIMD64<UInt8>)

  init(repeating byte: UInt8) {
    let row = SIMD64<UInt8>(repeating: byte)
    rows = (row, row, row, row)
  }

  /// The byte of a part, 0…255.
  subscript(part: Int) -> UInt8 {
    get {
      switch part &>> 6 {
      case 0: rows.0[part & 63]
      case 1: rows.1[part & 63]
      case 2: rows.2[part & 63]
      default: rows.3[part & 63]
      }
    }
    set {
      switch part &>> 6 {
      case 0: rows.0[part & 63] = newValue
      case 1: rows.1[part & 63] = newValue
      case 2: rows.2[part & 63] = newValue
      default: rows.3[part & 63] = newValue
      }
    }
  }
}
