import TactusEngine
import TactusSynth

// The state of a sampler and its parts for any coder.

extension SamplerState: Codable {}
extension PartProgram: Codable {}
extension SynthControls: Codable {}
