import Tactus

let frames = 256
let sequencer = Sequencer(sampleRate: 48_000)
let synth = SoundFontSynth(bank: SoundBank(try SoundFont(Builtins.bank)))
synth.prepare(sampleRate: 48_000, maximumFrameCount: frames)

let events = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: sequencer.settings.mostEvents)
let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frames)
let channels = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
(channels[0], channels[1]) = (samples, samples + frames)

let sequence = MIDISequence([Track(Pattern(.euclid(3, of: 8)), name: "three of eight")], tempo: Tempo(bpm: 120))
try sequencer.publish(sequence)
sequencer.useInternalTransport(true)
sequencer.play()
