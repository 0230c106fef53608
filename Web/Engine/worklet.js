import { sentence } from './failures.js'
import { Module } from './module.js'
import { Player } from './player.js'
import { Transport } from './transport.js'
import { WorkletControl } from './worklet-control.js'

/**
 * The engine on a page's audio thread. `tactus.js` creates it and sends the messages.
 *
 * Options: `module`, a compiled WebAssembly module. Without shared memory, the worklet has an engine of its own:
 * `quality` and `polyphony`; `setup`, messages that are carried out before the first quantum. With shared memory:
 * `memory`; `player`, the address of the player that the worker has created; `stack`, memory for this thread.
 *
 * A message is an object with `call`, the name of a method of `Transport` or `WorkletControl`, and its arguments as
 * members; if it has an `id`, it is answered with `{ id }` or `{ id, error }`. Thirty times a second, and when playback
 * starts and stops, the worklet sends `{ tick, state, voices, load, time }`; the tick is played at that time of the
 * context.
 */
class TactusProcessor extends AudioWorkletProcessor {
  constructor({ processorOptions: { module, memory, player, stack, quality, polyphony, setup = [] } }) {
    super()
    this.quanta = 0
    this.busy = 0
    this.messageTime = 0
    if (memory) {
      this.player = new Player(Module.onThread(module, memory, stack), player)
    } else {
      const engine = new Module(new WebAssembly.Instance(module, {}))
      this.player = engine.player({ rate: sampleRate, quality, polyphony })
      this.control = new WorkletControl(engine, this.player)
    }
    this.transport = new Transport(this.player)
    for (const message of setup) this.receive(message)
    this.port.onmessage = ({ data }) => this.receive(data)
  }

  receive(message) {
    this.messageTime = currentTime
    const answer = { id: message.id }
    try {
      const receiver = message.call in this.transport ? this.transport : this.control
      receiver[message.call](message)
    } catch (error) {
      answer.error = sentence(error)
    }
    if (answer.id !== undefined || answer.error) this.port.postMessage(answer)
  }

  process(_, [[left, right]]) {
    const start = clock()
    this.transport.sendDue(currentFrame, left.length)
    this.player.render(left, right ?? new Float32Array(left.length))
    this.busy += clock() - start
    this.quanta++
    if (this.quanta === 12 || this.player.state !== this.state) this.report(left.length)
    return !this.transport.isClosed
  }

  /** Reports the state after a quantum of so many frames. */
  report(frames) {
    const { tick, state, voices } = this.player
    // nothing plays, and nothing has been asked for half a second
    this.control?.runTasks(state !== 'playing' && voices === 0 && currentTime - this.messageTime > 0.5)
    const load = hasClock ? this.busy / ((this.quanta * frames) / sampleRate) : undefined
    this.state = state
    this.busy = this.quanta = 0
    this.port.postMessage({ tick, state, voices, load, time: (currentFrame + frames) / sampleRate })
  }
}

const hasClock = typeof performance !== 'undefined'
/** Seconds, where the worklet has a clock. */
const clock = () => (hasClock ? performance.now() / 1000 : 0)

registerProcessor('tactus', TactusProcessor)
