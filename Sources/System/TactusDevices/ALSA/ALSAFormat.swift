import CALSA
import TactusFiles

/// A sample format of a device, in the order of preference.
package enum ALSAFormat: CaseIterable {
  case float, int32, int24, packed24, int16

  /// ALSA's number for the format.
  var code: Int32 {
    switch self {
    case .float: Int32(SND_PCM_FORMAT_FLOAT_LE)
    case .int32: Int32(SND_PCM_FORMAT_S32_LE)
    case .int24: Int32(SND_PCM_FORMAT_S24_LE)
    case .packed24: Int32(SND_PCM_FORMAT_S24_3LE)
    case .int16: Int32(SND_PCM_FORMAT_S16_LE)
    }
  }

  /// The number of bytes of a sample.
  var size: Int {
    switch self {
    case .float, .int32, .int24: 4
    case .packed24: 3
    case .int16: 2
    }
  }

  /// The format to which a file's samples would be quantized.
  var sampleFormat: SampleFormat {
    switch self {
    case .float: .float32
    case .int32: .int32
    case .int24, .packed24: .int24
    case .int16: .int16
    }
  }
}
