import { baseName, download } from '../model/files.js'
import { choice, element, field } from './element.js'

const FORMATS = [['wav', 'WAV'], ['aiff', 'AIFF'], ['caf', 'CAF'], ['raw', 'Raw samples'], ['mid', 'MIDI file']]
const DEPTHS = [['16', '16 bits'], ['24', '24 bits'], ['32', '32 bits'], ['f32', '32 bits, floating point']]
const RATES = [['44100', '44.1 kHz'], ['48000', '48 kHz'], ['88200', '88.2 kHz'], ['96000', '96 kHz']]
const QUALITIES = [['draft', 'Draft'], ['live', 'Live'], ['best', 'Best']]

/** The dialog that renders the song to a file. */
class BounceDialog extends HTMLElement {
  connect(studio) {
    this.studio = studio
    this.format = choice(FORMATS, 'wav', () => this.showOptions())
    this.depth = choice(DEPTHS, '24', () => undefined)
    this.rate = choice(RATES, '48000', () => undefined)
    this.quality = choice(QUALITIES, 'best', () => undefined)
    this.progress = element('progress', { max: 1, value: 0, 'aria-label': 'Progress' })
    this.said = element('p', { className: 'note', role: 'status' })
    this.bounceButton = element('button', { type: 'submit', className: 'primary' }, 'Bounce')
    this.cancelButton = element('button', { type: 'button', onclick: () => this.cancel() }, 'Cancel')
    this.append(this.makeDialog())
  }

  makeDialog() {
    this.options = element('div', { className: 'fields' }, field('Format', this.format),
      field('Bit depth', this.depth), field('Sample rate', this.rate), field('Quality', this.quality))
    const form = element('form', { onsubmit: (event) => this.submit(event) },
      element('h2', { id: 'bounce-title' }, 'Bounce'), this.options, this.progress, this.said,
      element('div', { className: 'buttons' }, this.cancelButton, this.bounceButton))
    this.dialog = element('dialog', { 'aria-labelledby': 'bounce-title' }, form)
    this.dialog.addEventListener('cancel', () => this.abort?.abort())
    return this.dialog
  }

  show() {
    if (!this.studio.song) return this.studio.say('Open a song first.')
    this.progress.value = 0
    this.said.textContent = 'The file is made here in the browser; nothing is uploaded.'
    this.showOptions()
    this.dialog.showModal()
  }

  showOptions() {
    const isAudio = this.format.value !== 'mid'
    for (const control of [this.depth, this.rate, this.quality]) control.disabled = !isAudio
    const hasEffects = this.studio.chain.effects?.some((effect) => !effect.bypassed)
    if (!isAudio && hasEffects) this.said.textContent = 'MIDI files are written without the MIDI effects.'
  }

  cancel() {
    if (this.abort) this.abort.abort()
    else this.dialog.close()
  }

  async submit(event) {
    event.preventDefault()
    if (this.abort) return
    this.abort = new AbortController()
    this.bounceButton.disabled = true
    this.said.textContent = 'Rendering…'
    try {
      const blob = await this.studio.tactus.bounce(this.studio.song, this.chosen())
      download(blob, `${baseName(this.studio)}.${this.format.value}`)
      this.dialog.close()
      this.studio.say(`Bounced: ${(blob.size / 1e6).toFixed(1)} MB`)
    } catch (error) {
      this.said.textContent = error?.name === 'AbortError' ? 'Cancelled.' : error.message
      this.progress.value = 0
    } finally {
      this.abort = undefined
      this.bounceButton.disabled = false
    }
  }

  chosen() {
    return {
      format: this.format.value,
      depth: this.depth.value,
      rate: Number(this.rate.value),
      quality: this.quality.value,
      chain: this.studio.chain.effects?.length ? this.studio.chain : null,
      signal: this.abort.signal,
      onProgress: (fraction) => (this.progress.value = fraction),
    }
  }
}

customElements.define('tactus-bounce', BounceDialog)
