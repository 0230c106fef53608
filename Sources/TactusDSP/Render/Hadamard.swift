/// The Hadamard matrix of order eight, without its factor 1/√8: it mixes eight lines so that each goes into all with
/// the same strength and no energy is lost.
@inline(__always) @_noAllocation @_noLocks
func hadamard(
  _ x0: FourFrames, _ x1: FourFrames, _ x2: FourFrames, _ x3: FourFrames,
  _ x4: FourFrames, _ x5: FourFrames, _ x6: FourFrames, _ x7: FourFrames
) -> (FourFrames, FourFrames, FourFrames, FourFrames, FourFrames, FourFrames, FourFrames, FourFrames) {
  let s01 = x0 + x1
  let d01 = x0 - x1
  let s23 = x2 + x3
  let d23 = x2 - x3
  let s45 = x4 + x5
  let d45 = x4 - x5
  let s67 = x6 + x7
  let d67 = x6 - x7
  let a = s01 + s23
  let b = d01 + d23
  let c = s01 - s23
  let d = d01 - d23
  let e = s45 + s67
  let f = d45 + d67
  let g = s45 - s67
  let h = d45 - d67
  return (a + e, b + f, c + g, d + h, a - e, b - f, c - g, d - h)
}
