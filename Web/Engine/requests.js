/**
 * Requests to a worker or a worklet: messages with numbers, to which answers with the same numbers return. All receivers
 * share one sequence of numbers.
 */
export class Requests {
  #waiting = new Map()
  #count = 0
  #closed = null

  /** Returns a number that no request has. */
  next() {
    return ++this.#count
  }

  /** Sends a request, and returns the promise of its result. */
  send(receiver, request, { transfer = [], onProgress } = {}) {
    if (this.#closed) return Promise.reject(this.#closed)
    const id = request.id ?? this.next()
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress })
      try {
        receiver.postMessage({ ...request, id }, transfer)
      } catch (error) {
        this.receive({ id, error: error.message })
      }
    })
  }

  /** Takes an answer. Returns false for an error that belongs to no request. */
  receive({ id, result, error, progress }) {
    const waiting = this.#waiting.get(id)
    if (progress !== undefined) {
      waiting?.onProgress?.(progress)
      return true
    }
    this.#waiting.delete(id)
    if (error === undefined) waiting?.resolve(result)
    else waiting?.reject(new Error(error))
    return error === undefined || waiting !== undefined
  }

  /** Rejects all requests. */
  fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  /** Rejects all requests, and all that follow. */
  close(error) {
    this.#closed = error
    this.fail(error)
  }
}
