import { checkPolyphony } from './checks.js'
import { QUALITIES, index } from './choices.js'
import { checkContext } from './context.js'
import { SeparateEngines, SharedEngine } from './engines.js'
import { Requests } from './requests.js'
import { compileEngine } from './wasm.js'

/**
 * Starts the worker and the worklet of a page, with the options of `Tactus.load`. Returns `{ engines, presets }`, the
 * presets of the built-in bank.
 */
export async function startEngines({ context, base = import.meta.url, quality = 'live', polyphony = 256 }) {
  const address = (name) => new URL(name, new URL(base, globalThis.location?.href))
  index(QUALITIES, quality, 'quality')
  checkPolyphony(polyphony)
  checkContext(context)
  const worker = new Worker(address('worker.js'), { type: 'module' })
  const requests = new Requests()
  const failure = new Promise((_, reject) => {
    worker.onerror = () => reject(new Error('the engine cannot be started'))
  })
  const start = async () => {
    const [{ module, memory }] = await Promise.all([
      compileEngine(address), context.audioWorklet.addModule(address('worklet.js'))])
    worker.onmessage = ({ data }) => requests.receive(data)
    return (memory ? SharedEngine : SeparateEngines).start(
      { context, module, memory, worker, requests, quality, polyphony })
  }
  try {
    return await Promise.race([start(), failure])
  } catch (error) {
    worker.terminate()
    requests.close(error)
    throw error
  }
}
