/**
 * Returns a function that removes the entry of a map that was set the longest ago, and returns its value; undefined when
 * the map is empty. Unlike `map.keys().next()`, which passes the gaps of removed entries at each call, it goes on where it was.
 */
export function shiftOldest<K, V>(map: Map<K, V>): () => V | undefined {
  let entries = map.entries()
  return () => {
    let next = entries.next()
    if (next.done) {
      // An iterator that has been at the end does not see what is set later.
      entries = map.entries()
      next = entries.next()
      if (next.done) return undefined
    }
    const [key, value] = next.value
    map.delete(key)
    return value
  }
}
