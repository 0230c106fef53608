import Foundation

/// The pitch of a sine of 100 points at its own speed, in cents above that, from the times of its first and its last
/// rising zero crossing; NaN if there are fewer than two.
package func cents(of sound: some Collection<Float>) -> Double {
  let sound = Array(sound)
  var places: [Double] = []
  for frame in 0..<max(0, sound.count - 1) where sound[frame] < 0 && sound[frame + 1] >= 0 {
    places.append(Double(frame) + Double(sound[frame] / (sound[frame] - sound[frame + 1])))
  }
  guard let first = places.first, let last = places.last, places.count > 1 else { return .nan }
  return 1_200 * log2(Double(places.count - 1) * 100 / (last - first))
}

/// How far, in dB below full level, a sound is from the sine of 100 points that is read at a pitch in cents for each
/// frame: the worst frame of all but the first eight, where a sample's beginning has nothing before it to curve from.
package func deviation(of sound: some Collection<Float>, level: Float, cents: (Int) -> Double) -> Double {
  var phase = 0.0
  var worst = 0.0
  for (frame, point) in sound.enumerated() {
    if frame >= 8 { worst = max(worst, abs(Double(point) - Double(level) * sin(2 * .pi * phase))) }
    phase += exp2(cents(frame) / 1_200) / 100
  }
  return 20 * log10(worst / Double(level))
}
