import { keepSetting, setting } from './saved-state.js'

const DEFAULTS = { countIn: true, metronome: false, replaces: false, grid: 0, strength: 100 }

/**
 * How takes are recorded, kept for the next visit: `countIn` (one bar), `metronome`, `replaces` (the notes that the
 * recording passes over are erased), `grid` (the quantization of onsets in quarter notes; 0 for none) and `strength`
 * (of quantization in percent).
 */
export class TakeSettings extends EventTarget {
  constructor() {
    super()
    Object.assign(this, DEFAULTS, read())
  }

  /** Changes some of the settings, and keeps them. Listeners get an event `change`. */
  set(changes) {
    Object.assign(this, changes)
    keepSetting('take', JSON.stringify(Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, this[name]]))))
    this.dispatchEvent(new Event('change'))
  }
}

function read() {
  try {
    return JSON.parse(setting('take', '{}'))
  } catch {
    return {}
  }
}
