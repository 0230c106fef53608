import TactusEngine
import TactusTime

/// The status line of playback.
enum PlaybackStatus {
  /// Returns "▶ 0:12.3 of 3:25  17:3  120.0 bpm  1/5 Piano  12 voices  2.1 % CPU".
  static func text(
    _ controller: PlaybackController, _ location: SongLocation, _ player: SongPlayer, _ meters: MeterMap, share: Double
  ) -> String {
    let clock = player.bouncer.timeline.clock
    let rate = clock.sampleRate.hertz
    let tick = clock.tick(atFrame: location.frame)
    let position = meters.position(atTick: max(0, tick))
    let bpm = clock.map.tempo(atTick: max(0, tick)).bpm * Double(controller.percent) / 100
    let sign = location.isAtEnd ? "■" : controller.isPlaying ? "▶" : "‖"
    let end = Double(player.frames.upperBound) / rate
    var words = ["\(sign) \((Double(location.frame) / rate).asClock) of \(end.asClock)"]
    words.append("\(position.bar):\(position.beat)")
    words.append("\(bpm.fixed(1)) bpm" + (controller.percent == 100 ? "" : " (\(controller.percent) %)"))
    if controller.isLooping { words.append("loop") }
    if !controller.partWords.isEmpty { words.append(controller.partWords) }
    words.append(Int(location.voices).counted("voice"))
    words.append("\((share * 100).fixed(1)) % CPU")
    return words.joined(separator: "  ")
  }
}
