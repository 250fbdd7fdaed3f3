import { createCache } from '../../platform/data/cache.ts'
import type { Channels } from '../../platform/data/channels.ts'
import { OBJECT_CHANGES } from './object-changes.ts'

/** More objects are followed no longer, and read from the store again. */
const MAX_OBJECTS = 20_000
/** What is not announced, such as SQL that an operator runs by hand, is seen after this time. */
const MAX_AGE_MS = 60_000
/** While messages may be lost. */
const DISCONNECTED_MAX_AGE_MS = 1_000

export interface KeptObjects {
  /**
   * To be called before the row of an object is read. The returned function returns whether what was read then is still
   * right: not when the object was changed since, by whatever process.
   */
  follow(bucketId: string, name: string): () => boolean
}

/** Follows the changes of objects. */
export function createKeptObjects({ channels, now }: { channels: Channels; now?: () => number }): KeptObjects {
  const states = createCache<{ tags: ReadonlySet<string> }>({
    name: 'pictures',
    maxEntries: MAX_OBJECTS,
    maxAgeMs: () => (channels.connected ? MAX_AGE_MS : DISCONNECTED_MAX_AGE_MS),
    tagsOf: ({ tags }) => tags,
    ...(now && { now }),
  })

  channels.subscribe(OBJECT_CHANGES, {
    onMessage: (tag) => states.invalidate(new Set([tag])),
    onConnect: () => states.clear(),
  })

  return {
    follow(bucketId, name) {
      const object = `${bucketId}/${name}`
      let state = states.peek(object)
      if (!state) {
        state = { tags: tagsOf(object) }
        states.set(object, state)
      }
      // guard: changed-while-read
      return () => states.peek(object) === state
    },
  }
}

/** Returns what announcements of an object's changes name: it, its bucket, or a folder. */
function tagsOf(object: string): ReadonlySet<string> {
  const folders = [...object.matchAll(/\//g)].map(({ index }) => object.slice(0, index + 1))
  return new Set([object, ...folders])
}
