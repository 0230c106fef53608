import Tactus
import Workloads

/// Measures how many voices one processor renders in real time at 44.1 kHz, for each kind of tone.
///
/// During the measurement, `voices` voices sound, and reverb and chorus are on with the default sends.
enum VoiceLimit {
  static func measure(voices: Int, seconds: Int) throws {
    let tones = try ToneBank(waves: 64)
    for kind in ToneBank.Kind.allCases {
      var settings = SynthSettings()
      settings.polyphony = min(4_096, voices)
      settings.gain = -40
      let stage = Stage(tones.bank, settings, sampleRate: 44_100, frames: 512)
      stage.render(ToneBank.notes(kind, count: settings.polyphony))
      for _ in 0..<32 { stage.render() }
      // Each time is that of half a second of audio. The median is used, because other programs may disturb some times.
      let cycles = 22_050 / stage.frames
      let times = (0..<2 * seconds).map { _ in
        let start = ProcessorTime.now
        for _ in 0..<cycles { stage.render() }
        return ProcessorTime.now - start
      }
      let time = Double(times.sorted()[seconds]) / 1e9
      let audio = Double(cycles * stage.frames) / 44_100
      // The voices never end, so their number was the same during the whole measurement.
      let count = stage.synth.voiceCount
      print("\(kind)\t\(count)\t\(Int(Double(count) * audio / time))")
    }
  }
}
