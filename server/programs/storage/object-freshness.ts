import { announce } from '../../../db/channels.ts'
import type { Tx } from '../../../db/tables.ts'
import { Cache } from '../../platform/data/cache.ts'
import type { Channels } from '../../platform/data/channels.ts'

const OBJECT_CHANGES = 'object_changes'
/** Beyond this number, the least recently used objects are read from the store again. */
const MAX_OBJECTS = 20_000
/** The longest that an unannounced change, such as SQL run by hand, goes unnoticed. */
const MAX_AGE_MS = 60_000
/** Applies while messages may be lost. */
const DISCONNECTED_MAX_AGE_MS = 1_000

export type ObjectFreshness = ReturnType<typeof createObjectFreshness>

/** Follows the changes of objects. */
export function createObjectFreshness({ channels }: { channels: Channels }) {
  const states = new Cache<{ tags: ReadonlySet<string> }>({
    name: 'pictures',
    maxEntries: MAX_OBJECTS,
    maxAgeMs: () => (channels.connected ? MAX_AGE_MS : DISCONNECTED_MAX_AGE_MS),
    tagsOf: ({ tags }) => tags,
  })

  channels.subscribe(OBJECT_CHANGES, {
    onMessage: (tag) => states.invalidate(new Set([tag])),
    onConnect: () => states.clear(),
  })

  return {
    /**
     * Call it before reading an object's row. The returned function returns whether that read is still current: false after a
     * change by any process.
     */
    follow(bucketId: string, name: string): () => boolean {
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

function tagsOf(object: string): ReadonlySet<string> {
  const folders = [...object.matchAll(/\//g)].map(({ index }) => object.slice(0, index + 1))
  return new Set([object, ...folders])
}

/**
 * Announces that objects of a bucket were replaced, renamed or removed: one by its name, a folder by a name that ends with
 * `/`, all without a name. Processes do not send cached objects after they have received the message; this process, after
 * the transaction.
 */
export function objectsChanged(tx: Tx, bucketId: string, name = ''): Promise<void> {
  return announce(tx, OBJECT_CHANGES, `${bucketId}/${name}`)
}
