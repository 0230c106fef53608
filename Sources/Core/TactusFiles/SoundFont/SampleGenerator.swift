/// Computes the samples of a bank when they are first needed, instead of reading them from a file.
///
/// The sample data of such a bank's file is blank at first; the generator writes into it.
/// - Thread: any number of control threads
public protocol SampleGenerator: AnyObject, Sendable {
  /// Writes the frames of a sample at its position in the bank's ``SoundFont/pool``, unless they are there already.
  ///
  /// - Parameter index: the sample's index in ``SoundFont/samples``.
  func generate(sample index: Int)
}
