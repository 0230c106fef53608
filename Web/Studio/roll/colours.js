/** The hues of tracks, in turn. */
const HUES = [212, 152, 276, 48, 186, 330, 96, 240, 8, 130, 300, 68]

/** A track's colour on the page: lighter in the dark. */
export const trackColour = (index) => `hsl(${HUES[index % HUES.length]} var(--track-colour))`

/** The colours of the style sheet as a canvas needs them. They are read again when the scheme changes. */
export class Colours {
  constructor(target, onchange) {
    this.target = target
    this.read()
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.read()
      onchange()
    })
  }

  read() {
    const style = getComputedStyle(this.target)
    const value = (name) => style.getPropertyValue(name).trim()
    for (const name of ['ground', 'surface', 'row', 'line', 'line-strong', 'text', 'muted', 'accent', 'on-accent']) {
      this[name.replace(/-(.)/, (_, letter) => letter.toUpperCase())] = value(`--${name}`)
    }
    this.tracks = HUES.map((hue) => `hsl(${hue} ${value('--track-colour')})`)
  }

  track(index) {
    return this.tracks[index % HUES.length]
  }
}
