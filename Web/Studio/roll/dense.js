/** With more visible notes than this, they are drawn as pixels. */
const MANY = 5000

/** Whether so many notes are visible that drawing each as a rectangle takes longer than a frame of the display. */
export function isDense(tracks, { startTick, endTick }) {
  return tracks.reduce((sum, { index }) => sum + index.firstAt(endTick) - index.firstAt(startTick), 0) > MANY
}

/**
 * Draws many notes at once: an image with a pixel for each column of the display and each key, stretched to the height
 * of the keys' rows.
 */
export class DensePainter {
  constructor() {
    this.canvas = document.createElement('canvas')
    this.context = this.canvas.getContext('2d')
  }

  /** Draws tracks, the last one on top: each with its `index`, `rgb`, `strength`, and the notes that are `hidden`. */
  paint(context, geometry, tracks) {
    const width = Math.max(1, Math.ceil(geometry.width - geometry.left))
    if (this.canvas.width !== width) Object.assign(this.canvas, { width, height: 128 })
    if (this.image?.width !== width) this.image = new ImageData(width, 128)
    const { image } = this
    const pixels = new Uint32Array(image.data.buffer).fill(0)
    for (const track of tracks) fill(pixels, width, geometry, track)
    this.context.putImageData(image, 0, 0)
    context.save()
    context.beginPath()
    context.rect(geometry.left, geometry.ruler, width, geometry.bottom - geometry.ruler)
    context.clip()
    context.imageSmoothingEnabled = false
    context.drawImage(this.canvas, geometry.left, geometry.y(127), width, 128 * geometry.rowHeight)
    context.restore()
  }
}

/** Writes the pixels of a track's notes; the upper row of the image is key 127. */
function fill(pixels, width, geometry, { index, rgb, strength, hidden, from = 0 }) {
  const { startTick, endTick, pixelsPerTick } = geometry
  index.forEach(Math.max(from, startTick), endTick, (place) => {
    if (index.starts[place] < from || hidden?.has(index.items[place])) return
    const first = Math.max(0, Math.floor((index.starts[place] - startTick) * pixelsPerTick))
    const last = Math.min(width, Math.max(first + 1, Math.floor((index.ends[place] - startTick) * pixelsPerTick)))
    const alpha = Math.round(255 * strength * (0.4 + (0.6 * index.velocities[place]) / 127))
    const row = (127 - index.keys[place]) * width
    const pixel = (alpha << 24) | rgb
    for (let x = row + first; x < row + last; x++) pixels[x] = pixel
  })
}
