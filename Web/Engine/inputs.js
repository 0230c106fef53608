/**
 * The MIDI inputs of the browser: calls `receive` with the bytes of each channel message, also of inputs plugged in later,
 * and with the seconds since it was played.
 */
export class Inputs {
  #inputs = new Set()

  async connect(receive) {
    const access = await navigator.requestMIDIAccess()
    const listen = () => {
      for (const input of access.inputs.values()) {
        this.#inputs.add(input)
        input.onmidimessage = ({ data, timeStamp }) => {
          if (data[0] >= 0x80 && data[0] < 0xf0) receive(data, (performance.now() - timeStamp) / 1000)
        }
      }
    }
    access.addEventListener('statechange', listen)
    listen()
    return access
  }

  close() {
    for (const input of this.#inputs) input.onmidimessage = null
  }
}
