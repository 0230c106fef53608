/** The hues of tracks, in turn. */
const HUES = [212, 152, 276, 48, 186, 330, 96, 240, 8, 130, 300, 68]

/** A track's colour on the page: lighter in the dark. */
export const trackColour = (index) => `hsl(${HUES[index % HUES.length]} var(--track-colour))`

/** Red, green and blue of a colour, from the lowest byte up, as pixels have them. */
function rgb(colour) {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
  return red | (green << 8) | (blue << 16)
}

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
    this.numbers = this.tracks.map(rgb)
  }

  /** A track's colour as a number, see `rgb`. */
  number(index) {
    return this.numbers[index % HUES.length]
  }

  track(index) {
    return this.tracks[index % HUES.length]
  }
}
