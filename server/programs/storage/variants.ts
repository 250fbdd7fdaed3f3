import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../../../db/tables.ts'
import { PICTURE_WIDTHS } from '../../../shared/catalog/constants.ts'
import { busy } from '../../platform/http/errors.ts'
import type { Blobs } from './blobs.ts'
import { deleteDiscards, hasRow } from './queries.ts'
import { writeSmaller } from './rewrite-picture.ts'

/** The limit of pictures written at once; beyond it callers get `busy`. */
const MAX_IN_PROGRESS = 100

/** Returns the blob of a picture scaled to `width`. */
export function variantOf(blob: string, width: number): string {
  return `${blob}.w${width}`
}

/** Creates smaller pictures when they are first requested. */
export function createVariants({ db, blobs, incoming }: { db: Db; blobs: Blobs; incoming: string }) {
  const flights = new Map<string, Promise<void>>()

  async function create(blob: string, width: number): Promise<void> {
    await mkdir(incoming, { recursive: true })
    const [whole, smaller] = [join(incoming, randomUUID()), join(incoming, randomUUID())]
    try {
      const source = await blobs.read(blob)
      if (!source) return
      await pipeline(source, createWriteStream(whole, { flags: 'wx', mode: 0o600 }))
      await writeSmaller(whole, smaller, width)
      await blobs.put(variantOf(blob, width), smaller)
      // If the blob was removed meanwhile, this new file must also go.
      if (!(await hasRow(db, blob))) await blobs.remove([variantOf(blob, width)])
    } finally {
      await Promise.all([rm(whole, { force: true }), rm(smaller, { force: true })])
    }
  }

  function createOnce(blob: string, width: number): Promise<void> {
    const name = variantOf(blob, width)
    const running = flights.get(name)
    if (running) return running
    if (flights.size >= MAX_IN_PROGRESS) throw busy()
    const flight = create(blob, width).finally(() => flights.delete(name))
    flights.set(name, flight)
    return flight
  }

  return {
    /** Returns the blob of a picture scaled to `width`, created at the first call; undefined when `blob` is missing. */
    async find(blob: string, width: number): Promise<{ blob: string; size: number } | undefined> {
      const name = variantOf(blob, width)
      let size = await blobs.size(name)
      if (size === undefined) {
        await createOnce(blob, width)
        size = await blobs.size(name)
      }
      return size === undefined ? undefined : { blob: name, size }
    },
  }
}

/** Removes blobs that are recorded as unused, with their smaller pictures, and the records. */
export async function removeBlobs({ db, blobs }: { db: Db; blobs: Blobs }, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await blobs.remove(names.flatMap((name) => [name, ...PICTURE_WIDTHS.map((width) => variantOf(name, width))]))
  await deleteDiscards(db, names)
}
