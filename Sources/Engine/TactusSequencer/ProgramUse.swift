/// A program with which a sequence plays notes on one channel. To play the sequence, a bank must contain this program.
///
/// - Thread: any
public struct ProgramUse: Hashable, Sendable {
  /// The port, 0…15.
  public var port: UInt8
  /// The channel, 0…15.
  public var channel: UInt8
  /// The last bank select MSB (controller 0) before the program change, 0…127.
  public var bankMSB: UInt8
  /// The last bank select LSB (controller 32) before the program change, 0…127.
  public var bankLSB: UInt8
  /// The program, 0…127; 0 if the sequence does not select one.
  public var program: UInt8
  /// The number of notes.
  public var notes = 0
  /// The lowest and the highest key.
  public var keys: ClosedRange<UInt8>
}
