import { type Job, startJob } from '../platform/jobs.ts'
import type { Storage } from './storage.ts'

const EVERY_MS = 60_000

/** Removes files that were left behind, every minute; processes share it. */
export function startFileSweep(storage: Storage, log: { error(event: object): void }): Job {
  return startJob({
    everyMs: EVERY_MS,
    turn: () => storage.sweep(),
    onError: (error) => log.error({ err: error, event: 'file_sweep_failed' }),
  })
}
