/// A part of a gesture in the window, which the audio side reports to the host.
struct WindowEdit: BitwiseCopyable {
  enum Kind: BitwiseCopyable { case begin, value, end }
  let kind: Kind
  /// An index in the parameters.
  let index: Int32
  let value: Double
}
