const RATES = [8000, 768000]

/** Refuses an audio context in which the engine cannot play. */
export function checkContext({ audioWorklet, sampleRate }) {
  if (!audioWorklet) {
    throw new Error('the page has no audio worklets, because it is not secure: serve it with HTTPS, or from localhost')
  }
  if (sampleRate >= RATES[0] && sampleRate <= RATES[1]) return
  throw new RangeError(`the audio context has ${sampleRate} frames per second; expected ${RATES[0]} to ${RATES[1]}`)
}

/** Starts a context, if the page may; phones also interrupt it. An offline context starts when the page renders it. */
export function resume(context) {
  if (context instanceof OfflineAudioContext || context.state === 'running' || context.state === 'closed') return
  context.resume?.()?.catch(() => undefined)
}
