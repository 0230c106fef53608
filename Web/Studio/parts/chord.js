import { element } from './element.js'

/** The chord of the held keys; without one, that at the playhead. */
class ChordName extends HTMLElement {
  connect(studio) {
    this.name = element('output', { 'aria-label': 'Chord', 'aria-live': 'off' })
    this.source = element('span', { className: 'note' })
    this.append(this.name, this.source)
    studio.addEventListener('chord', () => this.show(studio.chord))
    this.show(studio.chord)
  }

  show({ held, song }) {
    this.name.value = held || song || '–'
    this.source.textContent = held ? 'keys' : song ? 'song' : 'chord'
    this.classList.toggle('is-empty', !held && !song)
    this.classList.toggle('is-long', this.name.value.length > 7)
  }
}

customElements.define('tactus-chord', ChordName)
