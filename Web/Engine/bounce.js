/**
 * Bounces a song in the worker, and returns the file. `worker` is that of `tactus.js`, `requests` its requests; `numbers`
 * are those of the song and the bank; `options` are described in `tactus.d.ts`.
 */
export async function bounce(worker, requests, numbers, {
  format = 'wav', depth = '24', rate = 48000, quality = 'live', chain = null, reverbLevel, chorusLevel, stems,
  effectsApart, onProgress, signal,
} = {}) {
  const id = requests.next()
  signal?.throwIfAborted()
  const cancel = () => worker.postMessage({ call: 'cancel', bounce: id })
  signal?.addEventListener('abort', cancel)
  try {
    const call = stems ? 'bounceStems' : 'bounce'
    const levels = { reverbLevel, chorusLevel }
    const message = {
      id, call, ...numbers, chain: chainBytes(chain), format, depth, rate, quality, ...levels, stems, effectsApart,
    }
    const blocks = await requests.send(worker, message, { onProgress })
    return new Blob(blocks, { type: stems ? 'application/zip' : TYPES[format] })
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

/** A chain of MIDI effects as the bytes of its document; null for none. */
export const chainBytes = (chain) => (chain ? new TextEncoder().encode(JSON.stringify(chain)) : null)

const TYPES = { wav: 'audio/wav', aiff: 'audio/aiff', caf: 'audio/x-caf', raw: 'application/octet-stream', mid: 'audio/midi' }
