/**
 * The sentence of an error. After a trap, such as one from a lack of memory, the module's objects may be damaged.
 */
export const sentence = (error) =>
  error instanceof WebAssembly.RuntimeError ? 'the engine has stopped; load it again' : error.message
