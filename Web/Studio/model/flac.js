/** FLAC files by the browser's own encoder (WebCodecs), which few browsers have. */

const configuration = (sampleRate) => ({ codec: 'flac', sampleRate, numberOfChannels: 2 })

/** Frames of one call of the encoder, and the calls that may wait there. */
const [FRAMES, WAITING] = [16384, 16]

/** Whether this browser encodes FLAC. */
export async function canEncodeFLAC(sampleRate = 48000) {
  if (typeof AudioEncoder === 'undefined') return false
  return AudioEncoder.isConfigSupported(configuration(sampleRate)).then(({ supported }) => supported, () => false)
}

/** Encodes stereo samples of 16 or 24 bits, as the format `raw` has them; `depth` is their number of bits. */
export async function encodedFLAC(samples, { sampleRate, depth, signal }) {
  const blocks = []
  let header
  let failure
  const encoder = new AudioEncoder({
    error: (error) => (failure = error),
    output: (chunk, metadata) => {
      header ??= metadata?.decoderConfig?.description
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      blocks.push(bytes)
    },
  })
  try {
    encoder.configure(configuration(sampleRate))
    const width = (2 * depth) / 8
    for (let frame = 0; frame * width < samples.length; frame += FRAMES) {
      signal?.throwIfAborted()
      if (failure) throw failure
      const data = audioData(samples.subarray(frame * width, (frame + FRAMES) * width), frame, sampleRate, depth)
      encoder.encode(data)
      data.close()
      while (encoder.encodeQueueSize > WAITING) await new Promise((resolve) => setTimeout(resolve))
    }
    await encoder.flush()
    if (failure || !header) throw failure ?? new Error('The FLAC encoder of this browser gives no header.')
    return new Blob([header, ...blocks], { type: 'audio/flac' })
  } finally {
    if (encoder.state !== 'closed') encoder.close()
  }
}

function audioData(bytes, frame, sampleRate, depth) {
  const data = depth === 16 ? bytes.slice() : widened(bytes)
  return new AudioData({
    format: depth === 16 ? 's16' : 's32', sampleRate, numberOfChannels: 2, data,
    numberOfFrames: (8 * bytes.length) / (2 * depth), timestamp: Math.round((1e6 * frame) / sampleRate),
  })
}

/** Samples of 24 bits as samples of 32. */
function widened(bytes) {
  const samples = new Uint8Array((4 * bytes.length) / 3)
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) samples.set(bytes.subarray(from, from + 3), to + 1)
  return samples
}
