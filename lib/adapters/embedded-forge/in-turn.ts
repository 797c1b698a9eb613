/** Runs work of one kind for one thing one after the other, in the order in which it was asked for. */
export function inTurn<K extends object>(): <T>(key: K, work: () => Promise<T>) => Promise<T> {
  const last = new WeakMap<K, Promise<unknown>>()
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    // What failed before is told to whoever asked for that.
    const now = before.then(work, work)
    last.set(key, now)
    return now
  }
}
