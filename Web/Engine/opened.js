/**
 * What an engine has opened: its songs, and its banks with the layers that they consist of. Another engine has the same
 * numbers for other songs and banks, so that its objects are refused.
 */
export class Opened {
  #banks = new WeakMap()
  #songs = new WeakSet()

  addBank(bank, number, layers) {
    this.#banks.set(bank, { number, layers })
  }

  addSong(song) {
    this.#songs.add(song)
  }

  /** The layers of a bank: objects with the number of a bank and its offset. */
  layers(bank) {
    return this.#found(bank).layers
  }

  /** The number of a bank. */
  bank(bank) {
    return this.#found(bank).number
  }

  /** The number of a song. */
  song(song) {
    if (this.#songs.has(song)) return song.number
    throw new Error('expected a song that this engine has opened')
  }

  #found(bank) {
    const found = this.#banks.get(bank)
    if (found) return found
    throw new Error('expected a bank that this engine has opened')
  }
}
