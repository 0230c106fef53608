import { isBlack, keyLabel, keyName } from '../model/names.js'
import { keepSetting, setting } from '../model/saved-state.js'
import { element, iconButton } from './element.js'
import { isTyping } from './shortcuts.js'

/** The computer keys of an octave and a half, by their places on the keyboard, whatever letters they have. */
const CODES = ['KeyA', 'KeyW', 'KeyS', 'KeyE', 'KeyD', 'KeyF', 'KeyT', 'KeyG', 'KeyY', 'KeyH', 'KeyU', 'KeyJ', 'KeyK',
  'KeyO', 'KeyL', 'KeyP', 'Semicolon', 'Quote']

const TYPED_VELOCITY = 100

/** The beginning of what holds notes of MIDI inputs, which sound on without the page's focus. */
const MIDI_HOLDER = 'MIDI input'

/** The width of a white key in pixels. */
const KEY_WIDTH = 40

/** A piano keyboard for pointers, computer keys and MIDI inputs; it plays the channel of the selected track. */
class Keyboard extends HTMLElement {
  connect(studio) {
    this.studio = studio
    this.octave = Number(setting('octave', 4))
    this.held = new Map()
    this.keys = element('div', {
      className: 'keys', tabIndex: 0, role: 'group',
      'aria-label': 'Piano keyboard. The keys from A to quote and the row above play; Z and X change the octave.',
    })
    this.append(this.makeControls(), this.keys)
    this.listenToPointers()
    this.listenToKeys()
    studio.tactus.addEventListener('midi', ({ detail }) => this.showMessage(detail.data))
    new ResizeObserver(() => this.layOut()).observe(this.keys)
  }

  makeControls() {
    this.octaveName = element('output', { className: 'octave', 'aria-label': 'Lowest key' })
    this.midi = iconButton('midi', 'Connect MIDI inputs', () => this.connectMIDI())
    return element('div', { className: 'group' },
      iconButton('down', 'Octave down (Z)', () => this.shift(-1)), this.octaveName,
      iconButton('up', 'Octave up (X)', () => this.shift(1)), this.midi)
  }

  async connectMIDI() {
    await this.studio.attempt(async () => {
      const access = await this.studio.tactus.connectMIDI({ onMessage: (data, age) => this.receive(data, age) })
      const names = [...access.inputs.values()].map((input) => input.name)
      this.midi.setAttribute('aria-pressed', true)
      this.studio.say(names.length ? `MIDI inputs: ${names.join(', ')}`
        : 'MIDI inputs play as soon as they are plugged in.')
    })
  }

  // Layout

  get lowest() {
    return 12 * (this.octave + 1)
  }

  /** Makes as many keys as fit, from the lowest C. */
  layOut() {
    const whites = Math.max(7, Math.floor(this.keys.clientWidth / KEY_WIDTH))
    const count = Math.min(128 - this.firstKey(whites), Math.ceil((whites * 12) / 7))
    const start = this.firstKey(whites)
    this.keys.replaceChildren(...this.makeKeys(start, count, whites))
    this.octaveName.value = keyName(this.lowest)
  }

  /** Wide keyboards begin two octaves below the computer keys, if that leaves these on the screen. */
  firstKey(whites) {
    return Math.max(0, this.lowest - (whites > 21 ? 24 : 0))
  }

  makeKeys(start, count, whites) {
    const width = 100 / whites
    const keys = []
    for (let key = start, white = 0; key < start + count && white <= whites; key++) {
      const place = isBlack(key) ? white * width - width * 0.3 : white * width
      if (place + width <= 100.01) keys.push(this.makeKey(key, place, width))
      if (!isBlack(key)) white++
    }
    return keys
  }

  makeKey(key, place, width) {
    const label = key % 12 === 0 ? keyName(key) : ''
    const made = element('span', { className: isBlack(key) ? 'key black' : 'key', 'aria-hidden': 'true' }, label)
    made.dataset.key = key
    made.style.left = `${place}%`
    made.style.width = `${isBlack(key) ? width * 0.6 : width}%`
    return made
  }

  shift(octaves) {
    this.octave = Math.min(8, Math.max(-1, this.octave + octaves))
    keepSetting('octave', this.octave)
    this.layOut()
  }

  // Notes

  /** Starts a note; `holder` is what holds it: a pointer, a computer key or a key of a MIDI input. */
  play(holder, key, velocity, age = 0) {
    const channel = this.studio.keyboardChannel
    this.release(holder, age)
    this.held.set(holder, { channel, key })
    this.studio.tactus.send([0x90 | channel, key, velocity], undefined, age)
    this.mark(key, true)
  }

  release(holder, age = 0) {
    const note = this.held.get(holder)
    if (!note) return
    this.held.delete(holder)
    this.studio.tactus.send([0x80 | note.channel, note.key, 64], undefined, age)
    this.mark(note.key, false)
  }

  /** Plays a message of a MIDI input on the channel of the selected track; it was played `age` seconds ago. */
  receive([status, ...data], age) {
    const kind = status & 0xf0
    const [key, velocity] = data
    const holder = `${MIDI_HOLDER} ${status & 15} ${key}`
    if (kind === 0x90 && velocity > 0) this.play(holder, key, velocity, age)
    else if (kind === 0x80 || kind === 0x90) this.release(holder, age)
    else this.studio.tactus.send([kind | this.studio.keyboardChannel, ...data], undefined, age)
  }

  mark(key, isDown) {
    const found = this.keys.querySelector(`[data-key="${key}"]`)
    found?.classList.toggle('is-down', isDown)
    if (isDown && found) found.title = keyLabel(key, this.studio.keyboardChannel + 1)
  }

  showMessage([status, key, velocity]) {
    const kind = status & 0xf0
    if (kind === 0x90 || kind === 0x80) this.mark(key, kind === 0x90 && velocity > 0)
  }

  listenToPointers() {
    const { keys } = this
    keys.addEventListener('pointerdown', (event) => {
      keys.releasePointerCapture?.(event.pointerId)
      this.playAt(event)
    })
    keys.addEventListener('pointermove', (event) => {
      if (this.held.has(event.pointerId)) this.playAt(event)
    })
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, (event) => this.release(event.pointerId))
    keys.addEventListener('contextmenu', (event) => event.preventDefault())
  }

  /** Plays the key at a pointer; lower on the key is louder. */
  playAt(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-key]')
    if (!found || !this.keys.contains(found)) return
    const key = Number(found.dataset.key)
    if (this.held.get(event.pointerId)?.key === key) return
    const { top, height } = found.getBoundingClientRect()
    const velocity = Math.round(30 + (97 * (event.clientY - top)) / height)
    this.play(event.pointerId, key, Math.min(127, Math.max(1, velocity)))
  }

  listenToKeys() {
    addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return
      const place = CODES.indexOf(event.code)
      if (place >= 0 && this.lowest + place < 128) this.play(event.code, this.lowest + place, TYPED_VELOCITY)
      else if (event.code === 'KeyZ') this.shift(-1)
      else if (event.code === 'KeyX') this.shift(1)
    })
    addEventListener('keyup', (event) => this.release(event.code))
    addEventListener('blur', () => {
      for (const holder of [...this.held.keys()]) if (!String(holder).startsWith(MIDI_HOLDER)) this.release(holder)
    })
  }
}

customElements.define('tactus-keyboard', Keyboard)
