import type { Channels } from '../../platform/data/channels.ts'
import { createByteCache } from '../../platform/fast-path/byte-cache.ts'
import type { FastPath, ReadySource } from '../../platform/fast-path/fast-path.ts'
import { type Prepared, prepare } from '../../platform/fast-path/prepared.ts'
import { OBJECT_CHANGES } from './object-changes.ts'

/** Larger objects are read from the store each time. */
export const MAX_KEPT_BYTES = 1024 * 1024
/** What is not announced, such as SQL that an operator runs by hand, is seen after this time. */
const MAX_AGE_MS = 60_000
/** While messages may be lost. */
const DISCONNECTED_MAX_AGE_MS = 1_000

interface Form {
  /** `bucket/name`. */
  object: string
  form: string
}

interface KeptObject {
  loadedAt: number
  forms: Map<string, Prepared>
}

export interface KeptObjects extends ReadySource<Form> {
  /**
   * To be called before the object's row is read. The returned function keeps what was sent, and returns whether it does:
   * not when an object was changed meanwhile.
   */
  begin(): (form: Form, response: { headers: Record<string, string>; etag: string; body: Buffer }) => boolean
}

/** Keeps objects until they are changed, by whatever process. */
export function createKeptObjects(options: {
  channels: Channels
  fastPath: Pick<FastPath, 'variesByOrigin'>
  maxBytes: number
  now?: () => number
}): KeptObjects {
  const { channels, fastPath, maxBytes, now = Date.now } = options
  const objects = createByteCache<KeptObject>({ name: 'pictures', maxBytes })
  let changes = 0

  function forget(prefix: string): void {
    changes++
    objects.deleteWhere((object) => object.startsWith(prefix))
  }

  channels.subscribe(OBJECT_CHANGES, { onMessage: forget, onConnect: () => forget('') })

  function fresh(object: string): KeptObject | undefined {
    const kept = objects.get(object)
    const maxAgeMs = channels.connected ? MAX_AGE_MS : DISCONNECTED_MAX_AGE_MS
    return kept && now() - kept.loadedAt < maxAgeMs ? kept : undefined
  }

  return {
    peek: ({ object, form }) => fresh(object)?.forms.get(form),
    begin() {
      const [loadedAt, changesBefore] = [now(), changes]
      return ({ object, form }, response) => {
        // guard: changed-while-read
        if (changes !== changesBefore) return false
        const kept = fresh(object) ?? { loadedAt, forms: new Map() }
        kept.loadedAt = Math.min(kept.loadedAt, loadedAt)
        kept.forms.set(form, prepare({ ...response, variesByOrigin: fastPath.variesByOrigin }))
        const bytes = Array.from(kept.forms.values(), ({ body }) => body.length).reduce((sum, one) => sum + one, 0)
        objects.set(object, kept, bytes)
        return true
      }
    },
  }
}
