/**
 * A document as text, track by track, so that only those tracks are sent to the audio thread which an edit has changed.
 * Texts are compared, not objects: a page may change its document in place.
 */
export class Written {
  #rest
  #tracks
  #ids
  #hasForm

  constructor({ tracks, ...rest }) {
    if (!Array.isArray(tracks)) throw new Error('a document has an array of tracks')
    this.#rest = JSON.stringify(rest)
    this.#hasForm = rest.form !== undefined
    this.#tracks = tracks.map((track) => JSON.stringify(track))
    this.#ids = tracks.map((track) => track?.id)
  }

  /** The whole document. */
  get bytes() {
    return this.#bytes(this.#tracks)
  }

  /**
   * A document with the tracks that differ from those of a former version; null if more than the contents of tracks has
   * changed, if a track has no ID, with which the engine would find it, or if there is a form, whose sections are as long
   * as the longest track has them.
   */
  changed(former) {
    const isAlike = former && !this.#hasForm && former.#rest === this.#rest && former.#tracks.length === this.#tracks.length
      && this.#ids.every((id, index) => id !== undefined && id === former.#ids[index])
    return isAlike ? this.#bytes(this.#tracks.filter((track, index) => track !== former.#tracks[index])) : null
  }

  #bytes(tracks) {
    const start = this.#rest === '{}' ? '{' : `${this.#rest.slice(0, -1)},`
    return new TextEncoder().encode(`${start}"tracks":[${tracks.join(',')}]}`)
  }
}
