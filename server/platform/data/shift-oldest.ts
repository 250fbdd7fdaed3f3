/**
 * Returns a function that removes the entry of a map that was set the longest ago, and returns its value; undefined when
 * the map is empty. Unlike `map.keys().next()`, which passes the gaps of removed entries at each call, it goes on where it was.
 */
export function shiftOldest<K, V>(map: Map<K, V>): () => V | undefined {
  // An iterator has all that the map was since it was last used, with the values. So it must not be kept from the collector.
  let entries: WeakRef<MapIterator<[K, V]>> | undefined
  return () => {
    let next = entries?.deref()?.next()
    // An iterator that has been at the end does not see what is set later.
    if (!next || next.done) {
      const fromStart = map.entries()
      entries = new WeakRef(fromStart)
      next = fromStart.next()
      if (next.done) return undefined
    }
    const [key, value] = next.value
    map.delete(key)
    return value
  }
}
