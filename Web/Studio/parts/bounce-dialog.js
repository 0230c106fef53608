import { baseName, download } from '../model/files.js'
import { canEncodeFLAC, encodedFLAC } from '../model/flac.js'
import { checkbox, choice, element, field } from './element.js'

const FORMATS = [['wav', 'WAV'], ['aiff', 'AIFF'], ['caf', 'CAF'], ['raw', 'Raw samples'], ['mid', 'MIDI file']]
const DEPTHS = [['16', '16 bits'], ['24', '24 bits'], ['32', '32 bits'], ['f32', '32 bits, floating point']]
const FLAC_DEPTHS = ['16', '24']
const RATES = [['44100', '44.1 kHz'], ['48000', '48 kHz'], ['88200', '88.2 kHz'], ['96000', '96 kHz']]
const STEMS = [['', 'One file of the mix'], ['channels', 'Stems: one for each channel'],
  ['tracks', 'Stems: one for each track'], ['programs', 'Stems: one for each program'],
  ['groups', 'Stems: one for each group of instruments']]
const QUALITIES = [['draft', 'Draft'], ['live', 'Live'], ['best', 'Best']]

/** The dialog that renders the song to a file. */
class BounceDialog extends HTMLElement {
  connect(studio) {
    this.studio = studio
    this.format = choice(FORMATS, 'wav', () => this.showOptions())
    this.depth = choice(DEPTHS, '24', () => undefined)
    this.rate = choice(RATES, '48000', () => undefined)
    this.quality = choice(QUALITIES, 'best', () => undefined)
    this.stems = choice(STEMS, '', () => this.showOptions())
    this.effectsApart = checkbox('Reverb and chorus as a stem of their own', false)
    this.chain = checkbox('With the MIDI effects', true, () => this.showOptions())
    this.progress = element('progress', { max: 1, value: 0, 'aria-label': 'Progress' })
    this.said = element('p', { className: 'note', role: 'status' })
    this.bounceButton = element('button', { type: 'submit', className: 'primary' }, 'Bounce')
    this.cancelButton = element('button', { type: 'button', onclick: () => this.cancel() }, 'Cancel')
    this.append(this.makeDialog())
  }

  makeDialog() {
    this.options = element('div', { className: 'fields' }, field('Format', this.format),
      field('Bit depth', this.depth), field('Sample rate', this.rate), field('Quality', this.quality),
      field('Files', this.stems, 'wide'), this.effectsApart.label, this.chain.label)
    const form = element('form', { onsubmit: (event) => this.submit(event) },
      element('h2', { id: 'bounce-title' }, 'Bounce'), this.options, this.progress, this.said,
      element('div', { className: 'buttons' }, this.cancelButton, this.bounceButton))
    this.dialog = element('dialog', { 'aria-labelledby': 'bounce-title' }, form)
    this.dialog.addEventListener('cancel', () => this.abort?.abort())
    return this.dialog
  }

  /** Offers FLAC if the browser has an encoder. */
  async offerFLAC() {
    const isOffered = this.format.querySelector('[value=flac]')
    if (!isOffered && await canEncodeFLAC()) this.format.append(element('option', { value: 'flac' }, 'FLAC'))
  }

  show() {
    this.offerFLAC()
    if (!this.studio.song) return this.studio.say('Open a song first.')
    this.progress.value = 0
    this.showOptions()
    this.dialog.showModal()
  }

  showOptions() {
    const isAudio = this.format.value !== 'mid'
    const hasEffects = this.studio.chain.effects?.some((effect) => !effect.bypassed)
    const isFLAC = this.format.value === 'flac'
    for (const control of [this.depth, this.rate, this.quality]) control.disabled = !isAudio
    for (const option of this.depth.options) option.disabled = isFLAC && !FLAC_DEPTHS.includes(option.value)
    if (this.depth.selectedOptions[0].disabled) this.depth.value = '24'
    this.stems.disabled = !isAudio || isFLAC
    this.effectsApart.disabled = this.stems.disabled || !this.stems.value
    this.chain.disabled = !isAudio || !hasEffects
    this.said.textContent = this.remark(isAudio, hasEffects)
  }

  remark(isAudio, hasEffects) {
    if (!isAudio && hasEffects) return 'MIDI files are written without the MIDI effects.'
    if (!this.stems.disabled && this.stems.value) return 'The stems come in a zip archive. Together they are the mix.'
    return 'The file is made here in the browser; nothing is uploaded.'
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
      const options = this.chosen()
      const blob = await this.render(options)
      download(blob, options.stems ? `${baseName(this.studio)} stems.zip` : `${baseName(this.studio)}.${options.format}`)
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

  async render(options) {
    const { tactus, song } = this.studio
    if (options.format !== 'flac') return tactus.bounce(song, options)
    const samples = await (await tactus.bounce(song, { ...options, format: 'raw' })).arrayBuffer()
    return encodedFLAC(new Uint8Array(samples),
      { sampleRate: options.rate, depth: Number(options.depth), signal: options.signal })
  }

  chosen() {
    return {
      format: this.format.value,
      depth: this.depth.value,
      rate: Number(this.rate.value),
      quality: this.quality.value,
      chain: this.studio.chain.effects?.length && this.chain.checked ? this.studio.chain : null,
      stems: !this.stems.disabled && this.stems.value ? this.stems.value : undefined,
      effectsApart: this.effectsApart.checked,
      signal: this.abort.signal,
      onProgress: (fraction) => (this.progress.value = fraction),
    }
  }
}

customElements.define('tactus-bounce', BounceDialog)
