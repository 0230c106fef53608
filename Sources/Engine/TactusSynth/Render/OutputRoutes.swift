/// Which output a note goes to.
///
/// - Thread: audio
struct OutputRoutes {
  /// The number of outputs, the main output first.
  let count: Int
  /// One bit per output: the host takes its sound. The sound of other outputs goes to the main output.
  var connected = UInt32.max

  /// Returns the output for a new note of a part.
  @inline(__always)
  func output(of part: Int, key: UInt8, isDrums: Bool) -> Int {
    if isDrums, count > SynthOutputs.firstDrums {
      let output = SynthOutputs.firstDrums &+ DrumGroup(key: key).rawValue
      if isConnected(output) { return output }
    }
    let output = SynthOutputs.firstPart &+ part & 15
    return isConnected(output) ? output : SynthOutputs.main
  }

  @inline(__always)
  func isConnected(_ output: Int) -> Bool { output < count && connected & 1 &<< UInt32(output) != 0 }
}
