import Tactus

let sequencer = Sequencer(sampleRate: 48_000)

let sequence = MIDISequence([Track(Pattern(.euclid(3, of: 8)), name: "three of eight")], tempo: Tempo(bpm: 120))
try sequencer.publish(sequence)
sequencer.useInternalTransport(true)
sequencer.play()
