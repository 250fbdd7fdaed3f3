import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import type { Db } from '../../db/tables.ts'
import type { Clock } from '../platform/clock.ts'
import { startJob } from '../platform/jobs.ts'
import type { Blobs } from './blobs.ts'
import { sweepFolder } from './disk-blobs.ts'
import { type BlobSettings, openBlobs } from './open-blobs.ts'
import { condemnBlobs, forgetDiscards, hasRow, listDueDiscards, noteDiscards } from './queries.ts'
import type { ReceivedFile } from './receive-file.ts'
import { createVariants, type Variants, variantsOf } from './variants.ts'

/** How long a blob may wait for its row, and a file for its blob, before it counts as left behind. */
const LEFT_BEHIND_MS = 60 * 60 * 1000

/** Bytes that are in the store, but belong to nothing yet: a transaction gives them a row, or they go. */
export interface StagedBlob {
  blob: string
  size: number
  mimetype: string
  content_hash: string
}

/** What everything that has to do with files works with; made once for the process. */
export interface Storage {
  blobs: Blobs
  /** Where files are while they come in. */
  incoming: string
  variants: Variants
  /** Puts a file into the store. Without a row within the hour it is removed again, also after a crash. */
  stage(file: ReceivedFile, mimetype: string): Promise<StagedBlob>
  /** Removes blobs, and what was made from them, whose rows are gone; to be called after the transaction. Never throws. */
  discard(blobs: readonly string[]): Promise<void>
  /** Removes what was left behind and what could not be removed at its time; answers whether there is more. */
  sweep(): Promise<boolean>
  /** Has the next sweep begin now instead of within a minute. */
  sweepSoon(): void
  close(): Promise<void>
}

const SWEPT_AT_ONCE = 100
const SWEEP_EVERY_MS = 60_000

/** Opens the store that the configuration names. */
export function createStorage(deps: {
  config: BlobSettings
  db: Db
  clock: Clock
  log: { error(event: object): void }
}): Storage {
  const { db, clock, log } = deps
  const { blobs, incoming } = openBlobs(deps.config)

  async function remove(names: readonly string[]): Promise<void> {
    if (names.length === 0) return
    await blobs.remove(names.flatMap((name) => [name, ...variantsOf(name)]))
    await forgetDiscards(db, names)
  }

  async function sweep(): Promise<boolean> {
    await mkdir(incoming, { recursive: true })
    await sweepFolder(incoming, new Date(clock().getTime() - LEFT_BEHIND_MS))
    const due = await listDueDiscards(db, clock(), SWEPT_AT_ONCE)
    await remove(due)
    return due.length === SWEPT_AT_ONCE
  }

  const sweeping = startJob({
    name: 'file-sweep',
    everyMs: SWEEP_EVERY_MS,
    turn: sweep,
    onError: (error) => log.error({ err: error, event: 'file_sweep_failed' }),
  })

  return {
    blobs,
    incoming,
    variants: createVariants({ blobs, incoming, isInUse: (blob) => hasRow(db, blob) }),
    stage: (file, mimetype) => stageFile({ db, blobs, clock }, file, mimetype),
    async discard(names) {
      if (names.length === 0) return
      try {
        await remove(await condemnBlobs(db, names))
      } catch (error) {
        // They stand in the list of what is to go: the sweep tries again.
        log.error({ err: error, event: 'files_not_removed' })
      }
    },
    sweep,
    sweepSoon: () => sweeping.wake(),
    async close() {
      await sweeping.close()
      blobs.close()
    },
  }
}

async function stageFile(
  { db, blobs, clock }: { db: Db; blobs: Blobs; clock: Clock },
  file: ReceivedFile,
  mimetype: string,
): Promise<StagedBlob> {
  const id = randomUUID()
  const blob = `blobs/${id.slice(0, 2)}/${id}`
  try {
    await noteDiscards(db, [blob], new Date(clock().getTime() + LEFT_BEHIND_MS))
    await blobs.put(blob, file.path)
  } catch (error) {
    await rm(file.path, { force: true })
    throw error
  }
  return { blob, size: file.size, mimetype, content_hash: file.content_hash }
}
