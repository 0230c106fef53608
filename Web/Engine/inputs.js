/**
 * The MIDI inputs of the browser: calls `receive` with the bytes of each channel message, also of inputs plugged in later,
 * and with the seconds since it was played.
 */
export class Inputs {
  #inputs = new Set()
  /** Ends with `close`, and with it all that listens. */
  #open = new AbortController()

  async connect(receive) {
    const access = await navigator.requestMIDIAccess()
    const { signal } = this.#open
    if (signal.aborted) return access
    const listen = () => {
      for (const input of access.inputs.values()) {
        this.#inputs.add(input)
        input.onmidimessage = ({ data, timeStamp }) => {
          if (data[0] >= 0x80 && data[0] < 0xf0) receive(data, (performance.now() - timeStamp) / 1000)
        }
      }
    }
    access.addEventListener('statechange', listen, { signal })
    listen()
    return access
  }

  close() {
    this.#open.abort()
    for (const input of this.#inputs) input.onmidimessage = null
  }
}
