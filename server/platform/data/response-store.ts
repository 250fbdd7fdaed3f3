import type { ReadyResponse } from './ready-response.ts'
import { shiftOldest } from './shift-oldest.ts'

/** What an entry occupies besides its bytes and twice its address. */
const ENTRY_BYTES = 1_000
/** The share of the bytes that addresses of the crowd may take. */
const CROWD_SHARE = 0.25
/** One response may take this share of the bytes. */
const RESPONSE_SHARE = 0.125

export interface StoredResponse<Dependence> {
  readonly response: ReadyResponse
  readonly dependsOn: Dependence
  readonly loadedAt: number
}

/** Responses by address, bounded by their bytes; the least recently used are dropped first. */
export interface ResponseStore<Dependence> {
  use(address: string): StoredResponse<Dependence> | undefined
  /** Stores a response; those of the crowd share a part of the bytes. */
  set(address: string, stored: StoredResponse<Dependence>, isCrowd: boolean): void
  dropWhere(isDropped: (stored: StoredResponse<Dependence>) => boolean): void
  readonly bytes: number
}

interface Entry<Dependence> extends StoredResponse<Dependence> {
  bytes: number
}

interface List<Dependence> {
  readonly entries: Map<string, Entry<Dependence>>
  readonly shift: () => Entry<Dependence> | undefined
  bytes: number
}

function createList<Dependence>(): List<Dependence> {
  const entries = new Map<string, Entry<Dependence>>()
  return { entries, shift: shiftOldest(entries), bytes: 0 }
}

/** Creates a store for at most so many bytes, all encodings counted. */
export function createResponseStore<Dependence>(maxBytes: number): ResponseStore<Dependence> {
  const known = createList<Dependence>()
  const crowd = createList<Dependence>()

  function evict(): void {
    dropOldest(crowd, () => crowd.bytes > maxBytes * CROWD_SHARE)
    dropOldest(known, () => known.bytes + crowd.bytes > maxBytes)
  }

  /** Counts the bytes of an entry again, which grow with each encoding that is created. */
  function measure(list: List<Dependence>, address: string, entry: Entry<Dependence>): void {
    if (list.entries.get(address) !== entry) return
    const bytes = entry.response.size + 2 * address.length + ENTRY_BYTES
    list.bytes += bytes - entry.bytes
    entry.bytes = bytes
    if (bytes > maxBytes * RESPONSE_SHARE) dropFrom(list, address)
    evict()
  }

  return {
    use(address) {
      const list = known.entries.has(address) ? known : crowd
      const entry = list.entries.get(address)
      if (!entry) return undefined
      list.entries.delete(address)
      list.entries.set(address, entry)
      return entry
    },
    set(address, stored, isCrowd) {
      const list = isCrowd ? crowd : known
      const entry = { ...stored, bytes: 0 }
      dropFrom(list, address)
      list.entries.set(address, entry)
      stored.response.onResize(() => measure(list, address, entry))
      measure(list, address, entry)
    },
    dropWhere(isDropped) {
      for (const list of [known, crowd])
        for (const [address, entry] of list.entries) if (isDropped(entry)) dropFrom(list, address)
    },
    get bytes() {
      return known.bytes + crowd.bytes
    },
  }
}

function dropFrom<Dependence>(list: List<Dependence>, address: string): void {
  const entry = list.entries.get(address)
  if (!entry) return
  list.entries.delete(address)
  list.bytes -= entry.bytes
}

function dropOldest<Dependence>(list: List<Dependence>, isFull: () => boolean): void {
  while (isFull()) {
    const dropped = list.shift()
    if (!dropped) return
    list.bytes -= dropped.bytes
  }
}
