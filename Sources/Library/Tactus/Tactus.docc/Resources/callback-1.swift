import Tactus

let sampler = try Sampler(sampleRate: 48_000)
sampler.publish(try SoundBank(SoundFont(Builtins.bank)))
sampler.set(PartProgram(program: 11), of: 0)
