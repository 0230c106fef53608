import { element } from '../parts/element.js'

/** The zones of a preset by key and velocity, and its volume envelopes, as the engine draws them. */
class PresetPicture extends HTMLElement {
  connect(studio) {
    this.studio = studio
    this.note = element('p', { className: 'empty' }, 'Select a preset to see its zones and envelopes.')
    // in a tree of its own, so that the picture's style sheet holds for the picture only
    this.frame = element('div', { className: 'picture' })
    this.frame.attachShadow({ mode: 'open' })
    this.append(this.note, this.frame)
    new ResizeObserver(() => this.draw()).observe(this)
  }

  /** Shows a preset of the bank that plays; undefined for none. */
  show(preset) {
    this.preset = preset
    this.note.hidden = Boolean(preset)
    this.frame.hidden = !preset
    this.draw()
  }

  async draw() {
    const { preset, studio, clientWidth, clientHeight } = this
    if (!preset || !clientWidth) return
    const width = Math.max(320, Math.floor(clientWidth))
    const height = Math.max(420, Math.floor(clientHeight))
    const wanted = [preset, studio.tactus.bank, width, height]
    if (this.drawn?.every((part, index) => part === wanted[index])) return
    this.drawn = wanted
    const picture = await studio.attempt(() => studio.tactus.presetPicture(preset, { width, height }))
    if (picture && this.drawn === wanted) this.frame.shadowRoot.innerHTML = picture.slice(picture.indexOf('<svg'))
  }
}

customElements.define('tactus-preset-picture', PresetPicture)
