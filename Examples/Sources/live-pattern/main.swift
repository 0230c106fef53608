// Plays a pattern as a real-time program does: in each cycle, a sequencer returns the events and a synthesizer renders
// them. The pattern is edited while it plays.

import Tactus

let frames = 256
let sequencer = Sequencer(sampleRate: 48_000)
let synth = SoundFontSynth(bank: SoundBank(try SoundFont(Builtins.bank)))
synth.prepare(sampleRate: 48_000, maximumFrameCount: frames)

let events = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: sequencer.settings.mostEvents)
let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frames)
let channels = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
(channels[0], channels[1]) = (samples, samples + frames)

// The control side: any thread but the audio thread. A sequencer follows its host's
// transport; this program has no host, so the sequencer uses its own.
var sequence = MIDISequence([Track(Pattern(.euclid(3, of: 8)), name: "three of eight")], tempo: Tempo(bpm: 120))
try sequencer.publish(sequence)
sequencer.useInternalTransport(true)
sequencer.play()

for number in 0..<750 {
  if number == 375 {
    sequence.tracks[0].pattern?.steps = .euclid(5, of: 8, hit: Step(67))
    try sequencer.publish(sequence)  // takes effect in the next cycle; sounding notes continue
  }
  // The audio side: cycle by cycle, without locks or memory allocation.
  let cycle = RenderCycle(firstFrame: Int64(number * frames), frameCount: frames)
  let count = sequencer.render(cycle, into: events)
  synth.render(
    cycle, events: UnsafeBufferPointer(rebasing: events[..<count]),
    into: AudioBlock(channels: channels, channelCount: 2, frameCount: frames))
}

let report = sequencer.report()
let onsets = report.events.filter { $0.message.kind == .noteOn }.map(\.frame)
print("\(onsets.count) notes in 4 seconds, on frames \(onsets.prefix(4)) …; now at tick \(report.playhead.tick)")
samples.deallocate()
events.deallocate()
channels.deallocate()
