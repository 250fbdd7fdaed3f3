import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { repeat } from '../../platform/jobs/repeat.ts'
import { enqueue, handle, type Task } from '../../platform/jobs/task.ts'
import { BLOBS_FOLDER } from './blobs.ts'
import { sweepFolder } from './disk-blobs.ts'
import { type BlobSettings, openBlobs } from './open-blobs.ts'
import { insertDiscards, listDueDiscards, markForDeletion, type ObjectContent } from './queries.ts'
import type { ReceivedFile } from './receive-file.ts'
import { createVariants, removeBlobs } from './variants.ts'

/** A blob without a row, or an incoming file without a blob, is stale after this time. */
const STALE_AFTER_MS = 60 * 60 * 1000

/** A stored blob without a row. A transaction has to insert the row, otherwise the blob is removed. */
export type StagedBlob = ObjectContent

/** File storage, created once per process. */
export type Storage = ReturnType<typeof createStorage>

const SWEEP_BATCH = 100
const SWEEP_EVERY_MS = 60_000

/** Removes unused files. */
export const sweepFiles: Task = { name: 'sweep_files' }

/** Opens the configured store and starts its sweep. */
export function createStorage(deps: {
  config: BlobSettings & Pick<Config, 'maxStoredMibPerAccount'>
  db: Db
  clock: Clock
  log: { error(event: object): void }
}) {
  const { db, clock, log } = deps
  const { blobs, incoming } = openBlobs(deps.config)

  async function sweepIncoming(): Promise<void> {
    await mkdir(incoming, { recursive: true })
    await sweepFolder(incoming, new Date(clock().getTime() - STALE_AFTER_MS))
  }

  async function sweepBlobs(): Promise<boolean> {
    const due = await listDueDiscards(db, clock(), SWEEP_BATCH)
    await removeBlobs({ db, blobs }, due)
    return due.length === SWEEP_BATCH
  }

  // Not a task: leftovers of uploads are on this machine's disk, unlike blobs.
  const incomingSweep = repeat(SWEEP_EVERY_MS, () =>
    sweepIncoming().catch((error) => log.error({ err: error, event: 'file_sweep_failed' })),
  )

  return {
    blobs,
    incoming,
    variants: createVariants({ db, blobs, incoming }),
    /** The limit for the files of one account. */
    maxMibPerAccount: deps.config.maxStoredMibPerAccount,
    /** Puts a file into the store. Without a row within the hour it is removed again, even after a crash. */
    async stage(file: ReceivedFile, mimetype: string): Promise<StagedBlob> {
      const id = randomUUID()
      const blob = `${BLOBS_FOLDER}${id.slice(0, 2)}/${id}`
      try {
        await insertDiscards(db, [blob], new Date(clock().getTime() + STALE_AFTER_MS))
        await blobs.put(blob, file.path)
      } catch (error) {
        await rm(file.path, { force: true })
        throw error
      }
      return { blob, size: file.size, mimetype, content_hash: file.content_hash, width: file.width ?? null }
    },
    /** Removes blobs without rows and their smaller versions. Call it after the transaction. Never throws. */
    async discard(names: readonly string[]): Promise<void> {
      if (names.length === 0) return
      try {
        await removeBlobs({ db, blobs }, await markForDeletion(db, names))
      } catch (error) {
        // The blobs are recorded as unused, so the sweep retries.
        log.error({ err: error, event: 'files_not_removed' })
      }
    },
    /** Removes stale files and blobs that are due; returns whether there may be more. */
    async sweep(): Promise<boolean> {
      await sweepIncoming()
      return sweepBlobs()
    },
    /** Runs the sweep now instead of within a minute. */
    sweepSoon: () => enqueue(db, sweepFiles, {}, { key: '' }),
    sweeping: handle(sweepFiles, sweepBlobs),
    async close(): Promise<void> {
      await incomingSweep.close()
      blobs.close()
    },
  }
}
