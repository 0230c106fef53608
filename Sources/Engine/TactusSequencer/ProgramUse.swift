/// A program that a sequence plays notes with, on one channel: what a bank must have to play it.
///
/// - Thread: any
public struct ProgramUse: Hashable, Sendable {
  /// The port, 0…15.
  public var port: UInt8
  /// The channel, 0…15.
  public var channel: UInt8
  /// The last bank select (controller 0) before the program change, 0…127.
  public var bankMSB: UInt8
  /// The last controller 32 before the program change, 0…127.
  public var bankLSB: UInt8
  /// The program, 0…127; 0 where the sequence does not choose.
  public var program: UInt8
  /// How many notes it plays.
  public var notes = 0
  /// The lowest and highest key it plays.
  public var keys: ClosedRange<UInt8>
}
