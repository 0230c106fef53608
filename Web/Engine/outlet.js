/** How long messages wait for a preset, in milliseconds. */
const LONGEST_WAIT = 250

const after = (time) => new Promise((resolve) => setTimeout(resolve, time))

/**
 * The way of messages to the worklet, in their order. A MIDI message whose preset is not prepared yet waits until it is,
 * and later messages wait behind it.
 */
export class Outlet {
  #port
  #prepare
  #refuse
  #waiting = []
  #isWaiting = false
  /** Whether a message has been sent. */
  isUsed = false
  /** The presets that have been prepared: 128 · bank + program. */
  #prepared = new Set()
  /** The banks and programs that messages have selected, by channel. Presets that a song selects are prepared with it. */
  #banks = Array.from({ length: 16 }, (_, channel) => (channel === 9 ? 128 : 0))
  #programs = new Uint8Array(16)

  /**
   * `prepare` prepares a preset, `{ bank, program }`; it may return a promise. `refuse` gets a message that cannot be sent,
   * and the error.
   */
  constructor(port, prepare, refuse) {
    this.#port = port
    this.#prepare = prepare
    this.#refuse = refuse
  }

  postMessage(message) {
    this.isUsed = true
    this.#waiting.push(message)
    if (!this.#isWaiting) this.#sendWaiting()
  }

  /** Forgets what is prepared: another bank plays. */
  forget() {
    this.#prepared.clear()
  }

  async #sendWaiting() {
    this.#isWaiting = true
    for (let message; (message = this.#waiting.shift());) {
      const preset = message.call === 'midi' ? this.#missing(message.midi) : null
      // without its preset, a note is silent; what follows is sent all the same, and does not wait for long
      if (preset) await Promise.race([Promise.resolve(this.#prepare(preset)).catch(() => undefined), after(LONGEST_WAIT)])
      try {
        this.#port.postMessage(message)
      } catch (error) {
        this.#refuse(message, error)
      }
    }
    this.#isWaiting = false
  }

  /** The preset that a MIDI message needs and that is not prepared yet; null for none. */
  #missing([status, data1, data2]) {
    const [kind, channel] = [status & 0xf0, status & 15]
    if (kind === 0xb0 && data1 === 0 && channel !== 9) this.#banks[channel] = data2
    if (kind === 0xc0) this.#programs[channel] = data1
    const [bank, program] = [this.#banks[channel], this.#programs[channel]]
    const number = 128 * bank + program
    if ((kind !== 0x90 && kind !== 0xc0) || this.#prepared.has(number)) return null
    this.#prepared.add(number)
    return { bank, program }
  }
}
